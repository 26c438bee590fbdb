#!/bin/sh
# What is answered is on the disk, at the price of one fdatasync: strace counts exactly one for
# each command that changes the game, in batch and alone, and none for questions.
set -u
export LC_ALL=C

adjutant=${ADJUTANT:?}
dir=${TMPDIR:-/tmp}/sync.$$
mkdir -p "$dir" && cd "$dir" || exit 1
trap 'cd / && rm -rf "$dir"' EXIT
trap 'exit 1' INT TERM HUP
# The leak checker and strace cannot both trace.
ASAN_OPTIONS=detect_leaks=0${ASAN_OPTIONS:+:$ASAN_OPTIONS}
export ASAN_OPTIONS

if ! command -v strace >/dev/null; then
    echo 'sync.sh: skipped: there is no strace'
    exit 77
fi
if ! strace -o trial true 2>trial.err; then
    echo "sync.sh: skipped: strace may not trace here: $(head -n 1 trial.err)"
    exit 77
fi
: >wrong

# Syncs of one run; the answers must all be good.
syncs() { # arguments; standard input is the commands
    strace -f -o trace -e trace=fsync,fdatasync,sync_file_range,msync,syncfs,sync \
        "$adjutant" -j "$@" >out 2>err
    [ -s err ] && echo "complaint: $(head -n 1 err)"
    grep -v '^{"ok":true' out | head -n 1
    grep -cE '(sync|sync_file_range)\(' trace
}

# As many as wanted, no more and no less.
counts() { # what, wanted, came
    if [ "$2" != "$3" ]; then
        echo "sync.sh: expected $1: $2 syncs"
        echo "sync.sh: came     $3"
        echo "$1" >>wrong
    fi
}

cat >start <<'EOF'
side axis army=germany
side allies
unit axis Gren squad regular weapons="6 rifle, 1 smg, 1 lmg"
unit allies Rifles squad regular weapons="9 rifle, 1 smg"
turn
EOF
counts 'nothing at all' 0 "$(syncs need hit rifle range=5)"
made=$(syncs new game edition=2 </dev/null)
# That the counting counts at all: a game is made to last as well.
[ "$made" -ge 1 ] 2>/dev/null || counts 'new' 'at least one' "$made"
# A game made and filled by one process: what new does itself, and one a command.
(echo 'new both edition=2'; cat start) >both.start
# The end of a batch folds the log in; what that costs is told by a batch of one command.
closing=$(($(echo 'side first' | syncs -g game) - 1))
[ "$closing" -ge 0 ] || counts 'a batch of one command' 'at least 1' $((closing + 1))
counts 'new and 5 commands in one batch' $((made + 5 + closing)) "$(syncs <both.start)"
counts '5 commands in a batch' $((5 + closing)) "$(syncs -g game <start)"

# 50 commands of every kind that changes the record.
awk 'BEGIN {
    print "draw axis\norder Gren fire"
    print "fire Gren at Rifles range=11 react=none hits=3 kills=1 sixes=0"
    print "draw allies\norder Rifles fire dice=3,4\nend\nturn\nundo\nredo"
    for (i = 0; i < 41; i++) print (i % 3 ? "pins Gren " : "models Rifles ") 1 + i % 7
}' >fifty
counts '50 commands in a batch' $((50 + closing)) "$(syncs -g game <fifty)"
# A long write-ahead log is folded in at the end, not amid the commands.
awk 'BEGIN { for (i = 0; i < 400; i++) print "pins Rifles " i % 5 }' >many
long=$(syncs -g game <many)
[ "$long" -ge 400 ] 2>/dev/null && [ "$long" -le 405 ] ||
    counts '400 commands in a batch' '400 to 405' "$long"

# Alone, each in a process of its own.
for command in 'pins Gren 2' 'models Gren 5' 'side third' 'undo' 'redo' 'set Gren hidden=yes' 'pins Gren 1' \
    'draw axis' 'order Gren advance dice=3,3' 'set dice virtual' 'seed word' 'dice 3 4'; do
    # shellcheck disable=SC2086 # several words
    counts "$command alone" 1 "$(syncs -g game $command)"
done

# Questions, in all ways.
for question in 'need hit rifle range=5' 'need Gren Rifles 5' 'need order Gren' \
    'odds rifle range=5 vs=regular count=5' 'odds Gren Rifles 5' table 'show Gren' bag log \
    'rule pins' 'weapon rifle' report check verify seed set help dice; do
    # shellcheck disable=SC2086 # several words
    counts "$question alone" 0 "$(syncs -g game $question)"
    echo "$question"
done >questions
grep 'sync.sh:' questions
grep -v 'sync.sh:' questions >asked
before=$(cat game game-wal 2>/dev/null | cksum)
strace -f -o trace -e trace=fsync,fdatasync "$adjutant" -j -g game <asked >out 2>err
counts 'questions in a batch' 0 "$(grep -cE 'sync\(' trace)"
after=$(cat game game-wal 2>/dev/null | cksum)
[ "$before" = "$after" ] || counts 'questions to leave the file alone' "$before" "$after"
# A refused command changes nothing and costs nothing.
strace -f -o trace -e trace=fsync,fdatasync "$adjutant" -j -g game pins Nobody 3 >out 2>err
counts 'a refused command' 0 "$(grep -cE 'sync\(' trace)"
strace -f -o trace -e trace=fsync,fdatasync "$adjutant" -j -g game turn >out 2>err
counts 'a command that the rules refuse' 0 "$(grep -cE 'sync\(' trace)"

[ -s wrong ] && exit 1
exit 0
