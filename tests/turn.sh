#!/bin/sh
# A turn's beginning and its end that are interrupted: given up half-way, killed, gone on with at
# another terminal. No roll is lost, none is asked or noted twice. tests/pty.c is the person.
set -u
test=turn
sqlite3=${SQLITE3:-sqlite3}
. "${srcdir:-.}/tests/person.sh"
: >wrong

wrong() { # what was expected, what came
    echo "turn.sh: expected $1"
    echo "turn.sh: came     $2"
    echo "$1" >>wrong
}

same() { # what, expected, came
    [ "$2" = "$3" ] || wrong "$1: $2" "$3"
}

play() { # what, pty's options and arguments
    what=$1
    shift
    "$pty" "$@" >played 2>&1
    [ $? = 0 ] || wrong "$what" "$(cat played)"
}

# All rolls of the record, in order, as "light 5; smoke 3".
rolls() {
    "$sqlite3" game "SELECT coalesce(group_concat(text, '; '), '') FROM
        (SELECT text FROM event WHERE kind = 'roll' ORDER BY n)"
}

sound() { # after what
    "$adjutant" -g game check >checked 2>&1 </dev/null || wrong "a sound game after $1" "$(cat checked)"
}

# Waits until a command succeeds, 15 seconds at the most.
until_true() {
    tries=0
    until "$@" >/dev/null 2>&1; do
        tries=$((tries + 1))
        [ $tries -lt 150 ] || return 1
        sleep 0.1
    done
}

rolled() { [ "$(rolls)" = "$1" ]; }
shown() { grep -q "$1" seen; }

"$adjutant" >made 2>&1 <<'EOF'
new game edition=2 scenario=key-positions
side axis
side allies
night flare
unit axis Eyes hq regular weapons="2 rifle" special=artillery-observer
unit axis Ears hq regular weapons="2 rifle" special=artillery-observer
unit axis Tube team regular weapons="1 medium-mortar"
unit axis Watch squad regular weapons="5 rifle"
unit allies Foe squad regular weapons="8 rifle"
objective mill
turn
order Eyes fire
call Eyes barrage at=hill
order Ears fire
call Ears smoke at=wood
order Tube fire
smoke Tube at=ford range=20 dice=6
order Watch down
order Foe fire
end
EOF
same 'making the game' 0 $?
first=$(rolls)

# Due in the second turn: the flare, the wind, the barrage, the smoke barrage. Ctrl-C at the second
# keeps the first; due tells what is left.
play 'giving up half-way with Ctrl-C' "$adjutant" -g game <<'EOF'
? > 
> due
? turn: light
? turn: wind
? turn: barrage at hill
? turn: smoke barrage at wood
? > 
> turn
? a flare on
> 5
? wind
? rolls): 
- \003
? given up
? > 
> due
! light
? now: wind
? now: barrage at hill
? now: smoke barrage at wood
? > 
- \004
= 0
EOF
same 'rolls after Ctrl-C' "$first; light 5" "$(rolls)"
sound Ctrl-C

# At another terminal: the wind is asked and not the light; the end of input gives up too.
play 'giving up half-way with the end of input' "$adjutant" -g game <<'EOF'
? > 
> turn
! a flare on
? wind
? rolls): 
- \004
? given up
? > 
- \004
= 0
EOF
same 'rolls after the end of input' "$first; light 5" "$(rolls)"
# No order before all that is due is done.
"$adjutant" -g game order Foe fire >out 2>&1 </dev/null
same 'an order while things are due' 1 $?

# Killed at the third question: what was answered before stays.
{
    printf '? > \n> turn\n? wind\n> 3\n? barrage at hill\n'
    until_true rolled "$first; light 5; smoke 3" || echo late >>late
    until_true shown 'barrage at' || echo late >>late
    kill -9 "$(cat pid)"
    printf '= 137\n'
} | "$pty" -o seen sh -c 'echo $$ >pid; exec "$0" "$@"' "$adjutant" -g game >played 2>&1 ||
    wrong 'to be killed in the middle of a turn' "$(cat played)"
[ ! -s late ] || wrong 'the second step to be there before the blow' "$(rolls)"
same 'rolls after kill -9' "$first; light 5; smoke 3" "$(rolls)"
sound 'kill -9'

# A script goes on: it is told which dice are wanted, and gives those that are left.
echo turn | "$adjutant" -g game >out 2>&1
same 'a script without dice' 1 $?
grep -q 'barrage at hill' out || wrong 'to be told which die is wanted' "$(cat out)"
echo 'turn dice=5,3,2,2' | "$adjutant" -g game >out 2>&1
same 'a script with dice for what is done' 1 $?
echo 'turn dice=2,3' | "$adjutant" -g game >out 2>&1
same 'a script that goes on' 0 $?
second="$first; light 5; smoke 3; barrage 2; smoke-barrage 3"
same 'rolls of the whole turn' "$second" "$(rolls)"
echo turn | "$adjutant" -g game >out 2>&1
grep -q 'turn 2 is not over' out || wrong 'that turn 2 has begun' "$(cat out)"
sound 'a turn in four parts'

# Two at the same question: the die of the slower one is for a roll that is done, and is not used
# for the next.
printf 'force go end\n' | "$adjutant" -g game >out 2>&1
rm -f seen late
{
    printf '? > \n> turn\n? a flare on\n'
    until_true shown 'a flare on' || echo late >>late
    "$pty" "$adjutant" -g game >played2 2>&1 <<'EOF'
? > 
> turn
? a flare on
> 2
? wind
? rolls): 
- \003
? given up
? > 
- \004
= 0
EOF
    printf '> 6\n? meanwhile\n? > \n> turn\n? wind\n? rolls): \n- \\003\n? given up\n? > \n- \\004\n= 0\n'
} | "$pty" -o seen "$adjutant" -g game >played 2>&1 ||
    wrong 'the slower of two to be told' "$(cat played played2)"
[ ! -s late ] || wrong 'both to be at the same question' "$(cat seen)"
same 'rolls of two at the same question' "$second; light 2" "$(rolls)"
sound 'two at the same question'
echo 'turn dice=1,3,3' | "$adjutant" -g game >out 2>&1 || wrong 'turn 3 to go on' "$(cat out)"
same 'the third turn' "$second; light 2; smoke 1; barrage 3; smoke-barrage 3" "$(rolls)"

# The end asks, in order: who keeps his die, D3 pins, the game's length, and who holds what; given
# up at any question nothing has changed, and a wrong name is asked again.
printf '%s\n' 'force go end' 'turn dice=4,2,2' 'force go end' 'turn dice=4,2,2' 'force go end' \
    'turn dice=4,2,2' 'order Watch down' 'pins Watch 3' >commands
"$adjutant" -g game <commands >out 2>&1
same 'turns 4 to 6' 0 $?
sixth=$(rolls)
play 'the end to be given up at its last question' "$adjutant" -g game <<'EOF'
? > 
> force go end
? keeps the die? Down: Watch
! last shot
> Watch
? Watch sheds
> 4
? is there a turn 7
> ?
? scenario.key-positions.duration
? is there a turn 7
> 2
? who holds what
? : 
- \003
? given up
? > 
- \004
= 0
EOF
same 'rolls of an end that was given up' "$sixth" "$(rolls)"
play 'the end' "$adjutant" -g game <<'EOF'
? > 
> force go end
? Down: Watch
> Watch
? Watch sheds
> 4
? is there a turn 7
> 2
? who holds what
> bridge:axis
? no objective is called bridge
? who holds what
> mill:axis
? Turn 6 is over, and the game: rolled 2.
? mill axis
? scenario.key-positions.duration
? > 
> turn
? the game is over after turn 6
? > 
- \004
= 0
EOF
same 'rolls of the end' "$sixth; down 4; game-length 2" "$(rolls)"
sound 'the end'

[ -s wrong ] && exit 1
exit 0
