#!/bin/sh
# First process of the container. Started as root it hands the config folder to PUID:PGID and gives its rights away
# before anything of Lathe runs; started as another user it has no rights to give away and goes straight on.
# `entrypoint.sh healthy` is the health check.
set -eu

say() { printf 'lathe container: %s\n' "$1" >&2; }
fail() { say "$1"; exit 1; }

# The variables lead for the health check too: they hold the port and the URL base whatever the settings say.
if [ "${1:-}" = healthy ]; then
  base=${SERVICE_URL_BASE:-}
  base=${base#/}
  base=${base%/}
  exec curl -fsS -o /dev/null --max-time 5 \
    "http://localhost:${SERVICE_PORT:-${PORT:-3939}}/${base:+$base/}api/health"
fi

config=${SERVICE_CONFIG_DIR:-/config}
devices=${SERVICE_DEVICE_DIR:-/dev}

mask=${UMASK:-002}
case $mask in
  *[!0-7]* | ?????*) fail "UMASK is an octal number such as 002, not \"$mask\"" ;;
esac
umask "$mask"

if [ -n "${TZ:-}" ] && [ ! -e "/usr/share/zoneinfo/$TZ" ]; then
  say "TZ is a name such as Europe/Berlin; \"$TZ\" is not known, so times are shown in UTC"
fi

number() {
  case $2 in
    '' | *[!0-9]*) fail "$1 is a number, not \"$2\"" ;;
  esac
  printf '%s' "$2"
}

# Groups of the graphics and optical devices that were passed in. Group 0 is left out: it would open more than them.
device_groups() {
  for device in "$devices"/dri/* "$devices"/video* "$devices"/sr* "$devices"/sg*; do
    [ -e "$device" ] && [ ! -d "$device" ] || continue
    stat -c %g "$device"
  done | sort -un | grep -vx 0 | paste -sd, -
}

run_as_is() {
  say "runs as user $(id -u)"
  exec tini -- lathe "$@"
}

if [ "$(id -u)" != 0 ]; then
  if [ "${PUID:-$(id -u)}" != "$(id -u)" ]; then
    say "PUID and PGID only work when the container is started as root; they are ignored"
  fi
  run_as_is "$@"
fi

user=$(number PUID "${PUID:-1000}")
group=$(number PGID "${PGID:-1000}")
if [ "$user" = 0 ] && [ "$group" = 0 ]; then run_as_is "$@"; fi

# Only what belongs to somebody else is touched, and nothing on other disks that are mounted below.
mkdir -p "$config" || fail "$config cannot be made"
find "$config" -xdev \( ! -user "$user" -o ! -group "$group" \) -exec chown -h "$user:$group" {} + ||
  say "not everything below $config could be given to $user:$group"

# Numbers, not names: with a read-only root there is no place to write a new user down.
groups=$(device_groups)
say "runs as user $user, group $group${groups:+, device groups $groups}"
if [ -n "$groups" ]; then
  exec setpriv --reuid "$user" --regid "$group" --groups "$groups" --no-new-privs -- tini -- lathe "$@"
fi
exec setpriv --reuid "$user" --regid "$group" --clear-groups --no-new-privs -- tini -- lathe "$@"
