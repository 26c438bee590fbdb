#!/bin/sh
# The manual cannot drift from the program: the commands' lines in man/adjutant.1 are those of the
# command table, every fact of a command is explained under FACTS and every weapon stands under
# WEAPONS; and every page is clean mdoc that fits 80 columns, where there is mandoc to tell.
# Wants ADJUTANT, ADJUTANT_RULES and srcdir; MANDOC names mandoc.
set -u
export LC_ALL=C

top=${srcdir:-.}
page=$top/man/adjutant.1
ADJUTANT=${ADJUTANT:-adjutant}
dir=${TMPDIR:-/tmp}/help.$$
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

# Says what only one of two sorted lists has: differ LIST WHO LIST WHO.
differ() {
    comm -23 "$1" "$3" | while IFS= read -r line; do echo "  only in $2: $line"; done
    comm -13 "$1" "$3" | while IFS= read -r line; do echo "  only in $4: $line"; done
    cmp -s "$1" "$3"
}

# The body of a section, without its head.
section() {
    awk -v name="$1" '/^\.Sh / { inside = $0 == ".Sh " name; next } inside' "$page"
}

# The words after the macro, with mdoc's escapes undone.
plain() {
    sed -e 's/\\(dq/"/g' -e 's/\\&//g' -e 's/\\-/-/g' -e 's/\\e/\\/g'
}

# 1. The commands, by their usage.
"$ADJUTANT" --json help >"$dir/json" || fail 'adjutant --json help fails'
tr '{' '\n' <"$dir/json" | sed -n 's/^"name":"\([a-z]*\)".*/\1/p' >"$dir/names"
[ -s "$dir/names" ] || fail 'adjutant --json help names no commands'
while read -r name; do
    "$ADJUTANT" help "$name" | sed -n 1p
done <"$dir/names" | sed 's/[[:blank:]]*$//' | sort >"$dir/program"
section COMMANDS | sed -n 's/^\.It Ic //p' | plain | sort >"$dir/manual"
differ "$dir/program" 'the command table' "$dir/manual" "the manual's COMMANDS" ||
    fail "man/adjutant.1: COMMANDS does not list the commands as they are"

# 2. The facts that the commands take.
while read -r name; do
    "$ADJUTANT" help "$name" | awk '/^  facts: / { on = 1; sub(/^  facts: /, "") }
        /^  (also:|see) / { on = 0 }
        on { gsub(/,/, " "); for (i = 1; i <= NF; i++) print $i }'
done <"$dir/names" | sort -u >"$dir/program"
section FACTS | sed -n 's/^\.It Cm //p' | tr -d ',' | tr ' ' '\n' | sed '/^$/d' | sort -u >"$dir/manual"
comm -23 "$dir/program" "$dir/manual" >"$dir/missing"
[ -s "$dir/program" ] || fail 'help tells of no facts'
[ ! -s "$dir/missing" ] || fail "man/adjutant.1: FACTS lacks $(tr '\n' ' ' <"$dir/missing")"
while read -r fact; do
    "$ADJUTANT" help "$fact" >"$dir/out" 2>&1 ||
        fail "man/adjutant.1: FACTS has $fact, of which the program knows nothing"
done <"$dir/manual"

# 3. The weapons, by id, shots and penetration.
section WEAPONS | sed -n 's/^\.It \([a-z0-9-]*\) Ta /\1 Ta /p' | plain >"$dir/manual"
[ -s "$dir/manual" ] || fail 'man/adjutant.1: WEAPONS lists none'
while read -r id rest; do
    shots=$(echo "$rest" | awk -F ' Ta ' '{ print $2 }')
    pen=$(echo "$rest" | awk -F ' Ta ' '{ print $3 }')
    pen=${pen#+}
    [ "$pen" != - ] || pen=0
    "$ADJUTANT" --json weapon "$id" >"$dir/out" 2>&1
    grep -q "\"shots\":$shots,\"pen\":$pen," "$dir/out" ||
        fail "man/adjutant.1: WEAPONS differs from the chart: $id $rest"
done <"$dir/manual"
awk -F '\t' 'NR > 1 { print $1 }' "$top/data/ed2/weapon.tsv" | sort >"$dir/program"
cut -d' ' -f1 "$dir/manual" | sort >"$dir/ids"
differ "$dir/program" 'the chart' "$dir/ids" "the manual's WEAPONS" ||
    fail 'man/adjutant.1: WEAPONS does not list the weapons as they are'

# 4. The pages themselves.
MANDOC=${MANDOC:-$(command -v mandoc)}
if [ -n "$MANDOC" ]; then
    for file in "$top"/man/*.[1-8]; do
        "$MANDOC" -T lint -W warning "$file" >"$dir/out" 2>&1 || fail "$(cat "$dir/out")"
        "$MANDOC" -T ascii -O width=80 "$file" | sed "s/.$(printf '\b')//g" |
            awk -v file="$file" 'length($0) > 80 { print file ": " length($0) " columns: " $0 }' \
            >"$dir/out"
        [ ! -s "$dir/out" ] || fail "$(cat "$dir/out")"
    done
else
    echo 'mandoc is not here: the pages were not linted'
fi
[ $failures -eq 0 ]
