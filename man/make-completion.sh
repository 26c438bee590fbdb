#!/bin/sh
# make-completion.sh: prints bash's completion for adjutant, made from the program's own help:
# options and commands, then the facts of the command, and after `help` either. Wants ADJUTANT and
# ADJUTANT_RULES.
set -u
export LC_ALL=C
ADJUTANT=${ADJUTANT:-adjutant}
state=$(mktemp -d) || exit 1
trap 'rm -rf "$state"' EXIT
XDG_STATE_HOME=$state
export XDG_STATE_HOME
unset ADJUTANT_GAME

names=$("$ADJUTANT" --json help | tr '{' '\n' | sed -n 's/^"name":"\([a-z]*\)".*/\1/p')
[ -n "$names" ] || { echo "$ADJUTANT --json help names no commands" >&2; exit 1; }

# The facts of a command: flags as bare words, the rest with =.
facts() {
    "$ADJUTANT" help "$1" | awk '
        /^  facts: / { on = 1; sub(/^  facts: /, "") }
        /^  (also:|see) / { on = 0 }
        on { gsub(/,/, " "); for (i = 1; i <= NF; i++) print $i }' |
        while read -r fact; do
            if "$ADJUTANT" help "$fact" 2>/dev/null | grep -q 'the bare word'; then
                echo "$fact"
            else
                echo "$fact="
            fi
        done | tr '\n' ' '
}

words=$(echo "$names" | tr '\n' ' ')
cat <<END
# bash completion for adjutant; made by make-completion.sh from the command table
_adjutant()
{
    local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} command= known= i
    COMPREPLY=()
    for ((i = 1; i < COMP_CWORD; i++)); do
        case \${COMP_WORDS[i]} in
        -g | -e | --game | --edition | --color) ((i++)) ;;
        -*) ;;
        *) command=\${COMP_WORDS[i]}; break ;;
        esac
    done
    case \$command,\$before in
    ,-g | ,--game | new,new | open,open) COMPREPLY=(\$(compgen -f -- "\$word")); return ;;
    ,-e | ,--edition) known='1 2' ;;
    ,--color) known='auto always never' ;;
    ,*)
        known='$words'
        case \$word in
        -*) known='--game --edition --json --keep-going --color --help --version' ;;
        esac
        ;;
    help,*) known='$words' ;;
END
for name in $names; do
    known=$(facts "$name")
    [ -z "$known" ] || echo "    $name,*) known='${known% }' ;;"
done
cat <<'END'
    esac
    COMPREPLY=($(compgen -W "$known" -- "$word"))
    case ${COMPREPLY[0]-} in
    *=) compopt -o nospace ;;
    esac
}
complete -F _adjutant adjutant
END
