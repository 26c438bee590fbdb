#!/bin/sh
# kill -9 at any moment leaves a game that opens, is sound, and holds every command that was
# answered, once. Three games are played at the same time; each is killed KILLS times.
set -u
export LC_ALL=C

adjutant=${ADJUTANT:?}
sqlite3=${SQLITE3:-sqlite3}
kills=${KILLS:-101}
dir=${TMPDIR:-/tmp}/kill.$$
mkdir -p "$dir" || exit 1
trap 'rm -rf "$dir"' EXIT
trap 'exit 1' INT TERM HUP
trap '' PIPE

wrong() { # what was expected, what came
    echo "kill.sh: expected $1"
    echo "kill.sh: came     $2"
    echo "$1" >>"$dir/wrong"
}

# A delay in seconds for each round of a game: from 0 to 40 ms, denser towards nothing.
write_delays() { # game
    awk -v seed="$1" -v n="$kills" 'BEGIN {
        srand(seed); for (i = 0; i < n; i++) printf "%.4f\n", 0.04 * rand() * rand() }'
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

# Commands without end, each with a word of its own. Every fourth is undone and done again.
write_commands() { # round
    awk -v round="$1" 'BEGIN {
        for (i = 1; i <= 400; i++) {
            print "pins " (i % 2 ? "Gren " : "Rifles ") i % 5 " tag-" round "-" i
            if (i % 4 == 0) print "undo\nredo"
            if (i % 7 == 0) print "models Gren " 1 + i % 8 " tag-" round "-m" i
        } }'
}

# A batch process gets its commands one at a time, each after the answer to the one before. The
# answers are kept in the file `answered`; the killer's own line ends them.
talk() { # round, delay, whether the delay begins with the first answer
    # Both ends of both pipes are held here, so that nothing waits for the process.
    exec 3<>in 4<>out
    "$adjutant" -j -g game <&3 >&4 2>>errors 3>&- 4>&- &
    victim=$!
    write_commands "$1" >commands
    if [ "$3" = at-once ]; then kill_after "$2" & fi
    while read -r line; do
        echo "$line" >&3
        read -r answer <&4
        [ "$answer" = KILLED ] && break
        echo "$line	$answer" >>answered
        if [ "$3" = later ]; then kill_after "$2" & set -- "$1" "$2" begun; fi
    done <commands
    wait
    exec 3>&- 4>&-
}

kill_after() { # delay
    sleep "$1"
    kill -9 "$victim"
    echo KILLED >&4
}

# All the commands at once, so that the blow falls inside a transaction more often. Answers are
# only written out when many wait; those that are there count.
pour() { # round, delay
    write_commands "$1" >commands
    : >poured # the blow may come before the child has opened it
    "$adjutant" -j -g game <commands >poured 2>>errors &
    victim=$!
    sleep "$2"
    kill -9 "$victim" 2>/dev/null
    wait "$victim" 2>/dev/null
    # A last line without an end was not printed whole.
    awk 'NR == FNR { command[NR] = $0; next } /}$/ { print command[FNR] "\t" $0 }' \
        commands poured >>answered
}

# One command in a process of its own.
once() { # round, delay
    : >poured
    "$adjutant" -j -g game pins Gren 3 "tag-$1-one" >poured 2>>errors &
    victim=$!
    sleep "$2"
    kill -9 "$victim" 2>/dev/null
    wait "$victim" 2>/dev/null
    awk -v tag="tag-$1-one" '/}$/ { print "pins Gren 3 " tag "\t" $0 }' poured >>answered
}

# The game is sound, and what was answered stands in the log.
examine() { # game, round
    "$adjutant" -g game check >checked 2>&1 || {
        wrong "game $1 to be sound after kill $2" "$(cat checked)"
        return 1
    }
    "$adjutant" -j -g game log >rows.json 2>&1
    "$sqlite3" :memory: "SELECT json_extract(value, '\$.kind') || ' ' ||
        json_extract(value, '\$.command') FROM json_each(readfile('rows.json'), '\$.log')" >rows
    # Each answered word once; of those never answered at most one a kill.
    awk -F '\t' -v game="$1" -v round="$2" '
        FILENAME == "answered" {
            if ($2 !~ /^{"ok":true,/) { print "an answer to " $1 ": " $2; next }
            answers++
            if (match($1, /tag-[^ ]*/)) want[substr($1, RSTART)] = 1
            next
        }
        match($0, /tag-[^ ]*/) && /^do / { got[substr($0, RSTART, RLENGTH)]++ }
        { if (!/^do (side|unit)/) rows++ }
        END {
            for (tag in want) if (got[tag] != 1) print tag " " got[tag] + 0 " times, not once"
            for (tag in got) if (got[tag] > 1) print tag " " got[tag] " times"
            if (rows < answers) print rows " rows for " answers " answers"
            if (rows > answers + poured + round) print rows " rows for " answers " answers"
        }' poured="$(cat unanswered)" answered rows >problems
    [ -s problems ] || return 0
    wrong "game $1 to hold each answered command once after kill $2" "$(head -n 5 problems)"
    return 1
}

play() { # game
    mkdir "$dir/$1" && cd "$dir/$1" || exit 1
    mkfifo in out
    make_game game || { wrong "a game" "none"; return; }
    : >answered; : >errors; echo 0 >unanswered
    round=0
    write_delays "$1" >delays
    while read -r delay <&5; do
        round=$((round + 1))
        case $((round % 8)) in
        0) once "$round" "$delay" ;;
        4) before=$(wc -l <answered)
           pour "$round" "$delay"
           # What was poured may be in the log without an answer.
           echo $(($(cat unanswered) + 500 - $(wc -l <answered) + before)) >unanswered ;;
        2 | 6) talk "$round" "$delay" at-once ;;
        *) talk "$round" "$delay" later ;;
        esac
        if [ $((round % 13)) = 0 ]; then examine "$1" "$round" || return; fi
    done 5<delays
    examine "$1" "$round"
    if [ -s errors ] ; then wrong "no complaints in game $1" "$(head -n 3 errors)"; fi
    echo "game $1: $round kills, $(wc -l <answered) answers, $("$adjutant" -g game check)"
    wc -l <answered >>"$dir/answers"
    echo "$round" >>"$dir/kills"
}

# The making of a game is killed too: then there is none and it can be made, or it is whole.
born() {
    mkdir "$dir/born" && cd "$dir/born" || exit 1
    write_delays 4 >delays
    round=0
    while read -r delay <&5; do
        round=$((round + 1))
        : >made # the blow may come before the child has opened it
        "$adjutant" -j new "game$round" edition=2 >made 2>&1 &
        victim=$!
        sleep "$delay"
        kill -9 "$victim" 2>/dev/null
        wait "$victim" 2>/dev/null
        if [ -e "game$round" ]; then
            "$adjutant" -g "game$round" side axis >used 2>&1 ||
                wrong 'a game that was killed while it was made to open' "$(cat used)"
            mode=$("$sqlite3" "game$round" 'PRAGMA journal_mode' 2>&1)
            [ "$mode" = wal ] || wrong 'a game that was killed while it was made in mode wal' "$mode"
        elif grep -q '"ok":true' made; then
            wrong 'a game whose making was answered to be there' none
        else
            "$adjutant" new "game$round" edition=2 >used 2>&1 ||
                wrong 'a game to be made after its making was killed' "$(cat used)"
        fi
    done 5<delays
}

: >"$dir/wrong"; : >"$dir/answers"; : >"$dir/kills"
# The shell's own words about the dead are not wanted.
for game in 1 2 3; do (play "$game") 2>"$dir/shell.$game" & done
(born) 2>"$dir/shell.born" &
wait
answers=$(awk '{ n += $1 } END { print n + 0 }' "$dir/answers")
done=$(awk '{ n += $1 } END { print n + 0 }' "$dir/kills")
# A run that answered nothing would have proved nothing.
[ "$done" -eq $((3 * kills)) ] || wrong "$((3 * kills)) kills" "$done; $(cat "$dir"/shell.*)"
[ "$answers" -ge "$done" ] || wrong "at least as many answers as kills ($done)" "$answers"
[ -s "$dir/wrong" ] && exit 1
exit 0
