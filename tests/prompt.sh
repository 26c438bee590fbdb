#!/bin/sh
# The prompt, played through a pseudo-terminal: what it shows, what it asks and in which order,
# wrong answers, ? and Ctrl-C at a question, virtual dice by Enter, completion, history, a narrow
# screen, and no escapes where they are not wanted. tests/pty.c is the person.
set -u
test=prompt
. "${srcdir:-.}/tests/person.sh"
ASAN_OPTIONS=exitcode=99${ASAN_OPTIONS:+:$ASAN_OPTIONS}
UBSAN_OPTIONS=halt_on_error=1:exitcode=99
export ASAN_OPTIONS UBSAN_OPTIONS
: >wrong

wrong() { # what was expected, what came
    echo "prompt.sh: expected $1"
    echo "prompt.sh: came     $2"
    echo "$1" >>wrong
}

same() { # what, expected, came
    [ "$2" = "$3" ] || wrong "$1: $2" "$3"
}

make_game() { # path
    "$adjutant" >made 2>&1 <<EOF
new $1 edition=2
side axis
side allies
unit axis Gren squad regular weapons="6 rifle, 1 smg, 1 lmg"
unit axis Lt hq veteran weapons="1 rifle, 1 smg"
unit allies Rifles squad regular weapons="9 rifle, 1 smg"
unit allies Rangers squad veteran weapons="5 rifle"
turn
draw axis
order Gren fire
EOF
    same "making $1" 0 $?
}

# Plays the script on standard input; what is typed is echoed, so scripts wait for answers.
play() { # what, pty's options and arguments
    what=$1
    shift
    "$pty" "$@" >played 2>&1
    [ $? = 0 ] || wrong "$what" "$(cat played)"
}

rows() { "$adjutant" -j -g "$1" log </dev/null | grep -o '"n":' | wc -l | tr -d ' '; }
record() { "$adjutant" -j -g "$1" table </dev/null; "$adjutant" -j -g "$1" log </dev/null; }

# ---- the prompt, and the order of the questions ----

make_game ask
cat >script <<'EOF'
? turn 1
? axis 1
? allies 2
? > 
> fire Gren at Rifles
# First whether the target reacts, and only then how far it is.
? Down?
! inches
! rolls
# It is explained, and asked again.
> ?
? react.down
? Down?
! rifle at
> maybe
? say none
? Down?
> none
? inches from Gren to Rifles
! rolls
> far
? not understood
? inches from Gren to Rifles
> ?
? shoot.range
? inches from Gren to Rifles
> 11
? 5 rifle at 3+
? rolls): 
> 7
? 7 is no face
? rolls): 
> 5 5 5
? 3 of 11
? rolls): 
> hits 99
? hits 99
? rolls): 
> hits -1
? rolls): 
> banana
? rolls): 
> ?
? shoot.hit
? rolls): 
> hits 3
? damage
? rolls): 
> 1 2
? 2 of 3
? rolls): 
> 4,1,1
? 1 casualty
? 9 left, 1 pin
? > 
> log 1
? fire Gren at Rifles
? > 
- \004
= 0
EOF
play 'fire to ask for the reaction, the distance and the dice' -o seen "$adjutant" -g ask <script
same 'rows after the fire' 10 "$(rows ask)"
grep -q "$(printf '\033')\[0;1m" seen || wrong 'the result in bold on a terminal' "$(head -c 300 seen)"

# ---- the tutor ----

# A word before the questions, each once a turn; none when it is off.
make_game taught
play 'the tutor' "$adjutant" -g taught <<'EOF'
? > 
> fire Gren at Rifles 11 react=none
? 5 lost of Rifles is a morale check   morale-check.half-loss
? rolls): 
- \003
? > 
# The next that fits, at the same command; of a command that is refused not a word.
> fire Gren at Rifles 11 react=none
? the loader of the LMG does not fire himself
? rolls): 
- \003
? > 
> fire Gren at Rifles 11 react=none
! loader
? rolls): 
- \003
? > 
> set tutor off
? > 
- \004
= 0
EOF
"$adjutant" -g taught set tutor on >out 2>&1 </dev/null
"$adjutant" -g taught fire Gren at Rifles 11 react=none dice=1,1,1,1,1,1,1,1,1,1,1 >out 2>&1 </dev/null
grep -q 'lost of' out && wrong 'no tutor without a prompt' "$(cat out)"
make_game silent
"$adjutant" -g silent set tutor off >out 2>&1 </dev/null
play 'no tutor' "$adjutant" -g silent <<'EOF'
? > 
> fire Gren at Rifles 11 react=none
! lost of
? rolls): 
- \003
? > 
- \004
= 0
EOF

# ---- giving up ----

make_game give
record give >before
cat >script <<'EOF'
? > 
> fire Gren at Rifles
? Down?
- \003
? given up
? > 
> fire Gren at Rifles
? Down?
> 
? inches
- half an ans\003
? given up
? > 
> fire Gren at Rifles
? Down?
> none
? inches
> 11
? rolls): 
- \003
? given up
? > 
> fire Gren at Rifles
? Down?
> none
? inches
> 11
? rolls): 
> hits 2
? damage
- \003
? given up
? > 
# Ctrl-D gives a question up as well.
> fire Gren at Rifles
? Down?
- \004
? given up
? > 
# Ctrl-C at the prompt drops what was typed, and the program goes on.
- models Gren 1\003
? > 
> bag
? In the bag
? > 
> pins Gren 99
? 0 to 40
? > 
> quit
= 0
EOF
play 'Ctrl-C to give up the question and nothing else' "$adjutant" -g give <script
record give >after
cmp -s before after || wrong 'the record unchanged after all was given up' "$(diff before after)"
rm -f before after

# ---- virtual dice ----

make_game virtual
cat >script <<'EOF'
? > 
> fire Gren at Rifles range=11 react=none
? rolls): 
> 
? Gren at Rifles: 
? > 
> log 1
? v
? > 
> verify
? the seed's
? > 
> undo
? Undone
? > 
> draw
? die
? > 
- \004
= 0
EOF
# Whatever the first roll shows, what follows may be rolled for too: Enter does that as well.
sed 's/^? Gren at Rifles: $/> \n> \n> \n> \n> \n&/' script >longer
play 'Enter to roll virtual dice' "$adjutant" -g virtual <longer
"$adjutant" -g virtual verify >out 2>&1 </dev/null || wrong 'virtual dice of the seed' "$(cat out)"
"$adjutant" -j -g virtual log </dev/null | grep -q '"virtual":\[true' ||
    wrong 'virtual dice in the log' "$("$adjutant" -j -g virtual log | tail -c 400)"

# ---- completion ----

make_game complete
rm -rf state
cat >script <<'EOF'
? > 
- sh\t
? show 
- Rif\t
? Rifles
- \n
? models 10 of 10
? > 
# Two begin alike: nothing is chosen, both are listed.
- show R\t\t
? Rangers
? Rifles
- i\t\n
? models 10 of 10
? > 
- order L\t
? Lt 
- am\t
? ambush
- \n
? Lt: Ambush
? > 
> fire Gren at Ri range=11 react=none hits=0
? no hit
? > 
- need hit weapon=pan\t
? weapon=panzer
- \003
? > 
- \004
= 0
EOF
play 'names, orders and facts to be completed' "$adjutant" -g complete <script
# History is kept in its file, one command a line, and answers are not in it.
if [ -f state/adjutant/history ]; then
    grep -q '^show Rifles' state/adjutant/history ||
        wrong 'show Rifles in the history' "$(cat state/adjutant/history)"
    same 'who may read the history' '-rw-------' "$(find state/adjutant/history -printf '%M')"
else
    wrong 'a history file' "$(find state)"
fi
cat >script <<'EOF'
? > 
> table
? Gren
? > 
> fire Lt at Rifles
? inches
> secret-answer
? not understood
? inches
- \003
? > 
# The line before the last one, by the arrow.
- \e[A\e[A\n
? In the bag
? > 
- \004
= 0
EOF
play 'the history to come back' "$adjutant" -g complete <script
grep -q secret-answer state/adjutant/history && wrong 'no answers in the history' \
    "$(cat state/adjutant/history)"

# ---- no escapes ----

cat >script <<'EOF'
? > 
> table
? Rifles
? > 
> show Gren
? models
? > 
> nonsense
? no command
? > 
> fire Gren at Rangers
? Down?
- \003
? given up
? > 
> quit
= 0
EOF
make_game plain
# Readline's own mode for pastes is no answer; it is the terminal's affair with TERM=xterm.
echo 'set enable-bracketed-paste off' >inputrc
NO_COLOR=1 INPUTRC=$dir/inputrc play 'NO_COLOR' -o seen "$adjutant" -g plain <script
grep -q "$(printf '\033')\[[0-9;]*m" seen &&
    wrong 'no colour with NO_COLOR' "$(grep "$(printf '\033')" seen | cat -v | head -n 3)"
TERM=dumb play 'TERM=dumb' -o seen "$adjutant" -g plain <script
grep -q "$(printf '\033')" seen &&
    wrong 'no escapes with TERM=dumb' "$(grep "$(printf '\033')" seen | cat -v | head -n 3)"
play 'colour' -o seen "$adjutant" -g plain <script
grep -q "$(printf '\033')\[0;1m" seen || wrong 'colour on a terminal' "$(head -c 300 seen)"
play '--color never' -o seen "$adjutant" --color never -g plain <script
grep -q "$(printf '\033')\[[0-9;]*m" seen && wrong 'no colour with --color never' "$(head -c 300 seen)"

# ---- a narrow screen ----

make_game narrow
cat >script <<'EOF'
? > 
> table
? Rangers
? > 
> show Gren
? models
? > 
> need hit rifle 14 soft
? to hit
? > 
> odds rifle 14 soft vs=regular count=8 target.models=10
? casualties
? > 
> rule shoot.hit.base
? shoot.hit.base
? > 
> log
? Gren
? > 
> fire Gren at Rifles react=none range=11
? rolls): 
> hits 3
? rolls): 
> 4 1 1
? 1 casualty
? > 
> help fire
? fire
? > 
- show Gren and then a line that is much too long for the screen that it is typed on, twice over\003
? > 
> bag
? In the bag
? > 
- \004
= 0
EOF
play 'a terminal of 60 columns' -w 60 -o seen "$adjutant" -g narrow <script
# Answers fit: no line is wider, what was typed and the prompt's own line aside.
sed "s/$(printf '\033')\[[0-9;?]*[a-zA-Z]//g" seen | tr -d '\r' |
    awk '!/> / && !/rolls\): / && length($0) > 60' >wide
[ ! -s wide ] || wrong 'answers that fit 60 columns' "$(head -n 5 wide)"
make_game tiny
play 'a terminal of 12 columns and 3 rows' -w 12 -h 3 "$adjutant" -g tiny <<'EOF'
? > 
> bag
? bag
? > 
> table
? > 
- \004
= 0
EOF

# ---- no game, a game that is gone, and a paste ----

play 'a prompt without a game' env XDG_STATE_HOME="$dir/none" "$adjutant" <<'EOF'
? no game is open
? > 
> table
? no game is open
? > 
> roll d6 dice=5
? 5
? > 
> new born edition=2
? New game
? > 
> side axis
? Side axis
? > 
- \004
= 0
EOF
"$adjutant" -g born check >out 2>&1 </dev/null || wrong 'a game made at the prompt' "$(cat out)"
make_game paste
play 'a paste of several commands' "$adjutant" -g paste <<'EOF'
? > 
- \e[200~pins Lt 1\npins Lt 2\npins Lt 3\e[201~\n
? pins 3
? > 
- \e[200~pins Lt 4\npins Nobody 5\npins Lt 6\e[201~\n
? no unit is called Nobody
? left out
? > 
> show Lt
? pins 4
? > 
- \004
= 0
EOF
# What an assault promises; and after its order, one line on the fire that may meet it.
make_game charge
play 'the chances of an assault' -o seen "$adjutant" -g charge <<'EOF'
? > 
> odds assault Rangers Lt 10
? % to win, 
? of 5, they 
? they may fire first: 
? that the assault never arrives, 
? to win then
? cq.react.fire
? > 
> odds assault Rangers Gren 10
? they cannot fire first
? cq.react.fire
? > 
> odds assault men=10 vs=medium-tank
? to knock it out
? superficial only
? its order is obeyed on 6 or less: 42%
? they may fire first: say weapon=
? > 
> order Rangers run assault=Lt range=10
? Rangers: Run.
? they may fire first: 
? that the assault never arrives   cq.react.fire
? > 
> undo
? > 
> order Rangers run assault=Lt
? from over 6" they may fire first: 
? that it never arrives   cq.react.fire
? > 
> undo
? > 
> order Rangers run assault=Lt range=5
? Rangers: Run.
? > 
> undo
? > 
> order Rangers run assault=Gren
? Rangers: Run.
? > 
- \004
= 0
EOF
lines=$(grep -c 'may fire first' seen)
same 'answers that speak of fire on the way' 4 "$lines"
printf 'undo\norder Rangers run assault=Lt range=10\n' | "$adjutant" -g charge >out 2>&1
grep -q 'fire first' out && wrong 'no hint where nobody looks' "$(cat out)"
# Close quarters at the prompt: the distance, the reaction, the dice of each blow as they come, who
# falls to exceptional damage (asked again after a wrong word), the regroup, and then the floor.
make_game fight
printf 'set Lt building=Mill\norder Rangers run assault=Lt\n' | "$adjutant" -g fight >out 2>&1
play 'a fight for a house at the prompt' "$adjutant" -g fight <<'EOF'
? > 
> assault Rangers Lt
? inches from Rangers to Lt
! rolls
> 8
? does Lt fire at them? (fire, or Enter for no)
> ?
? cq.react.fire
? fire at them?
> 
? Rangers: 5 to damage Lt at 5+
! fire at them
> 5 4 3 1 1
? Lt: 2 to damage Rangers at 5+
> 61
? Lt: 1 six again: another 6 is exceptional
> ?
? cq.exceptional
? six again
> 6
? exceptional damage on Rangers: who falls? leader, rifle
> piat
? Rangers has no piat
? who falls?
> rifle
? Rangers: 4 to damage Lt at 5+
> 5111
? Lt: 1 to damage Rangers at 5+
> 1
? Rangers regroups up to D6
> 4
? does Rangers take the floor? (yes, or Enter for no)
> yes
? Rangers assaults Lt and wins, 2 casualties to 1 in 2 rounds. 
? 4 left, regroups up to 4"
? floor 1 of Mill
? building.assault.defensive
? building.assault.take
? > 
> log 1
? assault Rangers Lt 8
? pick=Rangers:rifle
? > 
> undo
? > 
- \004
= 0
EOF
"$adjutant" -g fight check >out 2>&1 </dev/null || wrong 'a sound game after the fight' "$(cat out)"
# ---- what arrives when the turn begins: step by step, each told before the next is asked ----

"$adjutant" >made 2>&1 <<EOF
new shells edition=2
side axis
side allies army=united-states
unit axis Eyes hq regular weapons="2 rifle" special=artillery-observer
unit axis Gren squad regular weapons="8 rifle"
unit axis Low squad regular weapons="8 rifle"
unit allies Fly hq regular weapons="2 rifle" special=air-observer
unit allies Quad gun regular weapons="light-autocannon" men=3 special=flak
turn
order Eyes fire
call Eyes barrage at=mill
order Fly fire
call Fly airstrike at=Gren
order Gren fire
order Low fire
order Quad fire
end
EOF
same 'making shells' 0 $?
cat >script <<'EOF'
? turn 1 over> 
> turn
? barrage at mill
> 4
? how far from mill
> 3
? units of either side within 9" of mill
> Gren,Nobody
? no unit is called Nobody
? units of either side within 9" of mill
> Gren,Low
? the barrage and Gren
> 6
# Each unit that is hit is asked by itself.
? does it go Down
> y
? models of Gren under the 4" template
> 5
? pins on Gren
> 4
? 3 to damage at 2+
> 1 2 3
? the barrage and Low
> 6
? does it go Down
> n
? models of Low under the 4" template
> 3
? pins on Low
> 1
? 3 to damage at 2+
> 1 1 2
? fire for effect within 9"
? Gren goes Down, 3 hits,
? 2 casualties, 4 pins; Low 3 hits, 1 casualty, 1 pin
? air strike on Gren
> 4
? the plane's marker lies 18" from Gren
> Low
? Low has no flak  [flak.enemy-auto]
? the plane's marker lies 18" from Gren
> Quad
? it holds its fire
> 2
? flak by Quad at 5+
> 1 2
? units of either side within 6" of Gren or of the plane
> Eyes
? pins on Gren
> 2
? pins on Eyes
> 5
? which plane
> 1
? hits on Gren: 2D6
> 3 2
? 3 to damage at 2+
> 1 1 1
? Turn 2. In the bag
? > 
> log 2
? turn near=Gren,Low down=Gren under.Gren=5 under.Low=3
? > 
- \004
= 0
EOF
play 'a turn with a barrage and a plane' "$adjutant" -g shells <script
"$adjutant" -g shells check >out 2>&1 </dev/null || wrong 'a sound game after the shells' "$(cat out)"

# ---- the turn's end: only what is due is asked, and a slip of a name costs no dice ----

"$adjutant" >made 2>&1 <<EOF
new dusk edition=2
side axis
side allies
unit axis Sky hq regular weapons="2 rifle" special=air-observer
unit axis Pak gun regular weapons=medium-at
unit axis Low squad regular weapons="8 rifle"
unit allies Foe squad regular weapons="8 rifle"
turn
order Sky fire
order Pak ambush
order Low down
EOF
same 'making dusk' 0 $?
cat >script <<'EOF'
? > 
> call Sky airstrike
? at which enemy that Sky sees: 
> Low
? Low is on the same side as Sky  [air.target]
? at which enemy that Sky sees: 
> Foe
? Sky calls: air strike on Foe.
? > 
> order Foe fire
? > 
> fire Foe at Low 10
? to hit
> 6 6 6 6 1 1 1 1
# The damage dice have a rule too, and are counted as kills.
? 4 to damage at 4+
> ?
? damage.value.regular
? 4 to damage at 4+
> 1 1
? 2 of 4 dice: type all of them, or kills N, or Enter
? 4 to damage at 4+
> kills 0
? Low: 8 left, 1 pin
? > 
# Sky shows Fire: asked again, and not given up.
> end
? who keeps the die? Ambush: Pak; Down: Low
> all,Sky
? Sky shows fire: only Ambush and Down are kept  [retain.default]
? who keeps the die?
> Low
? who tries a last shot out of Ambush, on a 4+? Pak (names, all or none): 
> Low
? Low is not in Ambush
? who tries a last shot
> Pak
? last shot of Pak
> 2
? Turn 1 is over. Pak rolled 2: no shot. Low keeps Down and sheds 1 pin
? > 
> log 1
? end keep=Low shoot=Pak
? > 
# Whoever keeps his Ambush has no last shot to be asked for.
> undo
? > 
> end
? who keeps the die?
> all
! last shot
? Turn 1 is over. Pak keeps Ambush.
? > 
- \004
= 0
EOF
play "the turn's end" "$adjutant" -g dusk <script
"$adjutant" -g dusk check >out 2>&1 </dev/null || wrong 'a sound game after dusk' "$(cat out)"

# The window is closed in the middle of a question.
make_game closed
record closed >before
play 'a question' "$adjutant" -g closed <<'EOF'
? > 
> fire Gren at Rifles
? Down?
EOF
record closed >after
cmp -s before after || wrong 'nothing changed by a window that was closed' "$(diff before after)"
"$adjutant" -g closed check >out 2>&1 </dev/null || wrong 'a sound game' "$(cat out)"

[ -s wrong ] && exit 1
exit 0
