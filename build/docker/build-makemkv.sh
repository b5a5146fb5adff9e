#!/bin/sh
# Builds MakeMKV in a container of this image, for discs with copy protection: build-makemkv VERSION. Needs a terminal,
# because MakeMKV's own build shows its licence and asks for consent. The result is in the volume /opt/makemkv, where
# Lathe finds it. The image cannot contain it: the licence does not permit copies.
set -eu

target=${MAKEMKV_DIR:-/opt/makemkv}
site=${MAKEMKV_URL:-https://www.makemkv.com/download}

say() { printf 'build-makemkv: %s\n' "$1" >&2; }
fail() { say "$1"; exit 1; }

version=${1:-}
case $version in
  '' | *[!0-9.]*) fail "give the version that $site offers, for example: build-makemkv 1.18.2" ;;
esac
[ "$(id -u)" = 0 ] || fail "start this container as root, without --user"
mkdir -p "$target" 2>/dev/null && [ -w "$target" ] || fail "$target is not writable: mount a folder there"

say "installs the compiler and the libraries of MakeMKV"
apt-get update -qq
apt-get install -y -qq --no-install-recommends \
  g++ less libavcodec-dev libexpat1-dev libssl-dev make pkg-config zlib1g-dev

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
for part in oss bin; do
  say "downloads makemkv-$part $version"
  curl -fsSL --retry 3 -o "$part.tar.gz" "$site/makemkv-$part-$version.tar.gz" ||
    fail "makemkv-$part-$version.tar.gz cannot be downloaded. Does $site offer version $version?"
  mkdir "$part"
  tar -xzf "$part.tar.gz" -C "$part" --strip-components=1 --no-same-owner
done

(cd oss && ./configure --prefix=/usr --disable-gui && make -j"$(nproc)" && make DESTDIR="$work/files" install)
# Shows the licence and ends with an error unless it is accepted.
(cd bin && make && make DESTDIR="$work/files" PREFIX=/usr install)

# The libraries are in the volume too, and only MakeMKV uses them.
mkdir "$work/files/bin"
cat > "$work/files/bin/makemkvcon" <<'END'
#!/bin/sh
usr=$(dirname "$(dirname "$(readlink -f "$0")")")/usr
LD_LIBRARY_PATH=$usr/lib exec "$usr/bin/makemkvcon" "$@"
END
chmod 755 "$work/files/bin/makemkvcon"
chmod -R u+rwX,go+rX,go-w "$work/files"

rm -rf "$target/bin" "$target/usr"
cp -R "$work/files/." "$target"
say "MakeMKV $version is in $target. Restart Lathe with this folder mounted at /opt/makemkv, read-only."
