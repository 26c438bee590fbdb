#!/bin/sh
# Whole reports, compared with tests/reports as they stand there: a turn and the battle, as text and
# as Markdown, of games that scripts of tests/scripts play. The text is fit for any printer: 80
# columns at the most, no tabs, nothing but printing characters.
#
#   tests/report.sh            compares; wants ADJUTANT, ADJUTANT_RULES and srcdir
#   tests/report.sh --update   writes what the program says now into tests/reports
set -u
export LC_ALL=C

update=${1:-}
top=$(cd "${srcdir:-.}" && pwd) || exit 99
ADJUTANT=${ADJUTANT:-adjutant}
dir=${TMPDIR:-/tmp}/report.$$
trap 'rm -rf "$dir"' EXIT
mkdir -p "$dir/state" || exit 99
XDG_STATE_HOME=$dir/state
export XDG_STATE_HOME
unset ADJUTANT_GAME
failures=0

fail() {
    echo "$*"
    failures=$((failures + 1))
}

# Plays the commands of a script, without those that it wants refused: play SCRIPT GAME.
play() {
    awk '/^> / { if (said != "") print said; said = substr($0, 3); next }
         /^! / { said = "" }
         END { if (said != "") print said }' "$top/tests/scripts/$1.test" |
        grep -v '^new ' >"$dir/commands"
    "$ADJUTANT" new "$dir/$2.game" >"$dir/out" 2>&1 &&
        "$ADJUTANT" -g "$dir/$2.game" <"$dir/commands" >"$dir/out" 2>&1 ||
        fail "$1: cannot be played: $(tail -n 1 "$dir/out")"
}

# One report against the page that is kept: same GAME PAGE WORD...
same() {
    game=$1 page=$top/tests/reports/$2
    shift 2
    "$ADJUTANT" -g "$dir/$game.game" report "$@" >"$dir/page" 2>&1 ||
        fail "report $*: $(cat "$dir/page")"
    [ "$update" != --update ] || cp "$dir/page" "$page"
    cmp -s "$page" "$dir/page" || {
        fail "$page: - is what it shows, + what the program says"
        diff -U 1 "$page" "$dir/page" | sed -n '3,$s/^/  /p'
    }
}

# Fit for the printer: fit GAME WORD...
fit() {
    game=$1
    shift
    "$ADJUTANT" -g "$dir/$game.game" report "$@" >"$dir/page" 2>&1 ||
        fail "report $*: $(cat "$dir/page")"
    awk 'length($0) > 80 { exit 1 }' "$dir/page" ||
        fail "$game: report $*: a line is over 80 columns"
    ! grep -q '[^ -~]' "$dir/page" || fail "$game: report $*: there is more than plain characters"
    ! grep -q ' $' "$dir/page" || fail "$game: report $*: a line ends in blanks"
}

[ "$update" != --update ] || mkdir -p "$top/tests/reports"
play game-close-quarters day
same day day-turn.txt
same day day-turn.md 1 markdown
same day day-game.txt game
same day day-game.md game md

play report calls
same calls calls-turn.txt 2
same calls calls-game.txt game

play six-turns six
for turn in 0 1 2 3 4 5 6 game; do
    fit six $turn
done
same six six-game.txt game

# What is undone is in no report, and in all of them again when it is done again.
"$ADJUTANT" -g "$dir/day.game" report game >"$dir/before"
"$ADJUTANT" -g "$dir/day.game" undo 9 >"$dir/out" 2>&1 || fail 'undo fails'
"$ADJUTANT" -g "$dir/day.game" report game >"$dir/undone"
grep -q 'Ram rams ChiHa' "$dir/undone" || fail 'what stands is not reported'
! grep -q 'Pak at Track' "$dir/undone" || fail 'what was undone is reported'
"$ADJUTANT" -g "$dir/day.game" redo 9 >"$dir/out" 2>&1 || fail 'redo fails'
"$ADJUTANT" -g "$dir/day.game" report game >"$dir/after"
cmp -s "$dir/before" "$dir/after" || fail 'what was done again is reported otherwise'

if [ $failures -gt 0 ]; then
    echo "$failures failures; if the program is right: tests/report.sh --update, and read the pages"
    exit 1
fi
