#!/bin/sh
# Several processes on one game: each sees at its next command what the others did, nothing is
# lost or doubled, dice that wait are used once, questions asked amid the writing stay sound,
# and a game that another program holds is one clear complaint.
set -u
export LC_ALL=C

adjutant=${ADJUTANT:?}
sqlite3=${SQLITE3:-sqlite3}
dir=${TMPDIR:-/tmp}/two.$$
mkdir -p "$dir" && cd "$dir" || exit 1
trap 'rm -rf "$dir"' EXIT
trap 'exit 1' INT TERM HUP
trap '' PIPE
: >wrong

wrong() { # what was expected, what came
    echo "two.sh: expected $1"
    echo "two.sh: came     $2"
    echo "$1" >>wrong
}

same() { # what, expected, came
    [ "$2" = "$3" ] || wrong "$1: $2" "$3"
}

make_game() { # path
    "$adjutant" -j >/dev/null <<EOF
new $1 edition=2
side axis
side allies
unit axis Gren squad regular weapons="7 rifle, 1 lmg"
unit allies Rifles squad regular weapons="9 rifle, 1 smg"
EOF
}

sound() { # game
    "$adjutant" -g "$1" check >checked 2>&1 || wrong "$1 to be sound" "$(cat checked)"
}

# What the answer in file $1 holds at a path.
json() { # file, path
    "$sqlite3" :memory: "SELECT json_extract(readfile('$1'), '$2')"
}

rows() { # game
    "$adjutant" -j -g "$1" log >rows.json
    "$sqlite3" :memory: "SELECT json_array_length(readfile('rows.json'), '\$.log')"
}

# ---- two prompts that stay open ----

make_game turns
mkfifo in1 out1 in2 out2
"$adjutant" -j -k -g turns <in1 >out1 2>errors1 &
"$adjutant" -j -k -g turns <in2 >out2 2>errors2 &
exec 3>in1 4<out1 5>in2 6<out2

tell() { # process, command: its answer into `answer`
    if [ "$1" = 1 ]; then echo "$2" >&3 && read -r line <&4
    else echo "$2" >&5 && read -r line <&6; fi || line='{}'
    printf '%s\n' "$line" >answer
}

other=2
for i in 1 2 3 4 5 6 7 8 9 10; do
    for who in 1 2; do
        tell $who "pins Gren $i"
        same "answer to pins from process $who" 1 "$(json answer '$.ok')"
        other=$((3 - who))
        tell $other 'show Gren'
        same "pins that process $other sees" "$i" "$(json answer '$.unit.pins')"
        tell $other "models Rifles $((11 - i))"
        tell $who 'show Rifles'
        same "models that process $who sees" $((11 - i)) "$(json answer '$.unit.models')"
    done
done
# One takes back what the other did, the other does it again.
tell 1 'pins Gren 7'
tell 2 'undo'
tell 1 'show Gren'
same 'pins after the other took the change back' 10 "$(json answer '$.unit.pins')"
tell 1 'redo'
tell 2 'show Gren'
same 'pins after the other did it again' 7 "$(json answer '$.unit.pins')"
# A unit, a setting and dice of the one are there for the other.
tell 1 'unit axis Late squad veteran weapons="5 rifle"'
tell 2 'pins Late 2'
same 'pins on a unit that the other process added' 1 "$(json answer '$.ok')"
tell 2 'set dice virtual'
tell 1 'set'
same 'a setting that the other process made' virtual "$(json answer '$.dice')"
tell 1 'dice 3 4'
tell 2 'dice 5'
same 'dice that wait' '[3,4,5]' "$(json answer '$.queue')"
tell 2 'roll 2d6'
same 'a roll of dice that the other process queued' '[3,4]' "$(json answer '$.rolls')"
tell 1 'roll 1d6'
same 'the die that is left' '[5]' "$(json answer '$.rolls')"
# What is refused to the one changes nothing for the other.
tell 1 'pins Nobody 3'
same 'no such unit' usage "$(json answer '$.error.code')"
tell 2 'check'
same 'check by process 2' 1 "$(json answer '$.ok')"
exec 3>&- 5>&-
wait
exec 4<&- 6<&-
same 'complaints of the two processes' '' "$(cat errors1 errors2)"
same 'rows of the log' $((4 + 40 + 3 + 2)) "$(rows turns)"
sound turns

# ---- many at once ----

make_game crowd
for w in 1 2 3 4 5 6 7 8; do
    for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25; do
        "$adjutant" -j -g crowd pins Gren $((i % 9)) "tag-$w-$i" >>"crowd.$w" 2>&1
    done &
done
# Questions meanwhile: nobody may see half of a change, or be told that a sound game is not.
for i in 1 2 3 4 5 6; do
    for question in check log table verify; do
        "$adjutant" -j -g crowd $question >asked 2>asked.err \
            || wrong "$question to be answered while others write" "$(cat asked asked.err)"
    done
done
wait
same 'answers of 8 writers with 25 commands each' 200 "$(cat crowd.* | grep -c '^{"ok":true')"
"$adjutant" -j -g crowd log >log.json
for w in 1 2 3 4 5 6 7 8; do
    "$sqlite3" :memory: "SELECT json_extract(value, '\$.command')
        FROM json_each(readfile('log.json'), '\$.log')" | grep -o "tag-$w-.*" >found
    for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25; do
        echo "tag-$w-$i"
    done >wanted
    cmp -s wanted found || wrong "the 25 commands of writer $w once each and in their order" \
        "$(diff wanted found | head -n 5)"
done
sound crowd

# Two write without a pause, one asks: nobody may see half of a change, or be told that a sound
# game is not.
make_game watched
for w in 1 2; do
    awk 'BEGIN { for (i = 0; i < 700; i++) print "pins Gren " i % 9 }' |
        "$adjutant" -j -k -g watched >"watched.$w" 2>&1 &
done
awk 'BEGIN { for (i = 0; i < 60; i++) print "check\nlog\ntable\nverify" }' |
    "$adjutant" -j -k -g watched >asked 2>asked.err
same 'exit status of questions while two write' 0 $?
same 'questions answered while two write' 240 "$(grep -c '^{"ok":true' asked)"
grep -v '^{"ok":true' asked | cut -c 1-200 | sort | uniq -c >odd
same 'refusals of questions while two write' '' "$(cat odd)"
same 'complaints of questions while two write' '' "$(head -n 5 asked.err)"
wait
same 'rows of two writers' $((4 + 1400)) "$(rows watched)"
sound watched

# Batch processes at once, which take back and do again. What each says is done is in the log.
make_game storm
for w in 1 2 3 4; do
    awk -v w=$w 'BEGIN { for (i = 1; i <= 40; i++)
        print (i % 5 == 4 ? "undo" : i % 5 == 0 ? "redo" : "pins Rifles " i % 7 " tag-" w "-" i) }' |
        "$adjutant" -j -k -g storm >"storm.$w" 2>&1 &
done
for i in 1 2 3 4 5; do
    printf 'log\ncheck\nlog\ncheck\n' | "$adjutant" -j -k -g storm >asked 2>asked.err
    same 'questions answered amid the storm' 4 "$(grep -c '^{"ok":true' asked)"
    same 'complaints amid the storm' '' "$(cat asked.err)"
done
wait
# undo and redo may have nothing left to do; that is refused, and adds no row.
same 'rows after the storm' $((4 + $(cat storm.* | grep -c '^{"ok":true'))) "$(rows storm)"
grep -v '^{"ok":true' storm.? | grep -v 'there is nothing to' >odd
same 'refusals in the storm' '' "$(head -n 3 odd)"
sound storm

# Dice that wait are added by several and none is lost.
make_game dice
for w in 1 2 3 4; do
    for i in 1 2 3 4 5 6 7 8; do echo "dice $w"; done |
        "$adjutant" -j -g dice >"dice.$w" 2>&1 &
done
wait
"$adjutant" -j -g dice dice >queue.json
for w in 1 2 3 4; do
    same "dice that show $w of those that four processes queued" 8 \
        "$("$sqlite3" :memory: "SELECT count(*) FROM json_each(readfile('queue.json'), '\$.queue')
            WHERE value = $w")"
done
# And each is rolled once.
for w in 1 2 3 4; do
    for i in 1 2 3 4 5 6 7 8; do echo 'roll 1d6'; done | "$adjutant" -j -g dice >"rolled.$w" 2>&1 &
done
wait
for w in 1 2 3 4; do
    same "times that a queued $w was rolled" 8 "$(cat rolled.* | grep -c "\"rolls\":\[$w\]")"
done

# A player's words for the seed are added by several and none is lost.
make_game words
for w in alpha bravo charlie delta; do "$adjutant" -g words seed $w >/dev/null 2>&1 & done
wait
"$adjutant" -j -g words seed >seed.json
same 'words in the seed' 'alpha bravo charlie delta' \
    "$(json seed.json '$.words' | tr ' ' '\n' | sort | tr '\n' ' ' | sed 's/ $//')"

# Of several that make the same game one does, and the game is whole.
for i in 1 2 3 4 5 6 7 8; do
    for w in 1 2 3 4; do "$adjutant" -j new "born$i" edition=2 >"born.$w" 2>&1 & done
    wait
    same 'makers of one game that succeed' 1 "$(cat born.? | grep -c '^{"ok":true')"
    "$adjutant" -j -g "born$i" side axis >birth 2>&1 ||
        wrong 'a game made amid others to be usable' "$(cat birth)"
done

# ---- another program holds the game ----

make_game held
mkfifo hold
"$sqlite3" held <hold >holder 2>&1 &
exec 7>hold
echo 'BEGIN IMMEDIATE; SELECT 1;' >&7
tries=0
while ! grep -q 1 holder && [ $tries -lt 100 ]; do sleep 0.1; tries=$((tries + 1)); done
# At once, as each waits a while for its turn: one command, in batch, and with --json.
(echo 'pins Gren 3' | "$adjutant" -j -g held >batch 2>batch.err; echo $? >batch.status) &
"$adjutant" -g held pins Gren 3 >answer 2>complaint
same 'exit status while the game is held' 3 $?
wait $!
same 'answer while the game is held' '' "$(cat answer)"
same 'lines of complaint while the game is held' 1 "$(wc -l <complaint | tr -d ' ')"
grep -q 'another program is writing in it' complaint ||
    wrong 'to be told that another program is writing' "$(cat complaint)"
same 'exit status in batch while the game is held' 3 "$(cat batch.status)"
same 'code in JSON while the game is held' storage "$(json batch '$.error.code')"
same 'complaints beside JSON' '' "$(cat batch.err)"
"$adjutant" -g held table >answer 2>complaint || wrong 'reading to go on' "$(cat complaint)"
echo 'ROLLBACK;' >&7
exec 7>&-
wait
"$adjutant" -g held pins Gren 3 >answer 2>&1 ||
    wrong 'writing to go on when the game is let go' "$(cat answer)"
same 'rows of a game that was held' 5 "$(rows held)"
sound held

[ -s wrong ] && exit 1
exit 0
