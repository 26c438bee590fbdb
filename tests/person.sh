# Read by the tests that play through a pseudo-terminal; $test names the one that does. Leaves it in
# a folder of its own, $dir, with the program in $adjutant and tests/pty in $pty; ends it where no
# pseudo-terminal can be had.
export LC_ALL=C.UTF-8
unset NO_COLOR ADJUTANT_GAME COLUMNS LINES

adjutant=${ADJUTANT:?}
here=${srcdir:-.}/tests
dir=${TMPDIR:-/tmp}/$test.$$
mkdir -p "$dir" || exit 1
trap 'rm -rf "$dir"' EXIT
trap 'exit 1' INT TERM HUP
# Built by make check; by hand it is built here.
pty=$(pwd)/tests/pty
if [ ! -x "$pty" ]; then
    pty=$dir/pty
    ${CC:-cc} -D_GNU_SOURCE -o "$pty" "$here/pty.c" -lutil || exit 1
fi
cd "$dir" || exit 1
"$pty" true </dev/null >/dev/null 2>&1
if [ $? = 77 ]; then
    echo "$test.sh: no pseudo-terminal can be had here"
    exit 77
fi
XDG_STATE_HOME=$dir/state PAGER=cat TERM=xterm INPUTRC=/dev/null HOME=$dir
export XDG_STATE_HOME PAGER TERM INPUTRC HOME
