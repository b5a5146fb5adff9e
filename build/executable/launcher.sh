#!/bin/sh
# Lathe as one file: this header, then a compressed archive of the program and the runtime it needs. The first start
# unpacks it into a private folder named after its content; later starts only find it there.
set -eu

id=@ID@
first_line=@FIRST@

fail() { printf '%s\n' "lathe: $1" >&2; exit 1; }

case $0 in
  */*) self=$0 ;;
  *) self=$(command -v -- "$0") || fail "cannot find my own file" ;;
esac

# The folder: below the config folder when one is named, else the user's cache.
config=${SERVICE_CONFIG_DIR:-${SERVICE_DATA_DIR:-}}
previous=
for word in "$@"; do
  case $previous in --config) config=$word ;; esac
  case $word in --config=*) config=${word#--config=} ;; --) break ;; esac
  previous=$word
done
if [ -n "$config" ]; then
  root=$config/cache/runtime
elif [ -n "${XDG_CACHE_HOME:-}" ]; then
  root=$XDG_CACHE_HOME/lathe/runtime
elif [ -n "${HOME:-}" ]; then
  root=$HOME/.cache/lathe/runtime
else
  fail "no home folder to unpack into; name a config folder with --config DIR or SERVICE_CONFIG_DIR"
fi

home=$root/$id
if [ ! -f "$home/complete" ]; then
  umask_before=$(umask)
  umask 077
  mkdir -p "$root" 2>/dev/null && [ -w "$root" ] ||
    fail "cannot write to $root; name a config folder with --config DIR or SERVICE_CONFIG_DIR"
  [ -O "$root" ] || fail "$root belongs to somebody else"
  unpacked=$root/.unpack.$$
  trap 'rm -rf "$unpacked"' EXIT
  trap 'exit 130' INT TERM HUP
  rm -rf "$unpacked"
  mkdir "$unpacked"
  tail -n "+$first_line" "$self" | gzip -dc | tar -xf - -C "$unpacked" || fail "cannot unpack into $unpacked"
  [ -x "$unpacked/deno" ] || fail "the file is damaged: nothing to run in it"
  : >"$unpacked/complete"
  # One rename makes it whole. When another start was faster the folder exists, and ours lands inside it or nowhere.
  mv "$unpacked" "$home" 2>/dev/null || [ -f "$home/complete" ] || fail "cannot write to $root"
  rm -rf "$unpacked" "$home/.unpack.$$"
  trap - EXIT INT TERM HUP
  umask "$umask_before"
fi

export @ENV@
DENO_DIR=$home/cache DENO_NO_UPDATE_CHECK=1 DENO_NO_PROMPT=1
export DENO_DIR DENO_NO_UPDATE_CHECK DENO_NO_PROMPT
exec "$home/deno" @RUN@ "$home/app/main.js" "$@"
exit 1
