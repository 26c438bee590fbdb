#!/bin/sh
# make-game.sh FILE EVENTS: makes a game of 60 units and at least so many events, in batch: turns
# in which every unit is given Fire and misses, so that both sides last. EVENTS 0 makes the units
# alone. Prints how many events there are.
set -u
file=$1
events=$2

commands() {
    awk -v file="$file" -v events="$events" '
        BEGIN {
            printf "new \"%s\"\n", file
            print "side Axis army=germany"
            print "side Allies army=united-states"
            for (i = 1; i <= 30; i++) {
                squad = "squad regular weapons=\"8 rifle, 1 smg, 1 lmg\" full=10"
                print "unit Axis Grenadiers" i, squad
                print "unit Allies Rifles" i, squad
            }
            for (n = 62; n < events; n += 183) {
                print "turn"
                for (i = 1; i <= 30; i++) {
                    print "order Grenadiers" i, "fire"
                    print "fire Grenadiers" i " at Rifles" i, "range=20 soft react=none" \
                        " dice=1,2,1,3,2,1,4,2,1,2,3,1"
                    print "order Rifles" i, "fire"
                    print "fire Rifles" i " at Grenadiers" i, "range=20 soft" \
                        " dice=1,2,1,3,2,1,4,2,1,2,3"
                }
                print "end"
            }
        }'
}

commands | "${ADJUTANT:-adjutant}" --json | grep '"ok":false' && exit 1
"${SQLITE3:-sqlite3}" "$file" 'SELECT count(*) FROM event'
