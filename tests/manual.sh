#!/bin/sh
# Runs the examples of the manual and of the README and compares what they show with what the
# program says. In a page of the manual an example is a line `.Dl $ COMMAND`, where lines
# `.Dl > WORDS` go on with it, and the display behind it, if there is one, is its output. In
# README.md it stands in a block marked `console`: a line `$ COMMAND`, where lines `> WORDS` right
# behind go on with it, and its output. Where an output has prompts, what stands behind them was
# typed, and is typed again on a terminal. Blanks at the ends of lines and the hashes of seeds are
# not compared, since they are not seen or never the same.
#
#   tests/manual.sh            compares; wants ADJUTANT, ADJUTANT_RULES and srcdir
#   tests/manual.sh --update   writes what the program says now into the pages
set -u
export LC_ALL=C

update=${1:-}
top=$(cd "${srcdir:-.}" && pwd) || exit 99
PTY=${PTY:-$PWD/bench/pty}
terminal=no
[ ! -x "$PTY" ] || ! (: <>/dev/ptmx) 2>/dev/null || terminal=yes
dir=${TMPDIR:-/tmp}/manual.$$
trap 'rm -rf "$dir"' EXIT
mkdir -p "$dir/bin" "$dir/state" || exit 99
XDG_STATE_HOME=$dir/state HOME=$dir TERM=dumb NO_COLOR=1
export XDG_STATE_HOME HOME TERM NO_COLOR
unset ADJUTANT_GAME
command -v "${ADJUTANT:=adjutant}" >"$dir/found" || { echo "there is no $ADJUTANT"; exit 99; }
printf '#!/bin/sh\nexec "%s" "$@"\n' "$(cat "$dir/found")" >"$dir/bin/adjutant"
printf '#!/bin/sh\nexec "%s" "$@"\n' "$(command -v "${SQLITE3:-sqlite3}")" >"$dir/bin/sqlite3"
chmod +x "$dir/bin/adjutant" "$dir/bin/sqlite3"
PATH=$dir/bin:$PATH
examples=0 failures=0 skipped=0

# Splits a page into the folder: N.line (its number), N.command, N.want, and `page`, which has
# @N@ in place of each output.
split_manual() {
    awk -v dir="$2" '
        function plain(s) {
            gsub(/\\&/, "", s); gsub(/\\-/, "-", s); gsub(/\\\(aq/, "\047", s)
            gsub(/\\\(dq/, "\"", s); gsub(/\\e/, "\\", s)
            return s
        }
        function put(s) { print s >(dir "/page") }
        BEGIN { printf "" >(dir "/page") }
        inside && /^\.Ed/ { inside = 0; put("@" n "@"); put($0); close(want); next }
        inside { print plain($0) >want; next }
        /^\.Dl \$ / {
            if (n) close(dir "/" n ".command")
            n++
            print plain(substr($0, 7)) >(dir "/" n ".command")
            print NR >(dir "/" n ".line")
            put($0); after = 1
            next
        }
        after && /^\.Dl > / {
            print plain(substr($0, 7)) >(dir "/" n ".command")
            put($0)
            next
        }
        after && /^\.Bd -literal/ {
            inside = 1; want = dir "/" n ".want"; printf "" >want
        }
        { after = 0; put($0) }
    ' "$1"
}

split_readme() {
    awk -v dir="$2" '
        function put(s) { print s >(dir "/page") }
        BEGIN { printf "" >(dir "/page") }
        /^```/ {
            if (n && block) { put("@" n "@"); close(want) }
            block = /^```console/; put($0)
            started = 0
            next
        }
        block && started && typing && /^> / {
            print substr($0, 3) >(dir "/" n ".command")
            put($0)
            next
        }
        { typing = 0 }
        block && /^\$ / {
            if (started) { put("@" n "@"); close(want) }
            if (n) close(dir "/" n ".command")
            n++; started = typing = 1
            print substr($0, 3) >(dir "/" n ".command")
            print NR >(dir "/" n ".line")
            want = dir "/" n ".want"; printf "" >want
            put($0)
            next
        }
        block { print >want; next }
        { put($0) }
    ' "$1"
}

# What was typed in a session: what stands behind its prompts and its questions.
typed() {
    awk '
        /^(adjutant|set-up|turn [0-9][^>]*)>( |$)/ { sub(/^[^>]*> ?/, ""); print; next }
        /\([^()]*\):( |$)/ { sub(/.*\): ?/, ""); print }
    ' "$1"
}

is_session() {
    grep -Eq '^(adjutant|set-up|turn [0-9][^>]*)>( |$)' "$1"
}

# Blanks at line ends, and what is random.
settled() {
    sed -e 's/[[:blank:]]*$//' -e 's/[0-9a-f]\{64\}/HASH/g' "$1"
}

# One example: example FOLDER N PAGE.
example() {
    command=$(cat "$1/$2.command")
    line=$(cat "$1/$2.line")
    examples=$((examples + 1))
    # What follows a session that could not be played would find another game.
    if [ $terminal = no ] && { [ $cut_short = yes ] ||
        { [ -f "$1/$2.want" ] && is_session "$1/$2.want"; }; }; then
        cut_short=yes
        skipped=$((skipped + 1))
        [ ! -f "$1/$2.want" ] || cp "$1/$2.want" "$1/$2.got"
        return
    fi
    if [ -f "$1/$2.want" ] && is_session "$1/$2.want"; then
        typed "$1/$2.want" >"$dir/typed"
        (cd "$scratch" && eval "\"\$PTY\" $command" <"$dir/typed") >"$1/$2.got" 2>&1
    else
        (cd "$scratch" && eval "$command" </dev/null) >"$1/$2.got" 2>&1
        status=$?
        if [ ! -f "$1/$2.want" ] && [ $status -ne 0 ]; then
            echo "$3:$line: $command"
            sed 's/^/    /' "$1/$2.got"
            failures=$((failures + 1))
        fi
    fi
    [ -f "$1/$2.want" ] || return
    settled "$1/$2.want" >"$dir/want"
    settled "$1/$2.got" >"$dir/got"
    if cmp -s "$dir/want" "$dir/got"; then
        cp "$1/$2.want" "$1/$2.got"
    elif [ "$update" != --update ]; then
        echo "$3:$line: $command"
        echo "  - is what the page shows, + what the program says"
        diff -U 2 "$dir/want" "$dir/got" | sed -n '3,$s/^/  /p'
        failures=$((failures + 1))
    fi
}

# Writes the outputs back into the page: join FOLDER HOW PAGE.
join() {
    awk -v dir="$1" -v how="$2" '
        /^@[0-9]+@$/ {
            file = dir "/" substr($0, 2, length($0) - 2) ".got"
            while ((getline line <file) > 0) {
                sub(/[ \t]+$/, "", line)
                if (how == "manual") {
                    gsub(/\\/, "\\e", line)
                    if (line ~ /^[.\047]/) line = "\\&" line
                }
                print line
            }
            close(file)
            next
        }
        { print }
    ' "$1/page" >"$dir/new" && { cmp -s "$dir/new" "$3" || cat "$dir/new" >"$3"; }
}

# All examples of a page, in order, in one folder: try HOW PAGE.
try() {
    [ -f "$top/$2" ] || { echo "$2 is missing"; failures=$((failures + 1)); return; }
    folder=$dir/$1
    scratch=$dir/$1/scratch
    rm -rf "$folder" "$dir/state"
    mkdir -p "$scratch"
    ln -s "$top/tests" "$scratch/tests" # scripts that a page plays
    cut_short=no
    "split_$1" "$top/$2" "$folder"
    n=1
    while [ -f "$folder/$n.command" ]; do
        example "$folder" $n "$2"
        n=$((n + 1))
    done
    [ $n -gt 1 ] || { echo "$2: has no examples"; failures=$((failures + 1)); }
    [ "$update" != --update ] || join "$folder" "$1" "$top/$2"
}

try manual man/adjutant.1
try manual man/adjutant-battles.7
try readme README.md
[ $skipped -eq 0 ] || echo "left out for want of a pseudo-terminal: $skipped examples"
if [ $failures -gt 0 ]; then
    echo "$failures of $examples examples differ; if the program is right: tests/manual.sh --update"
    exit 1
fi
