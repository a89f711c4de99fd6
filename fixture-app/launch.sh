# Sourced by run, sentinel and locker: builds when a source is newer than the build, then becomes the app.
# One builder at a time; the others wait for it and find the build fresh.

here=$(cd "$(dirname "$0")" && pwd)
tsc="$here/../node_modules/.bin/tsc"
stamp="$here/build/.stamp"

fresh() {
  [ -f "$stamp" ] && [ -z "$(find "$here/src" "$here/tsconfig.json" -newer "$stamp" -print -quit)" ]
}

build() {
  [ -x "$tsc" ] || { echo "fixture-app: $tsc is missing; run 'npm ci' first" >&2; exit 1; }
  # Touched before compiling: a source saved meanwhile is newer than the stamp and is built next time.
  touch "$stamp.next"
  "$tsc" -p "$here" >&2 || { echo "fixture-app: the build failed" >&2; exit 1; }
  mv "$stamp.next" "$stamp"
}

launch() {
  command -v gjs >/dev/null || { echo "fixture-app: gjs is missing; on Debian: apt-get install gjs gir1.2-gtk-3.0" >&2; exit 1; }
  mkdir -p "$here/build"
  if ! fresh; then
    exec 9>"$here/build/.lock"
    flock 9
    fresh || build
    exec 9>&-
  fi
  program=$1
  shift
  # No settings daemon of the machine may change what the tests see.
  GSETTINGS_BACKEND=memory
  export GSETTINGS_BACKEND
  exec gjs -m "$here/build/$program.js" "$@"
}
