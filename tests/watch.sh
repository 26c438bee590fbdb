#!/bin/sh
# The second screen: what another terminal does is on it within half a second, it sleeps while
# nothing happens, it never writes, and whatever ends it leaves the terminal as it was. tests/pty.c
# is the person in front of it.
set -u
test=watch
sqlite3=${SQLITE3:-sqlite3}
. "${srcdir:-.}/tests/person.sh"
export adjutant sqlite3
: >wrong
escape=$(printf '\033')

wrong() { # what was expected, what came
    echo "watch.sh: expected $1"
    echo "watch.sh: came     $2"
    echo "$1" >>wrong
}

same() { # what, expected, came
    [ "$2" = "$3" ] || wrong "$1: $2" "$3"
}

make_game() { # path
    "$adjutant" >made 2>&1 <<END
new $1 edition=2
side axis
side allies
unit axis Gren squad regular weapons="6 rifle, 1 smg, 1 lmg"
unit axis Lt hq veteran weapons="1 rifle, 1 smg"
unit axis Spotter team regular weapons=rifle special=artillery-observer
unit allies Rifles squad regular weapons="9 rifle, 1 smg"
unit allies Rangers squad veteran weapons="5 rifle"
turn
END
    same "making $1" 0 $?
}

play() { # what, pty's options and arguments; the script is standard input
    what=$1
    shift
    "$pty" "$@" >played 2>&1
    [ $? = 0 ] || wrong "$what" "$(cat played)"
}

switches() { # file, number of a terminal's mode: how it was set and reset
    grep -ao "$escape\[?$2[hl]" "$1" | tr -d "$escape[?\n"
}

until_there() { # what, command: waits until it succeeds
    tries=0
    until eval "$2"; do
        tries=$((tries + 1))
        if [ $tries -gt 100 ]; then
            wrong "$1" 'nothing within ten seconds'
            return 1
        fi
        sleep 0.1
    done
}

# ---- what the other terminal does ----

make_game seen
play 'changes on the screen within half a second' -o raw "$adjutant" -g seen watch <<'EOF'
? Turn 1, orders. In the bag: axis 3, allies 2
? axis
? Gren
? 0 pins
? in the bag
? Rangers
? turn
? seen, read-only; q leaves
$ "$adjutant" -g seen pins Gren 3 too many
< 500 > Gren
< 500 3 pins
? pins Gren 3 too many
$ "$adjutant" -g seen undo
< 500 0 pins
? undo: pins Gren 3 too many
? (undone) 
$ "$adjutant" -g seen redo
< 500 3 pins
? redo: pins Gren 3 too many
$ "$adjutant" -g seen draw allies
< 500 allies   its die is drawn
$ "$adjutant" -g seen order Rangers fire
< 500 In the bag: axis 3, allies 1
? > Rangers
? fire
$ "$adjutant" -g seen order Spotter fire
< 500 > Spotter
$ "$adjutant" -g seen call Spotter barrage at=mill
< 500 barrage at mill, called by Spotter in turn 1
? due next turn: barrage at mill
# A program that stays open answers several commands: each is seen.
$ (echo 'pins Lt 1'; sleep 0.6; echo 'pins Lt 2'; sleep 0.6) | "$adjutant" -g seen
? pins Lt 1
? pins Lt 2
# Another size of the window.
w 40 8
? axis   not shown: 2 units
? > Lt
? allies   not shown: 1 unit
? Ruling: Lt, pins 2
? seen, read-only; q leaves
$ "$adjutant" -g seen pins Rifles 2
< 500 > Rifles
w 100 30
? regular
- q
= 0
t
EOF
same 'the other screen taken and given back' 1049h1049l "$(switches raw 1049)"
same 'the cursor hidden and shown' 25l25h "$(switches raw 25)"
"$adjutant" -g seen check >out 2>&1 || wrong 'a sound game' "$(cat out)"

# ---- the ways out ----

for key in q '\n' '\003' '\004'; do
    play "to leave by $key" -o raw "$adjutant" -g seen watch <<EOF
? read-only
- $key
= 0
t
EOF
    same "the screen given back after $key" 1049h1049l "$(switches raw 1049)"
    same "lines to wrap again after $key" 7l7h "$(switches raw 7)"
done
for end in TERM:143 HUP:129 QUIT:131 INT:0; do
    play "to end by ${end%:*}" -o raw "$adjutant" -g seen watch <<EOF
? read-only
\$ kill -${end%:*} \$CHILD
= ${end#*:}
t
EOF
    same "the screen given back after ${end%:*}" 1049h1049l "$(switches raw 1049)"
    same "the cursor shown after ${end%:*}" 25l25h "$(switches raw 25)"
done
# Stopped by Ctrl-Z and brought back, it has the terminal again.
play 'to be stopped and to go on' \
    sh -mc '"$adjutant" -g seen watch; echo stopped; fg >/dev/null; echo ended' <<'EOF'
? read-only
- \032
? stopped
? read-only
$ "$adjutant" -g seen pins Lt 5
< 500 5 pins
- q
? ended
= 0
t
EOF
# At the prompt it comes back to the prompt.
play 'to watch at the prompt' "$adjutant" -g seen <<'EOF'
? ]> 
> watch
? read-only
$ "$adjutant" -g seen pins Lt 3
< 500 3 pins
- q
? ]> 
> pins Lt 1
? pins 1
? ]> 
> wat
? pins Lt 1
? read-only
- \003
? ]> 
> show Lt
? pins 1
? ]> 
> quit
= 0
t
EOF
play 'the prompt to end with the signal' "$adjutant" -g seen <<'EOF'
? ]> 
> watch
? read-only
$ kill -TERM $CHILD
= 143
t
EOF

# ---- many units, and none ----

make_game many
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    echo "unit axis Grenadiers$i squad regular weapons=\"8 rifle\""
done | "$adjutant" -g many >out 2>&1
"$adjutant" -g many models Gren 0 >out 2>&1
play 'as many units as fit' -w 80 -h 24 -o raw "$adjutant" -g many watch <<'EOF'
? axis   not shown: 8 units
? Lt
? Grenadiers9
? > Gren 
? allies
? Rifles
? Rangers
? models Gren 0
? many, read-only
$ "$adjutant" -g many pins Grenadiers20 2
< 500 not shown: 7 units, 1 destroyed
< 500 > Grenadiers20
? many, read-only
w 20 3
? Turn 
? many, read
w 200 60
? Grenadiers20
? Gren 
? destroyed
? many, read-only
- q
= 0
EOF
"$adjutant" new empty >out 2>&1
play 'a game without sides' "$adjutant" -g empty watch <<'EOF'
? Turn 0, setup
? empty, read-only
- q
= 0
EOF

# ---- colour ----

once() { # what, options of adjutant: looks and leaves
    what=$1
    shift
    play "$what" -o raw "$adjutant" "$@" -g seen watch <<'EOF'
? Rangers
? read-only
- q
= 0
EOF
}

colour="$escape\[[0-9;]*m"
once 'colour'
grep -aq "$escape\[0;1m" raw || wrong 'colour on a terminal' "$(cat -v raw | head -n 5)"
NO_COLOR=1 once 'NO_COLOR'
grep -aq "$colour" raw && wrong 'no colour with NO_COLOR' "$(cat -v raw | head -n 5)"
once '--color never' --color never
grep -aq "$colour" raw && wrong 'no colour with --color never' "$(cat -v raw | head -n 5)"
TERM=dumb play 'a terminal that knows only lines' -o raw "$adjutant" -g seen watch <<'EOF'
? Turn 1
? Rangers
$ "$adjutant" -g seen pins Lt 4
< 500 Turn 1
? 4 pins
- q
= 0
t
EOF
grep -aq "$escape" raw && wrong 'no escapes with TERM=dumb' "$(cat -v raw | head -n 5)"

# ---- it sleeps ----

# How often the process was woken, where the system tells; four times a second if it has to look.
cat >idle <<'EOF'
[ -r /proc/$1/status ] || exit 0
wakes() { awk '/^voluntary_ctxt_switches/ { print $2 }' /proc/$1/status; }
spent() { awk '{ print $14 + $15 }' /proc/$1/stat; }
sleep 3
before=$(wakes $1) busy=$(spent $1)
sleep 10
most=0
ls -l /proc/$1/fd | grep -q inotify || most=45
woken=$(($(wakes $1) - before)) busy=$(($(spent $1) - busy))
[ $woken -le $most ] && [ $busy -le 2 ] && exit 0
echo "$woken times, $busy ticks" >woken
exit 1
EOF
: >woken
play 'no waking in ten seconds' "$adjutant" -g seen watch <<'EOF'
? read-only
$ "$adjutant" -g seen pins Gren 4
? 4 pins
$ sh ./idle $CHILD
$ "$adjutant" -g seen pins Gren 5
< 500 5 pins
- q
= 0
EOF
same 'waking while nothing happens' '' "$(cat woken)"

# ---- others write ----

make_game heavy
cat >storm <<'EOF'
for w in 1 2; do
    awk -v w=$w 'BEGIN { for (i = 1; i <= 400; i++) print "pins Gren " i % 9 " w" w "-" i }' |
        "$adjutant" -j -g heavy >"storm.$w" 2>&1 &
done
wait
[ "$(cat storm.1 storm.2 | grep -c '^{"ok":true')" = 800 ]
EOF
cat >killed <<'EOF'
yes 'pins Lt 3' | "$adjutant" -j -g heavy >/dev/null &
sleep 0.5
kill -9 $!
wait 2>/dev/null
exit 0
EOF
play 'two who write without a pause, and one who is killed' "$adjutant" -g heavy watch <<'EOF'
? read-only
$ sh ./storm
$ "$adjutant" -g heavy models Rifles 4 last
< 500 models Rifles 4 last
$ sh ./killed
$ "$adjutant" -g heavy models Rifles 3 after
< 500 models Rifles 3 after
- q
= 0
EOF
"$adjutant" -g heavy check >out 2>&1 || wrong 'a sound game after the storm' "$(cat out)"
# A program holds the game, and another folds the log in.
make_game held
play 'a game that somebody holds' "$adjutant" -g held watch <<'EOF'
? read-only
$ (echo 'BEGIN IMMEDIATE; UPDATE game SET turn = 9;'; sleep 1; echo 'ROLLBACK;') | "$sqlite3" held
$ "$sqlite3" held 'PRAGMA wal_checkpoint(TRUNCATE); UPDATE unit SET pins = 7 WHERE id = 1' >out
< 500 7 pins
! Turn 9
- q
= 0
EOF

# ---- it never writes ----

make_game whole
"$sqlite3" whole 'PRAGMA wal_checkpoint(TRUNCATE)' >out
mkdir alone
cp whole alone/whole
cksum <whole >before
play 'a game without its log, which comes while it is watched' \
    "$adjutant" -g alone/whole watch <<'EOF'
? Turn 1
? read-only
$ [ "$(ls alone)" = whole ] && cksum <alone/whole | cmp - before
$ "$adjutant" -g alone/whole pins Gren 2
< 500 2 pins
$ "$adjutant" -g alone/whole pins Gren 6
< 500 6 pins
- q
= 0
EOF
# Behind a link it is the file itself that is watched.
ln -s "$dir/seen" link
play 'a game behind a link' "$adjutant" -g link watch <<'EOF'
? Turn 1
? read-only
$ "$adjutant" -g seen pins Rangers 5
< 500 5 pins
- q
= 0
EOF
# One of an older version is read from its log; its tables are left to whoever plays it.
cp whole old
"$sqlite3" old 'PRAGMA journal_mode = DELETE; ALTER TABLE unit DROP COLUMN tows;
    PRAGMA user_version = 12' >out
cksum <old >before
play 'a game of an older version' "$adjutant" -g old watch <<'EOF'
? Turn 1
? Rangers
? read-only
$ cksum <old | cmp - before
$ "$adjutant" -g old pins Gren 2
< 500 2 pins
- q
= 0
EOF

# ---- the game goes ----

make_game gone
play 'a game that is removed' "$adjutant" -g gone watch <<'EOF'
? read-only
$ rm gone gone-wal gone-shm
< 500 gone: the game was removed or renamed while it was watched
= 3
t
EOF
make_game gone
make_game other
play 'a game that is replaced' "$adjutant" -g gone <<'EOF'
? ]> 
> watch
? read-only
$ mv other gone
< 500 gone: another file took the game's place while it was watched
? ]> 
- \004
= 0
t
EOF
"$adjutant" -g nowhere watch >out 2>err </dev/null
same 'exit status without a game' 3 $?
grep -q 'there is no such game' err || wrong 'to be told that there is no game' "$(cat err)"
echo watch | "$adjutant" -g seen >out 2>err
same 'exit status amid commands from a file' 2 $?

# ---- into a pipe ----

"$adjutant" -g held watch >frames 2>errors </dev/null &
watcher=$!
until_there 'a first frame' "grep -q 'Turn 1' frames"
"$adjutant" -g held pins Lt 3 >out 2>&1
until_there 'a second frame' "grep -q '3 pins' frames"
"$adjutant" -g held set tutor off >out 2>&1 # is on no screen
sleep 0.5
kill $watcher
wait $watcher 2>/dev/null
same 'exit status after TERM' 143 $?
same 'frames' 2 "$(tr -dc '\f' <frames | wc -c | tr -d ' ')"
grep -q "$escape" frames && wrong 'no escapes in a file' "$(cat -v frames | head -n 3)"
same 'complaints' '' "$(cat errors)"
"$adjutant" -j -g held watch >frames 2>errors </dev/null &
watcher=$!
until_there 'a first object' 'grep -q . frames'
"$adjutant" -g held pins Lt 4 >out 2>&1
until_there 'a second object' '[ "$(wc -l <frames)" = 2 ]'
kill $watcher
wait $watcher 2>/dev/null
"$adjutant" -j -g held table >out
same 'the last object' "$(cat out)" "$(tail -n 1 frames)"
# In the background it leaves the terminal alone.
play 'to watch in the background' sh -mc '"$adjutant" -g held watch >frames & sleep 1; jobs; kill %1' <<'EOF'
? Running
= 0
t
EOF
# Its reader is gone: it ends though nothing is written.
("$adjutant" -g held watch </dev/null; echo $? >ended) | head -n 1 >out
until_there 'to end with its reader' '[ -s ended ]'

[ -s wrong ] && exit 1
exit 0
