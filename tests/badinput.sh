#!/bin/sh
# Bad input of any kind gets exactly one clear line and the right exit status, answers nothing,
# and changes nothing; with --json it is one object, and valid. A few thousand random commands
# neither crash the program nor spoil the record.
set -u
export LC_ALL=C
unset ADJUTANT_GAME

adjutant=${ADJUTANT:?}
sqlite3=${SQLITE3:-sqlite3}
rules=${ADJUTANT_RULES:?}
dir=${TMPDIR:-/tmp}/badinput.$$
mkdir -p "$dir" && cd "$dir" || exit 1
mounted=
trap '[ -z "$mounted" ] || umount "$mounted"; cd / && rm -rf "$dir"' EXIT
trap 'exit 1' INT TERM HUP
: >wrong
: >all.json
: >nothing
XDG_STATE_HOME=$dir/state
ASAN_OPTIONS=exitcode=99:allocator_may_return_null=0${ASAN_OPTIONS:+:$ASAN_OPTIONS}
UBSAN_OPTIONS=halt_on_error=1:exitcode=99
export XDG_STATE_HOME ASAN_OPTIONS UBSAN_OPTIONS

wrong() { # what was expected, what came
    echo "badinput.sh: expected $1"
    echo "badinput.sh: came     $(printf '%s' "$2" | cut -c 1-300 | tr -c '[:print:]\n' '?')"
    echo "$1" >>wrong
}

same() { # what, expected, came
    [ "$2" = "$3" ] || wrong "$1: $2" "$3"
}

words='- done refused usage storage'
code_of() { # exit status
    echo "$words" | cut -d ' ' -f $(($1 + 2))
}

# One run that is refused: exit status, one line of complaint that matches, no answer. Then the
# same with --json: the complaint is the answer. Standard input comes from the file `input`.
refused() { # exit status, pattern, arguments
    status=$1 pattern=$2
    shift 2
    "$adjutant" "$@" <input >out 2>err
    same "exit status of adjutant $*" "$status" $?
    same "answer of adjutant $*" '' "$(tr -d '\0' <out)"
    one_line "$pattern" "adjutant $*"
    "$adjutant" -j "$@" <input >out 2>err
    same "exit status of adjutant -j $*" "$status" $?
    same "complaint beside the JSON of adjutant -j $*" '' "$(cat err)"
    same "lines of JSON of adjutant -j $*" 1 "$(wc -l <out | tr -d ' ')"
    sed "s/\$/	$(code_of "$status")/" out >>all.json
}

one_line() { # pattern, what was run
    same "lines of complaint of $2" 1 "$(wc -l <err | tr -d ' ')"
    grep -qE -e "$1" err || wrong "a complaint of $2 with: $1" "$(cat err)"
    [ "$(LC_ALL=C tr -d '[:print:]\n\200-\377' <err | wc -c)" -eq 0 ] ||
        wrong "no control characters in the complaint of $2" "$(cat err)"
}

# The record as it stands: to be compared.
snapshot() { # file
    { "$adjutant" -j -g game table; "$adjutant" -j -g game log; "$adjutant" -j -g game dice; } \
        >"$1" 2>&1 </dev/null
}

unchanged() { # after what
    snapshot now
    cmp -s before now || wrong "the game to be unchanged after $1" "$(diff before now)"
}

cat >setting-up <<'EOF'
new game edition=2
side axis army=germany
side allies army=united-states
unit axis Gren squad regular men=8 full=8 weapons="6 rifle, 1 smg, 1 lmg"
unit axis Lt hq veteran men=2 officer=first-lieutenant weapons="1 rifle, 1 smg"
unit allies Rifles squad regular men=10 weapons="8 rifle, 1 smg, 1 automatic-rifle"
unit allies MG team regular weapons="1 mmg"
turn
draw axis
order Gren fire
fire Gren at Rifles range=11 react=none hits=3 kills=1 sixes=0
dice 4 4
EOF
"$adjutant" <setting-up >made 2>&1 || wrong 'a game to try it on' "$(cat made)"
snapshot before
grep -q '"command":"fire' before || wrong 'a record with a fire in it' "$(cat before)"

# ---- lines ----

# Code, pattern, and the line for printf. All run in one process with --keep-going: each gets its
# own line of complaint, in order, and its own object.
cat >cases <<'EOF'
usage|no command is called frobnicate|frobnicate
usage|no command is called 7|7
usage|no command is called =|=
usage|no unit is called Nobody|show Nobody
usage|did you mean Gren|show Grem
usage|no unit is called Nobody|pins Nobody 3
usage|no unit is called Nobody|fire Gren at Nobody range=5
usage|no unit is called Nobody|order Nobody fire
usage|too is not understood|table too many
usage|no side is called x|bag x
usage|x is not understood|check x
usage|x is not understood|verify x
usage|x is not understood|finish x
usage|x is not understood|quit x
usage|x is not understood|show Gren x
usage|whole number|log x
usage|whole number|undo x
usage|whole number|redo 1x
usage|whole number|undo -1
usage|undo 0|undo 0
usage|whole number|undo 99999999999999999999
usage|7|dice 7
usage|0|dice 0
usage|7|dice 1 2 7
usage|x|dice 1 x
usage|-|dice -1
usage|7|order Lt fire dice=7
usage|x|order Lt fire dice=3x
usage|whole number|pins Gren 3x
usage|whole number|pins Gren -1
usage|whole number|pins Gren 1e3
usage|0 to 40|pins Gren 41
usage|whole number|pins Gren 99999999999999999999
usage|missing|pins
usage|missing|pins Gren
usage|0 to 60|models Gren 61
usage|missing|order Gren
usage|no order|order Lt dance
usage|missing|fire Gren
usage|missing|new
usage|missing|open
usage|distance|need hit weapon=rifle range=nan
usage|distance|need hit weapon=rifle range=inf
usage|distance|need hit weapon=rifle range=1e400
usage|distance|need hit weapon=rifle range=0x10
usage|distance|need hit weapon=rifle range=-3
usage|distance|need hit weapon=rifle range=
usage|distance|need hit weapon=rifle range=5mm
usage|trebuchet|need hit weapon=trebuchet range=5
usage|missing|need hit
usage|missing|need
usage|missing|need hit range=5
usage|cover|need hit weapon=rifle range=5 cover=feather
usage|pins|need hit weapon=rifle range=5 pins=many
usage|pins|need hit weapon=rifle range=5 pins=-1
usage|count|odds rifle range=5 vs=regular count=1000000
usage|count|odds rifle range=5 vs=regular count=0
usage|missing|odds rifle
usage|no dice|roll 2d7
usage|no dice|roll 999999999d6
usage|no dice|roll d6+99999999999999999999
usage|missing|roll
usage|missing|rule
usage|missing|weapon
usage|dice|set dice
usage|dice|set dice irt
usage|dice|set dice v
usage|dice|set dice virtual real
usage|tutor|set tutor n
usage|tutor|set tutor maybe
usage|scale|set scale
usage|scale|set scale cm=0
usage|scale|set scale cm=-1
usage|scale|set scale cm=1x
usage|scale|set scale cm=nan
usage|scale|set scale cm=inf
usage|scale|set scale cm=1e99
usage|KEY=VALUE|set Gren
usage|KEY=VALUE|set Gren pins
usage|KEY=VALUE|set Gren =3
usage|.|set Gren pins=
usage|.|set Gren pins=x
usage|.|set Gren pins=-1
usage|.|set Gren models=99999999999
usage|.|set Gren quality=excellent
usage|.|set Gren order=dance
usage|.|set Gren colour=red
usage|.|set Gren name=
usage|letters|set Gren name="a b"
refused|already|set Gren name=Rifles
usage|letters|side "a b"
usage|letters|side "a/b"
usage|letters|side ""
usage|letters|side aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
refused|already|side AXIS
usage|missing|side
usage|missing|unit axis
usage|.|unit nobody New squad regular weapons="1 rifle"
usage|kind of unit|unit axis New horde regular weapons="1 rifle"
usage|quality|unit axis New squad splendid weapons="1 rifle"
usage|men|unit axis New squad regular
usage|weapons|unit axis New squad regular weapons="99 rifle"
usage|weapons|unit axis New squad regular weapons="0 rifle"
usage|weapons|unit axis New squad regular weapons="99999999999999999999 rifle"
usage|trebuchet|unit axis New squad regular weapons="1 trebuchet"
usage|empty|unit axis New squad regular weapons=""
usage|men|unit axis New squad regular men=0 weapons="1 rifle"
usage|men|unit axis New squad regular men=2 weapons="5 rifle"
refused|already|unit axis gren squad regular weapons="1 rifle"
usage|never ends|show "Gren
usage|never ends|unit axis New squad regular weapons="8 rifle
usage|force|force
usage|force|force because
usage|cannot be forced|force because table
usage|cannot be forced|force because force because draw
usage|.|help frobnicate
refused|no rule|rule zzzzqqqq
usage|whole number|report x
storage|exists already|new bad
storage|no such game|open nothing-here
storage|directory|open state
storage|exists already|new state
storage|not a game|open setting-up
refused|.|turn
refused|.|end
refused|.|order Gren fire
refused|.|fire Gren at Lt range=4
usage|NUL byte|show \000Gren
usage|NUL byte|\000
usage|no unit is called|show \377\376
usage|no unit is called|show \303
usage|no unit is called|show \300\257
usage|control character|\033[31mtable
usage|control character|show \033]0;title\007
usage|control character|show Gr\010en
usage|control character|show \302\233
usage|control character|\177
usage|control character|table \001\002\003\004\005
EOF
awk -F '|' '{ print $3 }' cases >formats
while IFS= read -r format; do
    # shellcheck disable=SC2059 # the cases are formats
    printf "$format"
    echo
done <formats >input
# On a copy, so that one line that is taken by mistake does not spoil what follows.
cp game bad; cp game-wal bad-wal 2>/dev/null
"$adjutant" -k -g bad <input >out 2>err
same 'exit status of the bad lines' 2 $?
same 'answers to the bad lines' '' "$(cat out)"
awk -F '|' '
    NR == FNR { pattern[NR] = $2; line[NR] = $3; n = NR; next }
    match($0, /^line [0-9]+: /) {
        m = substr($0, 6) + 0
        if (seen[m]++) print "one complaint of " line[m] "\t" seen[m]
        if (substr($0, RLENGTH + 1) !~ pattern[m]) print line[m] ": " pattern[m] "\t" $0
        next
    }
    { print "a line: a complaint\t" $0 }
    END { for (i = 1; i <= n; i++) if (!seen[i]) print "a complaint of " line[i] "\tnone" }
    ' cases err >problems
while IFS='	' read -r expected came; do wrong "$expected" "$came"; done <problems
[ "$(LC_ALL=C tr -d '[:print:]\n\200-\377' <err | wc -c)" -eq 0 ] ||
    wrong 'no control characters in complaints' "$(cat -v err | grep '\^')"
"$adjutant" -j -k -g bad <input >out 2>err
same 'complaints beside JSON' '' "$(cat err)"
same 'objects for the bad lines' "$(wc -l <cases)" "$(wc -l <out)"
awk -F '|' 'NR == FNR { code[NR] = $1; next } { print $0 "\t" code[FNR] }' cases out >>all.json
for what in table log dice; do "$adjutant" -j -g bad $what; done >now 2>&1 </dev/null
cmp -s before now || wrong 'the game to be unchanged after bad lines' "$(diff before now)"
# Without --keep-going the first one ends the run.
printf 'bag\nfrobnicate\npins Gren 9\n' >input
"$adjutant" -g game <input >out 2>err
same 'exit status of a run with a bad line' 2 $?
same 'answers before the bad line' 1 "$(wc -l <out | tr -d ' ')"
one_line '^line 2: ' 'a run with a bad line'
unchanged 'a run with a bad line'

# Lines that say nothing are no complaint.
printf '\n\n   \n\t\n# nothing\n  # nothing\n\r\n\013\f\n' >input
"$adjutant" -g game <input >out 2>err
same 'exit status of empty lines' 0 $?
same 'answer to empty lines' '' "$(cat out err)"
# Neither is a line end of another system, nor a last line without one.
printf 'bag\r\nbag' >input
"$adjutant" -g game <input >out 2>err
same 'exit status of lines of other systems' 0 $?
same 'answers to them' 2 "$(wc -l <out | tr -d ' ')"

# ---- bytes without end ----

awk 'BEGIN { for (i = 0; i < 10000; i++) s = s "x"; for (i = 0; i < 1000; i++) printf "%s", s }' >long
cp long input
refused 2 'longer than' -g game
{ cat long; echo; echo bag; } >input
"$adjutant" -k -g game <input >out 2>err
same 'exit status of a long line among others' 2 $?
same 'answers beside a long line' 1 "$(wc -l <out | tr -d ' ')"
one_line '^line 1: .*longer than' 'a long line among others'
head -c 10000000 /dev/zero >input
refused 2 'longer than|NUL' -g game
awk 'BEGIN { for (i = 0; i < 3000; i++) printf "bag " }' >input
refused 2 'more than .* words|not understood' -g game
{ printf 'show '; head -c 60000 long; echo; } >input
refused 2 'no unit is called' -g game
{ printf 'dice '; head -c 3000 long | tr x 3; echo; } >input
refused 2 'more than' -g game
{ printf 'pins Gren 3 '; head -c 60000 long; echo; } >input
cp game spare && cp game-wal spare-wal 2>/dev/null
"$adjutant" -j -g spare <input >out 2>err
[ $? -le 2 ] || wrong 'a long reason to be taken or refused' "$(cat out err)"
"$adjutant" -g spare check >out 2>&1 || wrong 'a sound game after a long reason' "$(cat out)"
rm -f spare spare-*
: >input
unchanged 'bytes without end'

# ---- options and arguments ----

refused 2 '-x' -x
refused 2 'nosuch' --nosuch
refused 2 'wants a value' -g
refused 2 'say 1 or 2' -e 3 bag
refused 2 'say 1 or 2' -e 2x bag
refused 2 'auto, always' --color blue bag
refused 2 'no command' -g game ''
refused 2 'no unit' -g game show ''
refused 2 'no unit' -g game show "$(printf '\377')"
refused 2 'control character' -g game show "$(printf 'Gr\nen')"
refused 2 'longer|no unit' -g game show "$(head -c 100000 long)"
unchanged 'bad arguments'

# ---- files that are no game ----

mkdir folder
echo 'a text' >text
: >empty
"$sqlite3" other 'CREATE TABLE t(a); INSERT INTO t VALUES (1)'
cp game newer; cp game-wal newer-wal 2>/dev/null
"$sqlite3" newer 'PRAGMA user_version = 992' >/dev/null
"$sqlite3" newer 'PRAGMA wal_checkpoint(TRUNCATE)' >/dev/null
cp game whole; cp game-wal whole-wal 2>/dev/null
"$sqlite3" whole 'PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE' >/dev/null
rm -f whole-wal whole-shm
"$adjutant" -j -g whole log >out 2>&1 </dev/null
cp whole kept
cmp -s out before || grep -q '"command":"fire' out || wrong 'a whole game to damage' "$(cat out)"
head -c 6000 whole >truncated
head -c 60 whole >stub
mkfifo pipe
for command in table log check 'pins Gren 3' undo; do
    # shellcheck disable=SC2086 # two words
    {
        refused 3 'folder: is .*a directory' -g folder $command
        refused 3 'text: is not a game' -g text $command
        refused 3 'truncated: is damaged' -g truncated $command
    }
done
refused 3 'empty: is not a game' -g empty table
refused 3 'other: is not a game' -g other table
refused 3 'stub: is (not a game|damaged)' -g stub table
refused 3 'newer version' -g newer table
refused 3 'newer version' -g newer pins Gren 3
refused 3 'pipe: is not a game' -g pipe table
refused 3 '/dev/zero: is not a game' -g /dev/zero table
refused 3 'nothing-here' -g nothing-here table
refused 3 'nothing-here' -g nothing-here/game table
refused 3 'text' -g text/game table
refused 3 '.' -g '' table
refused 3 '.' new folder/no/such/folder/game
refused 3 'exists already' new text
same 'the text file' 'a text' "$(cat text)"
[ ! -s empty ] || wrong 'the empty file to stay empty' "$(wc -c <empty) bytes"
echo table >input
refused 3 'folder: is .*a directory' -g folder
: >input

# ---- damage inside ----

# Whatever stands in the file: an answer or one complaint, never a crash. What cannot be told from
# a sound game must be sound.
damaged() { # how it was damaged
    printf 'table\nlog\nreport\nshow Gren\nbag\nneed Gren Rifles 5\nodds Gren Rifles 5\nverify\n' >ask
    printf 'pins Lt 1\ndraw\nend\norder Lt fire\nfire Lt at Rifles range=4 react=none\n' >>ask
    printf 'undo\nredo\nset dice virtual\ndraw\nundo 999\nredo 999\nlog\ncheck\n' >>ask
    "$adjutant" -j -k -g hurt <ask >out 2>err
    status=$?
    [ $status -le 3 ] || wrong "no crash: $1" "status $status, $(head -n 3 err)"
    same "complaints beside JSON: $1" '' "$(grep -E 'rror|Sanitizer' err | head -n 3)"
    if [ $status -le 3 ]; then same "objects: $1" "$(wc -l <ask)" "$(wc -l <out)"; fi
    rm -f hurt-*
}

n=0
while [ $n -lt 15 ]; do
    n=$((n + 1))
    cp whole hurt
    awk -v seed=$n -v size="$(wc -c <whole)" 'BEGIN { srand(seed)
        for (i = 0; i < 1 + int(rand() * 4); i++)
            printf "%d \\\\%03o\\\\%03o\\\\%03o\n", 100 + int(rand() * (size - 110)),
                int(rand() * 256), int(rand() * 256), int(rand() * 256) }' |
        while read -r at bytes; do
            # shellcheck disable=SC2059 # the bytes are a format
            printf "$bytes" | dd of=hurt bs=1 seek="$at" conv=notrunc 2>/dev/null
        done
    damaged "bytes overwritten, seed $n"
done
# A page of the middle is gone altogether.
cp whole hurt
head -c 12288 /dev/zero | dd of=hurt bs=4096 seek=2 conv=notrunc 2>/dev/null
refused 3 'is damaged' -g hurt check
damaged 'pages overwritten'

# Rows that no version writes. The triggers are in the way of some.
while IFS= read -r sql; do
    cp whole hurt
    "$sqlite3" hurt "DROP TRIGGER intent_keep; DROP TRIGGER intent_hold; DROP TRIGGER event_keep;
        DROP TRIGGER event_hold; $sql" >/dev/null 2>&1 || wrong 'the damage to be done' "$sql"
    rm -f hurt-*
    damaged "$sql"
done <<'EOF'
INSERT INTO intent (n, kind, turn, command, dice, queued, says) VALUES (-5, 'do', 1, 'x', '', '', '')
INSERT INTO intent (n, kind, turn, command, dice, queued, says) VALUES (9e15, 'do', 1, 'x', '', '', '')
UPDATE intent SET kind = 'boo' WHERE n = 3
UPDATE intent SET dice = 'xyz', queued = 'xyz' WHERE n > 5
UPDATE intent SET kind = 'undo', of = 7000000 WHERE n = 8
DELETE FROM intent WHERE n = 5
DELETE FROM intent
DELETE FROM event
UPDATE event SET intent = -intent
UPDATE event SET kind = 'boo' WHERE n = 3
UPDATE event SET unit = 77 WHERE n > 4
UPDATE event SET unit = -1 WHERE n > 4
UPDATE event SET a = 77 WHERE n > 4
UPDATE event SET a = -77 WHERE n > 4
UPDATE event SET a = 9e9, b = 9e9
UPDATE event SET a = 77 WHERE kind = 'order'
UPDATE event SET b = 77
UPDATE event SET text = ''
UPDATE event SET text = text || x'FF' || char(27)
UPDATE event SET text = hex(zeroblob(3000)) WHERE n > 4
UPDATE unit SET pins = 2000000000
UPDATE unit SET pins = -7, models = -7, men = -7
UPDATE unit SET models = 2000000000, men = 2000000000
UPDATE unit SET side = 77 WHERE id = 1
UPDATE unit SET side = -1 WHERE id = 1
UPDATE unit SET nco = 77, loaders = 77, armour = 77
UPDATE unit SET nco = -77, loaders = -77, armour = -77
UPDATE unit SET victim = 77, aboard = 77
UPDATE unit SET victim = -77, aboard = -77
UPDATE unit SET id = 77 WHERE id = 1
UPDATE unit SET name = ''
UPDATE unit SET name = hex(zeroblob(3000))
UPDATE unit SET name = 'Gr' || char(27) || '[31men' WHERE id = 1
UPDATE unit SET flags = 'boo'
UPDATE unit SET special = 'boo'
UPDATE unit SET type = 'boo'
UPDATE game SET drawn = 77
UPDATE game SET drawn = -77
UPDATE game SET turn = -7
UPDATE game SET phase = 'boo'
UPDATE game SET virtual_dice = -7
UPDATE game SET virtual_dice = 2147483647
DELETE FROM game
DELETE FROM side
DELETE FROM birth
UPDATE birth SET seed = x'00'
UPDATE birth SET edition = 7
UPDATE weapon_carried SET count = 30000
UPDATE weapon_carried SET count = -3
UPDATE weapon_carried SET weapon = 'boo'
DELETE FROM weapon_carried
INSERT INTO weapon_carried SELECT 1, value, 'rifle', 5, 'none', 0, 0, 0, 0, 0 FROM generate_series(10, 60)
INSERT INTO side SELECT value, 'side' || value, '', 0 FROM generate_series(10, 60)
DELETE FROM queue; INSERT INTO queue (face) VALUES (9), (0), (-5), (300)
INSERT INTO queue (face) SELECT 3 FROM generate_series(1, 2000)
REPLACE INTO setting VALUES ('cm', '0'), ('dice', 'boo'), ('words', hex(zeroblob(3000)))
DROP TABLE unit
DROP TABLE queue
DROP TABLE setting
DROP TABLE intent
EOF
cmp -s whole kept || wrong 'the whole game to be whole' 'it was changed'

# ---- what may not be read or written ----

as_nobody() { "$@"; }
if [ "$(id -u)" = 0 ]; then
    if command -v setpriv >/dev/null; then
        as_nobody() { setpriv --reuid=65534 --regid=65534 --clear-groups "$@"; }
    else
        as_nobody=missing
    fi
fi
# The whole way must be open to somebody else.
cp "$adjutant" program 2>/dev/null
cp "$rules"/rules-ed*.db .
open_way=yes
as_nobody test -x "$dir/program" 2>/dev/null || open_way=
if [ "${as_nobody:-}" = missing ] || [ -z "$open_way" ]; then
    echo 'badinput.sh: files without permission: skipped, nobody else can be'
else
    mkdir shut; chmod 755 shut
    cp whole shut/unreadable; chmod 0 shut/unreadable
    cp whole shut/unwritable; chmod 444 shut/unwritable
    real=$adjutant
    cat >other <<EOF
#!/bin/sh
unset XDG_STATE_HOME HOME
ADJUTANT_RULES='$dir' exec '$dir/program' "\$@"
EOF
    chmod 755 other
    somebody() { as_nobody "$dir/other" "$@"; }
    adjutant=somebody
    refused 3 'unreadable: ' -g shut/unreadable table
    refused 3 'may not be written' -g shut/unwritable pins Gren 3
    refused 3 'may not be written' -g shut/unwritable undo
    refused 3 'may not be written' -g shut/unwritable dice 3
    refused 3 'may not be written' -g shut/unwritable set dice virtual
    refused 3 'may not be written' -g shut/unwritable seed word
    refused 3 '.' new shut/new
    "$adjutant" -g shut/unwritable show Gren >out 2>err ||
        wrong 'a game that may not be written to be readable' "$(cat err)"
    adjutant=$real
    cmp -s shut/unwritable whole || wrong 'the file without permission unchanged' 'it was changed'
fi

# ---- a full disk ----

full_disk() {
    mkdir -p disk && mount -t tmpfs -o size=256k tmpfs disk 2>/dev/null && mounted=$dir/disk
}
if [ "$(id -u)" = 0 ] && full_disk; then
    cp whole disk/game
    "$adjutant" -g disk/game table >/dev/null 2>&1 # the log's file is there
    cp disk/game disk/second
    "$adjutant" -j -g disk/game log >first
    dd if=/dev/zero of=disk/filler bs=1024 2>/dev/null
    echo 'pins Gren 3' >input
    full=0
    for i in 1 2 3 4 5 6 7 8; do
        "$adjutant" -g disk/game <input >out 2>err
        [ $? = 0 ] || { full=1; break; }
        cp disk/game kept-game; "$adjutant" -j -g disk/game log >first
    done
    same 'the disk to be full' 1 $full
    refused 3 'disk is full|disk fails' -g disk/game
    : >input
    refused 3 'disk is full|disk fails|cannot be opened' -g disk/game pins Gren 3
    refused 3 'disk is full|disk fails|cannot be opened' new disk/new
    [ ! -e disk/new ] || wrong 'no half game on a full disk' "$(ls -l disk)"
    "$adjutant" -j -g disk/game log >second 2>&1
    cmp -s first second || wrong 'the log unchanged on a full disk' "$(cut -c 1-200 second)"
    rm disk/filler
    "$adjutant" -g disk/game check >out 2>&1 || wrong 'a sound game after a full disk' "$(cat out)"
    "$adjutant" -g disk/game pins Gren 3 >out 2>&1 ||
        wrong 'the game to go on when there is room' "$(cat out)"
    umount disk && mounted=
else
    echo 'badinput.sh: full disk: skipped, nothing can be mounted'
fi

# ---- what stands around ----

mkdir no-rules bad-rules
echo 'a text' >bad-rules/rules-ed2.db
ADJUTANT_RULES=$dir/no-rules
refused 3 'rule data' -g game table
refused 3 'rule data' need hit rifle 5
refused 3 'rule data' rule pins
ADJUTANT_RULES=$dir/bad-rules
refused 3 'rules-ed2.db' -g game table
grep -q 'is not a game' err out && wrong 'rule data not to be called a game' "$(cat err out)"
refused 3 'rules-ed2.db' rule pins
ADJUTANT_RULES=$rules
unchanged 'missing rule data'

# State that cannot be kept is no complaint.
echo 'bag' >input
for state in /proc/nothing "$dir/text" relative; do
    XDG_STATE_HOME=$state
    "$adjutant" -g game <input >out 2>err
    same "exit status with XDG_STATE_HOME=$state" 0 $?
    same "complaints with XDG_STATE_HOME=$state" '' "$(cat err)"
done
(unset XDG_STATE_HOME HOME; "$adjutant" -g game <input >out 2>err)
same 'exit status without HOME' 0 $?
same 'complaints without HOME' '' "$(cat err)"
mkdir -p state2/adjutant
head -c 100000 /dev/zero >state2/adjutant/game
XDG_STATE_HOME=$dir/state2
"$adjutant" -g game <input >out 2>err
same 'exit status with rubbish for the last game' 0 $?
same 'complaints with rubbish for the last game' '' "$(cat err)"
XDG_STATE_HOME=$dir/state

# Standard streams that are closed or full.
"$adjutant" -g game <&- >out 2>err
same 'exit status without standard input' 3 $?
one_line 'standard input' 'a run without standard input'
"$adjutant" -g game bag >&- 2>err
same 'exit status without standard output' 3 $?
one_line 'standard output' 'a run without standard output'
if [ -c /dev/full ]; then
    "$adjutant" -g game bag >/dev/full 2>err
    same 'exit status with a full standard output' 3 $?
    one_line 'standard output' 'a run with a full standard output'
    "$adjutant" -j -g game bag >/dev/full 2>err
    same 'exit status of JSON with a full standard output' 3 $?
fi
"$adjutant" -g game frobnicate 2>&-
same 'exit status without standard error' 2 $?
"$adjutant" -g game pins Gren 3 <&- >&- 2>&-
"$adjutant" -g game undo <&- >&- 2>&-
"$adjutant" -g game check >out 2>&1 </dev/null || wrong 'a sound game after closed streams' "$(cat out)"
"$adjutant" -g game table >out 2>&1 </dev/null
grep -q Gren out || wrong 'the table after closed streams' "$(cat out)"

# ---- dice that are known beforehand ----

# Undo is no re-roll: once a virtual die has been seen, nobody may add a word to the seed, not
# even when the die was undone; and a seed that was shown is no longer one to draw from.
"$adjutant" >made 2>&1 <<EOF
new fair edition=2
side axis
side allies
unit axis Gren squad regular weapons="7 rifle"
unit allies Rifles squad regular weapons="7 rifle"
set dice virtual
turn
draw
undo
EOF
same 'the undone draw' 0 $?
echo 'seed word' >input
refused 1 'seed' -g fair
printf 'redo\nverify\n' | "$adjutant" -g fair >out 2>&1 || wrong 'the die to be proved' "$(cat out)"
printf 'finish\nundo\n' | "$adjutant" -j -k -g fair >out 2>&1
echo 'draw' >input
"$adjutant" -g fair <input >out 2>&1 && wrong 'no draw once the seed was shown' "$(cat out)"
: >input

# ---- JSON ----

# Each refusal: valid JSON in valid UTF-8, not ok, with its code.
sed "s/'/''/g; s/^\(.*\)	\([a-z]*\)\$/('\1', '\2'),/" all.json |
    { echo 'CREATE TABLE a (j, code); INSERT INTO a VALUES'; cat; echo "('{}', 'end');"
      echo "DELETE FROM a WHERE code = 'end';"
      echo "SELECT 'not JSON: ' || j FROM a WHERE NOT json_valid(j);"
      echo "SELECT 'ok in ' || j FROM a WHERE json_valid(j) AND json_extract(j, '\$.ok') IS NOT 0;"
      echo "SELECT code || ' expected in ' || j FROM a WHERE json_valid(j)"
      echo "  AND json_extract(j, '\$.error.code') IS NOT code;"
      echo "SELECT 'no words in ' || j FROM a WHERE json_valid(j)"
      echo "  AND length(json_extract(j, '\$.error.message')) < 5;"
    } >checks.sql
"$sqlite3" :memory: <checks.sql >problems 2>&1
[ ! -s problems ] || wrong 'valid refusals in JSON' "$(head -n 5 problems)"
[ "$(wc -l <all.json)" -gt 150 ] || wrong 'more than 150 refusals in JSON' "$(wc -l <all.json)"
if command -v iconv >/dev/null; then
    iconv -f UTF-8 -t UTF-8 all.json >/dev/null 2>problems ||
        wrong 'JSON in valid UTF-8' "$(cat problems)"
fi

# ---- random commands ----

# Plausible words in any order, from a seed: mostly refused, sometimes done.
awk -v n="${FUZZ:-2000}" -v seed="${FUZZ_SEED:-1944}" '
    function any(list,    word, k) { k = split(list, word, " "); return word[1 + int(rand() * k)] }
    function fact() {
        if (rand() < 0.3) return any("soft hard veteran regular inexperienced 2p 14\" 6 0 11.5 36cm down fire advance hidden small at none all @ = ==")
        return any("weapon range order quality pins crew cover hidden shield building vs target.type target.order target.models target.pins facing ammo indirect shot officer leader special army full men models count dice hits kills sixes react pick lose with in.rifle in range.smg range.lmg under victim enemy-seen keep shoot reroll medic nco weapons edition scenario") "=" \
            any("rifle lmg smg mmg 0 1 2 3 5 6 7 12 14 24 60 100 -1 fire advance run ambush rally down yes no soft hard bunker Gren Rifles Lt MG all none regular veteran infantry vehicle stubborn,green germany captain 3,4,5 666666 1,1 \"8_rifle,1_lmg\" \"\" 1e9 x 5.5 leader")
    }
    function unit() { return any("Gren Rifles Lt MG gre ri l New1 New2 New3 Nobody axis") }
    function facts(k,    s) { while (k-- > 0) s = s " " fact(); return s }
    function dice(k,    s) { while (k-- > 0) s = s " " 1 + int(rand() * 6); return s }
    function order() { return any("fire advance run ambush rally down adv f") }
    BEGIN {
        srand(seed)
        for (i = 0; i < n; i++) {
            r = rand()
            if (r < 0.04) line = "turn"
            else if (r < 0.12) line = "draw " any("axis allies x ") 
            else if (r < 0.24) line = "order " unit() " " order() facts(int(rand() * 3))
            else if (r < 0.36) line = "fire " unit() " at " unit() " range=" int(rand() * 30) " react=" any("none down") facts(int(rand() * 3))
            else if (r < 0.40) line = "end" any(" |_keep=all _shoot=all _keep=Gren_shoot=Rifles ")
            else if (r < 0.46) line = "dice" dice(int(rand() * 12))
            else if (r < 0.50) line = "undo " any("1 1 1 2 3 x " (rand() < 0.05 ? "50" : "1"))
            else if (r < 0.54) line = "redo " any("1 1 2 3 50 ")
            else if (r < 0.58) line = "pins " unit() " " int(rand() * 14) " why not"
            else if (r < 0.62) line = "models " unit() " " int(rand() * 12)
            else if (r < 0.68) line = "set " unit() " " any("pins models order quality name morale leader reserve hidden immobilised abandoned destroyed men full fired officer special weapons side type victim aboard in_bag") "=" any("0 1 3 7 99 -1 yes no down fire none veteran regular Gren x")
            else if (r < 0.70) line = "unit " any("axis allies x") " New" int(rand() * 5) " " any("squad team hq gun vehicle") " " any("regular veteran inexperienced") " weapons=\"" 1 + int(rand() * 9) " " any("rifle smg lmg mmg medium-at panzerfaust flamethrower light-mortar") ", 1 " any("smg lmg pistol") "\"" facts(int(rand() * 3))
            else if (r < 0.74) line = "need " any("hit damage order morale indirect smoke flak spot assault ") " " facts(int(rand() * 7))
            else if (r < 0.77) line = "need " unit() " " unit() facts(int(rand() * 4))
            else if (r < 0.81) line = "odds " any("rifle lmg mmg flamethrower heavy-howitzer smg") " vs=" any("regular veteran 7 heavy-tank") " range=" int(rand() * 40) facts(int(rand() * 5))
            else if (r < 0.84) line = "odds " unit() " " unit() " " int(rand() * 30) facts(int(rand() * 3))
            else if (r < 0.87) line = "force because " any("order fire end draw turn") " " unit() " " any("fire down at") " " unit() facts(int(rand() * 3))
            else if (r < 0.89) line = "set dice " any("virtual virtual real")
            else if (r < 0.91) line = any("table bag log check verify report seed set help") " " any("3 1 fire Gren range ")
            else if (r < 0.93) line = "show " unit()
            else if (r < 0.95) line = "roll " any("2d6 d3 d6+1 3d6-2 d2 d7 0d6 99d6") facts(int(rand() * 2))
            else if (r < 0.97) line = "rule " any("pins long range shoot.hit.pins shoot. ambush\"s *) OR NEAR(") " " any("die order fire ")
            else line = any("weapon seed help side fire order end undo log") " " facts(int(rand() * 3))
            gsub(/_/, " ", line)
            if (rand() < 0.03) line = substr(line, 1, int(rand() * length(line)))
            print line
        }
    }' >fuzz
"$adjutant" -j -k -g game <fuzz >out 2>err
status=$?
[ $status -le 2 ] || wrong 'random commands to be done or refused' "status $status, $(head -n 5 err)"
same 'complaints of random commands' '' "$(head -n 5 err)"
same 'objects for random commands' "$(grep -cvE '^[ 	]*(#|$)' fuzz)" "$(wc -l <out | tr -d ' ')"
[ "$(grep -c '^{"ok":true' out)" -gt 300 ] ||
    wrong 'more than 300 random commands to be done' "$(grep -c '^{"ok":true' out)"
grep '"code":"storage"' out | grep -v 'exists already' | head -n 3 >problems
same 'storage errors of random commands' '' "$(cat problems)"
sed "s/'/''/g; s/.*/('&'),/" out |
    { echo 'CREATE TABLE a (j); INSERT INTO a VALUES'; cat; echo "('{}');"
      echo "SELECT 'not JSON: ' || j FROM a WHERE NOT json_valid(j)"; } >checks.sql
"$sqlite3" :memory: <checks.sql >problems 2>&1
[ ! -s problems ] || wrong 'valid JSON for random commands' "$(head -n 3 problems)"
"$adjutant" -g game check >out 2>&1 || wrong 'a sound game after random commands' "$(cat out)"
"$adjutant" -g game verify >out 2>&1 || wrong 'virtual dice of the seed after random commands' "$(cat out)"
# The same as text, which takes other ways through the program.
head -n 500 fuzz | "$adjutant" -k -g game >out 2>err
status=$?
[ $status -le 2 ] || wrong 'random commands as text' "status $status, $(tail -n 5 err)"
grep -vE '^line [0-9]+: ' err >problems
same 'complaints that are not one line' '' "$(head -n 3 problems)"
# Back to the start, and forth again.
printf 'side last\nundo 100000\ntable\nredo 100000\ncheck\n' | "$adjutant" -k -g game >out 2>&1
same 'everything to be undone and done again' 0 $?
grep -q 'record is sound' out || wrong 'a sound game in the end' "$(tail -n 2 out)"

[ -s wrong ] && exit 1
exit 0
