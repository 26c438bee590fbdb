#!/bin/sh
# bench.sh: measures the program against the tool that a user would take instead, or against the
# floor that SQLite sets. Run by `make bench`. Each line is the median of pairs that ran in turn,
# so only the ratio counts, not the machine. It is a benchmark and no test: it ends 0 always.
#
# Wants ADJUTANT, ADJUTANT_RULES, BENCH (where pairs, pty, commit, scan and chain are), and
# srcdir. BENCH_QUICK=1 takes a fifth of the pairs.
set -u
export LC_ALL=C
ADJUTANT=${ADJUTANT:-adjutant}
SQLITE3=${SQLITE3:-sqlite3}
BENCH=${BENCH:-bench}
here=${srcdir:-.}/bench
dir=$(mktemp -d "${TMPDIR:-/tmp}/adjutant-bench.XXXXXX") || exit 0
trap 'rm -rf "$dir"' EXIT
XDG_STATE_HOME=$dir/state
HOME=$dir
TERM=xterm
export ADJUTANT SQLITE3 XDG_STATE_HOME HOME TERM
unset ADJUTANT_GAME NO_COLOR PAGER
mkdir -p "$dir/state"
few=21 some=101 many=401
[ -z "${BENCH_QUICK:-}" ] || few=5 some=21 many=81

# row WHAT OURS THEIRS UNIT RATIO BOUND: prints a line of the table; nothing measured is a dash.
row() {
    awk -v what="$1" -v a="$2" -v b="$3" -v unit="$4" -v ratio="$5" -v bound="$6" 'BEGIN {
        verdict = ratio == "" ? "not measured" : ratio + 0 <= bound + 0 ? "" : "over"
        printf "%-44s %10s %10s %-3s %8s %8s %s\n", what, a, b, unit, ratio, bound, verdict }'
}

# paired WHAT BOUND OPTIONS-AND-COMMANDS-OF-PAIRS...: a line for two commands in turn.
paired() {
    what=$1 bound=$2
    shift 2
    if sum=$("$BENCH/pairs" "$@"); then
        # shellcheck disable=SC2086 # three numbers
        set -- $sum
        row "$what" "$1" "$2" us "$3" "$bound"
    else
        row "$what" - - us '' "$bound"
    fi
}

# syncs FILE: how often a run of the commands in FILE synced the game.
syncs() {
    strace -f -o "$dir/trace" -e trace=fdatasync,fsync "$ADJUTANT" -g "$dir/copy.game" \
        <"$1" >"$dir/out" 2>&1 || return 1
    awk '/sync\(/ { n++ } END { print n + 0 }' "$dir/trace"
}

# lines N LINE: N times the same line.
lines() {
    awk -v n="$1" -v line="$2" 'BEGIN { for (i = 0; i < n; i++) print line }'
}

echo "making two games"
big=$dir/big.game none=$dir/none.game
if ! events=$(sh "$here/make-game.sh" "$big" 5000) ||
    ! sh "$here/make-game.sh" "$none" 0 >"$dir/out"; then
    echo "the games could not be made: $events"
    exit 0
fi
cp "$big" "$dir/copy.game"
echo "60 units, $events events; ours and theirs are medians, the ratio is that of pairs"
echo
printf '%-44s %10s %10s %-3s %8s %8s\n' '' ours theirs '' ratio bound

# A question beside a game must not pay for the game.
paired 'one-shot need, game named : select 1' 1.15 -n $many \
    "$ADJUTANT" -g "$big" need hit rifle 14 soft -- "$SQLITE3" :memory: 'select 1'

# Start to prompt, and memory there.
paired 'start to prompt : the sqlite3 shell' 1.1 -n $some -o \
    "$BENCH/pty" -p 'over> ' "$ADJUTANT" -g "$big" -- "$BENCH/pty" -p 'sqlite> ' "$SQLITE3" "$big"
kib=$("$BENCH/pty" -p 'over> ' -m "$ADJUTANT" -g "$big" | awk '{ print $2 }')
row 'memory at the prompt (most, of 6 MiB)' "$kib" 6144 KiB \
    "$(awk -v k="$kib" 'BEGIN { if (k) printf "%.3f", k / 6144 }')" 1

# A change and its commit; the start is taken off.
lines 200 'pins Grenadiers1 2' >"$dir/pins"
lines 1 'pins Grenadiers1 2' >"$dir/pin"
i=0
while [ $i -lt $few ]; do
    ours=$("$BENCH/pairs" -n 1 -a "$dir/pins" -b "$dir/pin" "$ADJUTANT" -g "$dir/copy.game" -- \
        "$ADJUTANT" -g "$dir/copy.game" | awk '{ print $1 - $2 }')
    bare=$("$BENCH/commit" "$dir/bare.db" 199)
    echo "$ours $bare" | awk '{ printf "%.1f %.1f %.3f\n", $1 / 199, $2 / 199, $1 / $2 }'
    i=$((i + 1))
done >"$dir/ratios"
middle=$(((few + 1) / 2))
row 'a change with its commit : one bare row' \
    "$(cut -d' ' -f1 "$dir/ratios" | sort -n | sed -n ${middle}p)" \
    "$(cut -d' ' -f2 "$dir/ratios" | sort -n | sed -n ${middle}p)" us \
    "$(cut -d' ' -f3 "$dir/ratios" | sort -n | sed -n ${middle}p)" 1.3

# How often the disk is waited for, which no noise can hide.
if command -v strace >"$dir/out"; then
    lines 1 'bag' >"$dir/question"
    { lines 10 'table' && lines 10 'need Grenadiers1 Rifles1 14 soft'; } >"$dir/questions"
    lines 21 'pins Grenadiers1 2' >"$dir/changes"
    one=$(syncs "$dir/pin") && more=$(syncs "$dir/changes") && asked=$(syncs "$dir/question") &&
        all=$(syncs "$dir/questions")
    row 'syncs for a change' "$(((more - one) / 20))" 1 '' \
        "$(awk -v n=$((more - one)) 'BEGIN { print n / 20 }')" 1
    row 'syncs for 20 questions' "$((all - asked))" 0 '' "$((all - asked))" 0
else
    row 'syncs (no strace here)' - - '' '' 1
fi

# Opening many events against opening none: a difference, in milliseconds.
if sum=$("$BENCH/pairs" -n $many "$ADJUTANT" -g "$big" bag -- "$ADJUTANT" -g "$none" bag); then
    echo "$sum" | awk '{ printf "%s %s %.3f\n", $1, $2, ($1 - $2) / 1000 }' >"$dir/sum"
    read -r a b difference <"$dir/sum"
    row 'opening them : opening none (ms more)' "$a" "$b" us "$difference" 1.5
fi

# Replaying the whole log, the start taken off, against reading its rows.
if sum=$("$BENCH/pairs" -n $some "$ADJUTANT" -g "$big" check -- "$ADJUTANT" -g "$big" bag); then
    i=0
    while [ $i -lt $some ]; do
        "$BENCH/scan" "$big"
        i=$((i + 1))
    done | awk '{ print $1 }' | sort -n | sed -n $(((some + 1) / 2))p >"$dir/sum"
    read -r bare <"$dir/sum"
    echo "$sum $bare" | awk '{ printf "%.1f %.3f\n", $1 - $2, ($1 - $2) / $4 }' >"$dir/sum"
    read -r ours ratio <"$dir/sum"
    row 'check, without the start : reading the rows' "$ours" "$bare" us "$ratio" 2.5
fi

# Odds: the chain by itself, and ten thousand of them through a pipe.
us=$("$BENCH/chain") && row 'the chain of odds for 40 dice (of 25 us)' "$us" 25 us \
    "$(awk -v t="$us" 'BEGIN { printf "%.3f", t / 25 }')" 1
us=$("$BENCH/chain" melee) && row 'a fight of two squads of 15 (of 1000 us)' "$us" 1000 us \
    "$(awk -v t="$us" 'BEGIN { printf "%.3f", t / 1000 }')" 1
lines 10000 'odds rifle count=40 14 soft vs=regular target.models=10' >"$dir/odds"
awk 'BEGIN { for (i = 1; i <= 10000; i++) print "SELECT " i ";" }' >"$dir/selects"
paired '10,000 odds in a pipe : 10,000 SELECTs' 0.5 -n $few -a "$dir/odds" -b "$dir/selects" \
    "$ADJUTANT" -e 2 -- "$SQLITE3" :memory:
exit 0
