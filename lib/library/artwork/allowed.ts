import { LIBRARY_KINDS, type LibraryKind, MANAGERS } from "../../platform/managers/kinds.ts";
import type { Settings } from "../../platform/settings/schema.ts";

/** Hosts of posters, backdrops and covers. Redirects must lead to one of these hosts. */
const ARTWORK_HOSTS = [
  "image.tmdb.org",
  "artworks.thetvdb.com",
  "www.thetvdb.com",
  "thetvdb.com",
  "assets.fanart.tv",
  "fanart.tv",
  "m.media-amazon.com",
  "coverartarchive.org",
  "archive.org",
  "cdn-eu.anidb.net",
  "cdn.anidb.net",
  "images.lidarr.audio",
  "imagecache.lidarr.audio",
  "thediscdb.com",
];
/** Domains to which `archive.org` redirects. All hosts below them are allowed. */
const ARTWORK_SUFFIXES = [".archive.org"];

/** Source of an image, and the credentials for it. */
export type ImageSource =
  | { kind: "artwork"; url: URL }
  | { kind: "manager"; url: URL; manager: LibraryKind; apiKey: string };

/** True if an image may be loaded from this URL: https and a listed host, with any port. */
export const isArtworkHost = ({ protocol, hostname }: URL): boolean =>
  protocol === "https:" &&
  (ARTWORK_HOSTS.includes(hostname) || ARTWORK_SUFFIXES.some((suffix) => hostname.endsWith(suffix)));

/**
 * Classifies the URL of an image: a known artwork host, or the cover folder of a configured manager with exactly the
 * same scheme, host and port. Returns undefined for other URLs (safety.md, S-OUT-2). Pure.
 */
export function imageSource(text: string, connections: Settings["connections"]): ImageSource | undefined {
  const url = URL.parse(text);
  if (url === null || url.username !== "" || url.password !== "" || text.length > 2000) return undefined;
  if (isArtworkHost(url) && url.port === "") return { kind: "artwork", url };
  for (const kind of LIBRARY_KINDS) {
    const { enabled, url: base, apiKey } = connections[kind];
    const manager = enabled ? URL.parse(base) : null;
    if (manager === null || manager.origin !== url.origin) continue;
    const root = manager.pathname.replace(/\/+$/, "");
    const folders = [`${root}/MediaCover/`, `${root}${MANAGERS[kind].api}/mediacover/`];
    const below = folders.some((folder) => url.pathname.startsWith(folder));
    // The URL parser has resolved dot segments. Escaped dot segments are never valid.
    if (below && !/%2e|%2f|%5c/i.test(url.pathname)) return { kind: "manager", url, manager: kind, apiKey };
  }
}
