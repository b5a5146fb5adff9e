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

# MakeMKV is built by the first start after its licence was accepted on the page. The page shows the state of this
# container: `ready`, or what is missing.
makemkv=${MAKEMKV_DIR:-/opt/makemkv}
makemkv_state() {
  if [ "$(id -u)" != 0 ] || [ "$user" = 0 ]; then
    echo user
  elif ! mountpoint -q "$makemkv" || [ ! -w "$makemkv" ]; then
    echo no-volume
  elif [ ! -w "${MAKEMKV_SYSTEM:-/usr}" ]; then
    echo read-only
  else
    echo ready
  fi
}

# The config folder belongs to the user, who may replace anything in it by links. Root therefore never opens a file
# there: all reads and writes have the user's own rights.
as_user() { setpriv --reuid "$user" --regid "$group" --clear-groups --no-new-privs -- "$@"; }

# Value of line $1 of the request, if it matches $2.
requested() { printf '%s\n' "$request" | sed -n "s/^$1 \($2\)\$/\1/p" | head -n 1; }

# Runs beside Lathe, which shows the end of the log. The request is renamed before the build, so that no build is
# repeated: `building` becomes `failed` unless the build succeeds.
build_requested_makemkv() {
  folder=$config/makemkv
  as_user mv -fT "$folder/building" "$folder/failed" 2>/dev/null || true
  [ "$LATHE_MAKEMKV_BUILD" = ready ] || return 0
  request=$(as_user timeout 10 head -c 4096 "$folder/request" 2>/dev/null) || return 0
  as_user mv -fT "$folder/request" "$folder/building" 2>/dev/null || return 0
  version=$(requested version '[0-9][0-9.]\{0,19\}')
  say "builds MakeMKV ${version:-} as requested on the page"
  builder=65534
  [ "$user" != "$builder" ] || builder=65533
  result=$(
    {
      {
        env -i PATH="$PATH" LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive TMPDIR=/var/tmp \
          MAKEMKV_DIR="$makemkv" MAKEMKV_BUILDER="$builder" ${MAKEMKV_URL:+MAKEMKV_URL="$MAKEMKV_URL"} \
          ${MAKEMKV_SYSTEM:+MAKEMKV_SYSTEM="$MAKEMKV_SYSTEM"} ${https_proxy:+https_proxy="$https_proxy"} \
          nice -n 10 timeout 7200 build-makemkv "$version" "$(requested oss "$sum")" "$(requested bin "$sum")" \
          "$(requested licence "$sum")" 3>&-
        echo $? >&3
      } 2>&1 | as_user sh -c 'rm -f -- "$1"; head -c 4000000 > "$1"; cat > /dev/null' sh "$folder/build.log" 3>&-
    } 3>&1
  ) || true
  if [ "$result" = 0 ]; then
    as_user rm -f -- "$folder/failed" "$folder/building"
    say "MakeMKV $version is ready"
  else
    as_user mv -fT "$folder/building" "$folder/failed" || true
    say "MakeMKV could not be built: see makemkv/build.log in the config folder"
  fi
}
sum='[0-9a-f]\{64\}'

if [ "$(id -u)" != 0 ]; then
  user=$(id -u)
  LATHE_MAKEMKV_BUILD=$(makemkv_state)
  export LATHE_MAKEMKV_BUILD
  if [ "${PUID:-$(id -u)}" != "$(id -u)" ]; then
    say "PUID and PGID only work when the container is started as root; they are ignored"
  fi
  run_as_is "$@"
fi

user=$(number PUID "${PUID:-1000}")
group=$(number PGID "${PGID:-1000}")
LATHE_MAKEMKV_BUILD=$(makemkv_state)
export LATHE_MAKEMKV_BUILD
if [ "$user" = 0 ] && [ "$group" = 0 ]; then run_as_is "$@"; fi

# Only what belongs to somebody else is touched, and nothing on other disks that are mounted below.
mkdir -p "$config" || fail "$config cannot be made"
find "$config" -xdev \( ! -user "$user" -o ! -group "$group" \) -exec chown -h "$user:$group" {} + ||
  say "not everything below $config could be given to $user:$group"

if [ "${1:-}" = serve ] && [ -d "$config/makemkv" ]; then build_requested_makemkv & fi

# Numbers, not names: with a read-only root there is no place to write a new user down.
groups=$(device_groups)
say "runs as user $user, group $group${groups:+, device groups $groups}"
if [ -n "$groups" ]; then
  exec setpriv --reuid "$user" --regid "$group" --groups "$groups" --no-new-privs -- tini -- lathe "$@"
fi
exec setpriv --reuid "$user" --regid "$group" --clear-groups --no-new-privs -- tini -- lathe "$@"
