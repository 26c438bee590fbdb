#!/bin/sh
# The rules are rows: a copy of the data gets a weapon, its alias, a modifier and the rules that
# these cite, and the program answers from them as they are. Then each kind of mistake in a row
# stops the build, or the program, with one line that says where it is.
set -u
export LC_ALL=C

adjutant=${ADJUTANT:?}
sqlite3=${SQLITE3:-sqlite3}
top=$(cd "${srcdir:-.}" && pwd) || exit 99
dir=${TMPDIR:-/tmp}/rows.$$
mkdir -p "$dir/good" "$dir/state" && cd "$dir" || exit 99
trap 'chmod -R u+w "$dir"; rm -rf "$dir"' EXIT
trap 'exit 1' INT TERM HUP
XDG_STATE_HOME=$dir/state ADJUTANT_RULES=$dir/good
export XDG_STATE_HOME ADJUTANT_RULES
unset ADJUTANT_GAME
: >wrong

wrong() { # what was expected, what came
    echo "rows.sh: expected $1"
    echo "rows.sh: came     $2"
    echo "$1" >>wrong
}

same() { # what, expected, came
    [ "$2" = "$3" ] || wrong "$1: $2" "$3"
}

# A line of fields, parted by tabs as in the data.
row() { # field...
    tab=$(printf '\t')
    line=$1
    shift
    for field; do
        line=$line$tab$field
    done
    printf '%s\n' "$line"
}

# A fresh copy of the data as it stands in the sources, in $1.
copy() { # folder
    rm -rf "$1"
    mkdir "$1" && cp -R "$top/data" "$top/db" "$1" && chmod -R u+w "$1" || exit 99
}

build() { # folder, database
    sh "$1/db/build" "$1" 2 "$2" >built 2>&1
}

ask() { # words of a command: its answer into `answer`
    "$adjutant" -e 2 -j "$@" >answer 2>complaint ||
        wrong "an answer to $*" "$(cat answer complaint)"
}

# What the last answer holds at a path.
told() { # path
    "$sqlite3" :memory: "SELECT json_extract(readfile('answer'), '$1')"
}

# ---- a weapon, an alias, a modifier and their rules, and no line of C ----

copy new
data=new/data/ed2
row weapon.potato-gun Weapons 'Weapons Chart' number \
    'The potato gun reaches 18" and rolls 2 shots at pen +2. It is an Assault weapon.' \
    >>$data/rule.tsv
row shoot.hit.peeling Shooting 'Hit Modifiers' modifier \
    'Soldiers on Advance who are not inexperienced peel as they go: -2 to hit with anything.' \
    >>$data/rule.tsv
row potato-gun 'potato gun' 18 0 0 2 2 0 small assault 5 1 weapon.potato-gun >>$data/weapon.tsv
row spud potato-gun >>$data/weapon_alias.tsv
row hit shoot.hit.peeling -2 once 'advancing !inexperienced' 'peeling on the move' '' \
    >>$data/modifier.tsv
build new good/rules-ed2.db || wrong 'the build to take four new rows' "$(cat built)"

ask need hit weapon=spud range=8 order=advance
same 'need of veterans of the kitchen' 5 "$(told '$.need')" # 3 and the peeling
same 'dice of the new weapon' 2 "$(told '$.shots')"
same 'modifiers on the move' '[{"rule":"shoot.hit.peeling","value":-2}]' "$(told '$.modifiers')"
same 'edition' 2 "$(told '$.edition')"
ask need hit weapon=potato-gun range=8 order=advance inexperienced
same 'need of the inexperienced' 4 "$(told '$.need')" # 3 and their own -1 only
same 'what does not apply to them' 1 "$("$sqlite3" :memory: \
    "SELECT count(*) FROM json_each(readfile('answer'), '$.not')
     WHERE json_extract(value, '$.rule') = 'shoot.hit.peeling'")"
ask need hit weapon=potato-gun range=18 order=fire
same 'need at long range' 4 "$(told '$.need')"
ask need hit weapon=spud range=19
same 'beyond its reach' 1 "$(told '$.out_of_range')"
ask need damage weapon=spud vs=veteran
same 'need to damage veterans' 3 "$(told '$.need')" # 5, and its penetration of 2
ask odds weapon=spud count=3 range=8 order=advance vs=regular
same 'dice of the odds' 7 "$("$sqlite3" :memory: \
    "SELECT json_array_length(readfile('answer'), '$.hits.dist')")" # none to six hits
same 'hits that are expected' 2.0 "$("$sqlite3" :memory: \
    "SELECT round(json_extract(readfile('answer'), '$.hits.mean'), 9)")"
ask rule weapon.potato-gun
same 'the new rule by its id' weapon.potato-gun "$(told '$.rules[0].rule')"
ask rule peeling
same 'the new rule by a word' shoot.hit.peeling "$(told '$.rules[0].rule')"
same 'where it stands' 'Shooting > Hit Modifiers' "$(told '$.rules[0].where')"
ask weapon spud
same 'the weapon by its alias' potato-gun "$("$sqlite3" :memory: \
    "SELECT coalesce(json_extract(a, '$.weapon.weapon'), json_extract(a, '$.weapon.id'),
                     json_extract(a, '$.weapon'), json_extract(a, '$.id'))
     FROM (SELECT readfile('answer') AS a)")"
printf '%s\n' 'new game edition=2' 'side a' 'unit a Cooks squad regular weapons="5 spud"' \
    'show Cooks' >script
"$adjutant" -j <script >answers 2>&1 || wrong 'a squad with the new weapon' "$(cat answers)"
tail -n 1 answers >answer
same 'what the squad carries' potato-gun "$(told '$.unit.weapons[0].weapon')"

# ---- mistakes ----

# Mistakes that the same step of the build finds go into one copy: each is a line at the end of a
# file, or a change of it, and each has its own complaint.
begin() {
    copy bad
    data=bad/data/ed2
    : >wanted
}

# The complaint: what it is about, the file, the line, what is said.
want() { # name, file, line, words
    printf '%s\t%s\n' "$1" "^data/ed2/$2:$3: .*$4" >>wanted
}

# A line more at the end of a table, and what is said of it.
spoil() { # name, table, words, field...
    name=$1 file=$2.tsv words=$3
    shift 3
    row "$@" >>"$data/$file"
    want "$name" "$file" "$(wc -l <"$data/$file" | tr -d ' ')" "$words"
}

# A table changed by sed, and what is said of one of its lines.
change() { # name, table, words, sed script, line
    sed "$4" "$data/$2.tsv" >changed && cat changed >"$data/$2.tsv"
    want "$1" "$2.tsv" "$5" "$3"
}

all_found() {
    rm -f bad.db
    build bad bad.db && wrong 'the mistakes to stop the build' 'a database'
    [ ! -e bad.db ] || wrong 'no database of bad rows' 'one'
    while IFS='	' read -r name complaint; do
        grep -Eq "$complaint" built || wrong "of $name: $complaint" "$(cat built)"
    done <wanted
    [ "$(grep -c '^data/' built)" -eq "$(grep -c . wanted)" ] ||
        wrong "$(grep -c . wanted) complaints" "$(cat built)"
}

# The line of a chart that begins at a face.
chart_line() { # chart, low
    grep -n "^$1	$2	" "$top/data/ed2/chart.tsv" | cut -d : -f 1
}

begin # what can be seen of the files
spoil 'a field too few' weapon '13 fields are wanted, here are 12' \
    gun gun 18 0 0 2 2 0 small '' 5 1
spoil 'a blank at the end' special 'blank before or after' hungry 'Hungry ' special.stubborn
spoil 'an empty id' army 'the first field is empty' '' Nowhere
change 'a column that is missing' rank 'columns are not those of the table' \
    '1s/	reach//' 1
change 'a carriage return' he 'a carriage return' "2s/\$/$(printf '\r')/" 2
printf 'spud\trifle' >>$data/weapon_alias.tsv
want 'a line without an end' weapon_alias.tsv "$(($(wc -l <$data/weapon_alias.tsv) + 1))" \
    'the last line does not end'
rm $data/quality.tsv
want 'a table that is missing' quality.tsv 1 'missing'
cp $data/army.tsv $data/smell.tsv
want 'a table that nobody knows' smell.tsv 1 'no such table'
all_found

begin # what a row may hold
spoil 'a duplicate id' rule 'UNIQUE constraint failed: rule.id' \
    shoot.hit.long Shooting 'Hit Modifiers' modifier 'Beyond half its range a weapon is at -1.'
spoil 'an unknown kind of rule' rule 'CHECK.*kind' \
    house.rule Weapons Chart rumour 'It is said that potatoes are good for you.'
spoil 'a duplicate weapon' weapon 'UNIQUE constraint failed: weapon.id' \
    rifle rifle 24 0 0 1 0 0 small '' 1 1 weapon.rifle
spoil 'text for a number' weapon 'range: not a whole number' \
    gun gun far 0 0 2 2 0 small '' 5 1 weapon.rifle
spoil 'a number out of bounds' weapon 'CHECK.*shots' \
    gun gun 18 0 0 0 2 0 small '' 5 1 weapon.rifle
spoil 'nothing where something must be' weapon 'NOT NULL constraint failed: weapon.rule' \
    gun gun 18 0 0 2 2 0 small '' 5 1 ''
all_found

begin # what leads nowhere
spoil 'an alias of no weapon' weapon_alias 'no "potato-gun" in weapon' spud potato-gun
spoil 'a modifier without a rule' modifier 'no "shoot.hit.nowhere" in rule' \
    hit shoot.hit.nowhere -1 once pinned pinned ''
spoil 'a weapon without a rule' weapon 'no "weapon.nowhere" in rule' \
    gun gun 18 0 0 2 2 0 small '' 5 1 weapon.nowhere
all_found

begin # what only all rows together show
change 'a gap in a chart' chart 'the chart fubar has a gap before 4' \
    's/^fubar	3	6	/fubar	4	6	/' "$(chart_line fubar 3)"
change 'an overlap in a chart' chart 'the chart green has an overlap before 4' \
    's/^green	5	6	/green	4	6	/' "$(chart_line green 5)"
change 'a chart that ends early' chart 'the chart floor ends at 5' \
    's/^floor	4	6	/floor	4	5	/' "$(chart_line floor 4)"
spoil 'an unknown trait' weapon 'no trait is called boomerang' \
    gun gun 18 0 0 2 2 0 small 'assault boomerang' 5 1 weapon.rifle
spoil 'an unknown phase' modifier 'no phase is called supper' \
    'hit supper' shoot.hit.long -1 once pinned pinned ''
all_found

# Conditions and what is counted are words of the program: it says which row it cannot use.
refused() { # name, complaint, field...
    begin
    name=$1 said=$2
    shift 2
    row "$@" '' >>$data/modifier.tsv
    rm -f good/rules-ed2.db
    if build bad good/rules-ed2.db; then
        "$adjutant" -e 2 need hit weapon=rifle range=10 >answer 2>built
        status=$?
        same "exit status after $name" 3 $status
        same "answer after $name" '' "$(cat answer)"
        same "lines of complaint after $name" 1 "$(grep -c . built)"
    fi
    grep -q "modifier\.tsv:.* .*$said" built ||
        wrong "of $name: modifier.tsv: ... $said" "$(cat built)"
}

refused 'an unknown condition' hungry hit shoot.hit.long -1 once 'pinned !hungry' 'too hungry'
refused 'an unknown special rule' hungry hit shoot.hit.long -1 once is-hungry 'too hungry'
refused 'something that nobody counts' potatoes hit shoot.hit.long -1 potatoes pinned 'too hungry'

[ -s wrong ] && exit 1
exit 0
