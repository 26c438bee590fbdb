#!/bin/sh
# A game of an older version, whose tables lacked what this one keeps, is read all the same: its
# tables are made anew from the log, once, and nothing of the log changes. One that may not be
# written is a clear complaint.
set -u
export LC_ALL=C
unset ADJUTANT_GAME

adjutant=${ADJUTANT:?}
sqlite3=${SQLITE3:-sqlite3}
dir=${TMPDIR:-/tmp}/renew.$$
mkdir -p "$dir" && cd "$dir" || exit 1
trap 'rm -rf "$dir"' EXIT
trap 'exit 1' INT TERM HUP
: >wrong
XDG_STATE_HOME=$dir/state
export XDG_STATE_HOME

same() { # what, expected, came
    [ "$2" = "$3" ] || {
        printf 'renew.sh: %s: expected %s, came %s\n' "$1" "$2" "$3"
        echo "$1" >>wrong
    }
}

"$adjutant" >/dev/null <<'EOF'
new game
side axis
side allies
unit axis Gren squad regular weapons="7 rifle, 1 lmg"
unit allies Tank vehicle veteran armour=9 weapons="medium-at turret"
terrain orchard soft dense rough
turn
order Gren fire
fire Gren at Tank 20 hits=0
pins Tank 2 seen on the table
undo
EOF
"$adjutant" -j -g game table >before
log() { "$sqlite3" "$1" 'SELECT * FROM intent; SELECT * FROM event'; }
log game >log.before

# Makes the tables as an older version had them, and compares what is read of them and kept:
# renewed VERSION SQL...
renewed() {
    version=$1
    shift
    rm -f old old-wal old-shm
    cp game old
    "$sqlite3" old "PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE; $*
        PRAGMA user_version = ${version}2" >/dev/null
    cp old locked
    "$adjutant" -j -g old table >after
    same "version $version: exit status" 0 $?
    same "version $version: the table" "$(cat before)" "$(cat after)"
    log old >log.after
    same "version $version: the log" "$(cat log.before)" "$(cat log.after)"
    "$adjutant" -g old check >out 2>&1 || same "version $version: check" sound "$(cat out)"
    same 'the version' 32 "$("$sqlite3" old 'PRAGMA user_version')"
    "$adjutant" -g old redo >/dev/null || same "version $version: redo" done refused
    same "version $version: pins after redo" 2 \
        "$("$sqlite3" old "SELECT pins FROM unit WHERE name = 'Tank'")"
}

# What is named here came with the version after it.
renewed 2 'DROP TABLE called; DROP TABLE objective; ALTER TABLE unit DROP COLUMN calls;
    ALTER TABLE unit DROP COLUMN flash; ALTER TABLE unit DROP COLUMN made_out;
    ALTER TABLE game DROP COLUMN step; ALTER TABLE game DROP COLUMN night;
    ALTER TABLE game DROP COLUMN dark; ALTER TABLE game DROP COLUMN over;'
renewed 1 'DROP TABLE called; DROP TABLE objective; ALTER TABLE unit DROP COLUMN tows;
    ALTER TABLE unit DROP COLUMN building;'

# a damaged file: a plane that was called on nobody
cp game astray
"$sqlite3" astray 'PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE;
    INSERT INTO called VALUES (0, "airstrike", 1, 0, 1, 0, "")' >/dev/null
"$adjutant" -g astray table >out 2>&1
same 'a plane on nobody' 3 $?

if [ "$(id -u)" -ne 0 ]; then
    chmod 444 locked
    "$adjutant" -g locked table >out 2>err
    same 'a game that may not be written' 3 $?
    same 'lines of complaint' 1 "$(wc -l <err | tr -d ' ')"
fi

[ ! -s wrong ]
