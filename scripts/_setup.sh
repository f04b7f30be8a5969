# shellcheck shell=sh
# What the scripts share. Sourced, not run: it leaves $root (the checkout) and $venv, ready to use, and never changes the
# working directory. All it says goes to stderr.

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
venv=$root/.venv
stamp=$venv/.sandtable # written last: without it the environment is half-made

# Debian's packages for Qt: the first line for pictures without a window, the second for the window.
qt_packages="libglib2.0-0 libgl1 libegl1 libfontconfig1 libxkbcommon0 libdbus-1-3
    libxkbcommon-x11-0 libxcb-cursor0 libxcb-icccm4 libxcb-keysyms1 libxcb-shape0"

say() {
    printf '%s\n' "$*" >&2
}

die() {
    say "$@"
    exit 1
}

is_root() {
    [ "$(id -u)" -eq 0 ]
}

apt_install() {
    set -- env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends -o DPkg::Lock::Timeout=60 "$@"
    "$@" >/dev/null 2>&1 && return
    apt-get update >/dev/null 2>&1 && "$@" >/dev/null 2>&1
}

# Print those of $qt_packages that are not installed (a name may have got the suffix t64, as in Debian 13).
missing_packages() {
    # shellcheck disable=SC2046,SC2086 # words wanted
    set -- $qt_packages $(printf '%st64 ' $qt_packages)
    # shellcheck disable=SC2016 # dpkg-query's own variables
    have=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' "$@" 2>/dev/null) || : # it fails when one is missing
    for package in $qt_packages; do
        case $have in
            *"installed $package"*) ;;
            *) printf '%s ' "$package" ;;
        esac
    done
}

system_packages() {
    command -v dpkg-query >/dev/null || return 0 # not Debian: Qt's libraries are the user's affair
    missing=$(missing_packages)
    [ -n "$missing" ] || return 0
    if ! is_root; then
        say "The window needs system packages; install them with: sudo apt-get install -y $missing"
        return 0
    fi
    say "Installing system packages for the window: $missing"
    # shellcheck disable=SC2086 # words wanted
    apt_install $missing ||
        say "They could not be installed, so going on without a window; 'apt-get install $missing' tells why."
}

# The Pythons that every release is tried on, the best first, and whatever the system calls its own.
pythons="python3.14 python3.13 python3.12 python3.11"
wanted="Sandtable wants Python 3.11, 3.12, 3.13 or 3.14"

# Set $python to the best interpreter that can make an environment.
find_python() {
    for python in $pythons python3; do
        "$python" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && return
    done
    return 1
}

find_python_or_die() {
    if find_python; then
        "$python" -c 'import sys; sys.exit(sys.version_info >= (3, 15))' ||
            say "$wanted; $("$python" -V) is newer, so it may lack packages: install one of these if it does."
        return
    fi
    for python in $pythons python3 ''; do
        [ -n "$python" ] || die "$wanted; on Debian: sudo apt-get install python3 python3-venv"
        version=$("$python" -c 'import sys; v = sys.version_info; print("%d.%d" % v[:2]); sys.exit(v < (3, 11))' \
            2>/dev/null) && break
    done
    if is_root && command -v apt-get >/dev/null; then
        say "Installing python$version-venv"
        apt_install "python$version-venv" && find_python && return
    fi
    die "Python $version is here without its venv module; install it with: sudo apt-get install python$version-venv"
}

# What the environment was made from and for: another checkout, Python, pyproject.toml or script makes it anew.
fingerprint() {
    printf '%s\n' "$root"
    "$venv/bin/python" -V 2>/dev/null || echo 'no Python'
    for file in "$root/pyproject.toml" "$root/docs/examples/pyproject.toml" "$root/scripts/_setup.sh"; do
        [ ! -f "$file" ] || cksum <"$file"
    done
}

is_ready() {
    [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$(fingerprint)" ]
}

# True when only our own files have changed, so that installing again is enough.
is_sound() {
    [ -f "$stamp" ] && [ "$(head -n 2 "$stamp")" = "$(fingerprint | head -n 2)" ]
}

make_environment() {
    [ -w "$root" ] || die "Sandtable makes its environment in $root, which you may not write to."
    if is_sound; then
        say "pyproject.toml or the set-up has changed: installing again"
        rm -f "$stamp"
    else
        find_python_or_die
        say "Setting up .venv with $("$python" -V) (once; a minute or two)"
        rm -f "$stamp"
        "$python" -m venv --clear "$venv" || die "No environment could be made in $venv; see above."
    fi
    install_packages '[dev]' || die "The packages could not be installed (see above); try again when the network is there."
    fingerprint >"$stamp"
}

# install_packages EXTRAS: install the checkout with these, and the example, into $venv.
install_packages() (
    cd "$root" || exit
    unset PIP_USER PIP_TARGET PIP_PREFIX
    "$venv/bin/python" -I -m pip uninstall -qq -y sandtable >&2 # what ours was called; the index has another of that name
    set -- -e ".$1"
    [ ! -f docs/examples/pyproject.toml ] || set -- "$@" -e docs/examples
    "$venv/bin/python" -I -m pip install -qq --disable-pip-version-check --no-warn-script-location "$@" >&2
)

# Make an environment in .venvs for every Python that is here, for the tests that hold one against the other.
make_interpreters() (
    for python in $pythons; do
        venv=$root/.venvs/$python
        stamp=$venv/.sandtable
        ! is_ready && "$python" -c 'import venv, ensurepip' 2>/dev/null || continue
        say "Setting up .venvs/$python"
        "$python" -m venv --clear "$venv" && install_packages '' && fingerprint >"$stamp" ||
            say "It could not be made (see above); the tests go on without $python."
    done
)

system_packages
if ! is_ready; then
    # One at a time: whoever waited finds the work done.
    (
        ! command -v flock >/dev/null || flock 9 || :
        is_ready || make_environment
    ) 9<"$root/pyproject.toml"
fi
