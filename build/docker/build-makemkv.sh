#!/bin/sh
# Builds MakeMKV into the volume /opt/makemkv, where Lathe finds it. The image cannot contain it: the licence does not
# permit copies.
#   build-makemkv VERSION                   in a container of its own, with a terminal: MakeMKV's build shows its licence
#   build-makemkv VERSION OSS BIN LICENCE   for the entrypoint, after the licence was accepted on the page; the SHA-256 of
#                                           both archives and of the licence's text, as they were when it was accepted
set -eu

target=${MAKEMKV_DIR:-/opt/makemkv}
site=${MAKEMKV_URL:-https://www.makemkv.com/download}
# Packages are installed below this folder.
system=${MAKEMKV_SYSTEM:-/usr}
# User who compiles an accepted version, without rights of root and of Lathe.
builder=${MAKEMKV_BUILDER:-65534}
# Both archives have less than 30 MB.
max_bytes=104857600

say() { printf 'build-makemkv: %s\n' "$1" >&2; }
fail() { say "$1"; exit 1; }

version=${1:-}
case $version in
  '' | *[!0-9.]*) fail "give the version that $site offers, for example: build-makemkv 1.18.2" ;;
esac
accepted=
if [ $# -gt 1 ]; then
  [ $# = 4 ] || fail "give a version alone, or with three SHA-256 sums"
  for sum in "$2" "$3" "$4"; do
    case $sum in *[!0-9a-f]*) fail "a SHA-256 has only the digits 0-9 and a-f" ;; esac
    [ ${#sum} = 64 ] || fail "a SHA-256 has 64 digits"
  done
  accepted=1
fi
[ "$(id -u)" = 0 ] || fail "start this container as root, without --user"
[ -w "$system" ] ||
  fail "the root of this container is read-only, so no compiler can be installed: set read_only to false for the build"
mkdir -p "$target" 2>/dev/null && [ -w "$target" ] || fail "$target is not writable: mount a folder there"
# Only root may change the names in the volume while root writes there.
if [ "$accepted" ]; then chown 0:0 "$target" && chmod 755 "$target"; fi

say "installs the compiler and the libraries of MakeMKV"
# The sandbox of apt needs capabilities that the container does not have.
apt-get -o APT::Sandbox::User=root update -qq
apt-get -o APT::Sandbox::User=root install -y -qq --no-install-recommends \
  g++ less libavcodec-dev libexpat1-dev libssl-dev make pkg-config zlib1g-dev

work=$(mktemp -d)
staged=$target/.new
trap 'rm -rf "$work" "$staged"' EXIT
cd "$work"
mkdir sources
if [ "$accepted" ]; then
  chown "$builder:$builder" sources
  chmod 711 "$work"
fi

# Nothing of the archives runs with root's rights, unless the user started this script in a container of its own.
as_builder() {
  if [ "$accepted" ]; then
    setpriv --reuid "$builder" --regid "$builder" --clear-groups --no-new-privs -- \
      env -i PATH="$PATH" HOME="$work/sources" LANG=C.UTF-8 "$@"
  else
    "$@"
  fi
}

# True if the file on standard input has the SHA-256 $1.
has_sum() { [ "$(sha256sum)" = "$1  -" ]; }

fetch() {
  say "downloads makemkv-$1 $version"
  curl -fsSL --retry 3 --max-filesize "$max_bytes" -o "$1.tar.gz" "$site/makemkv-$1-$version.tar.gz" ||
    fail "makemkv-$1-$version.tar.gz cannot be downloaded. Does $site offer version $version?"
  if [ "$accepted" ]; then
    has_sum "$2" < "$1.tar.gz" ||
      fail "makemkv-$1-$version.tar.gz has changed since the licence was accepted. Read the licence again."
  fi
  as_builder mkdir "sources/$1"
  as_builder tar -xz -C "sources/$1" --strip-components=1 --no-same-owner < "$1.tar.gz"
}
fetch oss "${2:-}"
fetch bin "${3:-}"

cd sources/bin
if [ "$accepted" ]; then
  as_builder cat src/eula_en_linux.txt 2>/dev/null | has_sum "$4" ||
    fail "the licence of MakeMKV $version is not the one that was accepted. Read it again."
  # The file with which MakeMKV's build marks that its licence was accepted.
  as_builder mkdir -p tmp
  as_builder sh -c 'echo accepted > tmp/eula_accepted'
fi
cd ../oss
as_builder ./configure --prefix=/usr --disable-gui
as_builder make -j"$(nproc)"
as_builder make DESTDIR="$work/sources/files" install
cd ../bin
# Without an accepted licence, this shows it, and ends with an error unless it is accepted.
as_builder make
as_builder make DESTDIR="$work/sources/files" PREFIX=/usr install
cd "$work"

# The files are read with the builder's rights, so that a link in them leads to nothing that only root can read.
rm -rf "$staged"
mkdir -p "$staged/bin"
as_builder tar -c -C sources/files usr | tar -x -C "$staged" --no-same-owner
[ -d "$staged/usr" ] && [ ! -L "$staged/usr" ] || fail "the build of MakeMKV $version made no files"
# The libraries are in the volume too, and only MakeMKV uses them.
cat > "$staged/bin/makemkvcon" <<'END'
#!/bin/sh
usr=$(dirname "$(dirname "$(readlink -f "$0")")")/usr
LD_LIBRARY_PATH=$usr/lib exec "$usr/bin/makemkvcon" "$@"
END
chmod 755 "$staged/bin/makemkvcon"
chmod -R u+rwX,go+rX,go-w,a-s,-t "$staged"
printf '%s\n' "$version" > "$staged/version"
chmod 644 "$staged/version"

for part in usr bin version; do
  rm -rf "${target:?}/$part"
  mv "$staged/$part" "$target/$part"
done
say "MakeMKV $version is in $target. Restart Lathe with this folder mounted at /opt/makemkv, read-only."
