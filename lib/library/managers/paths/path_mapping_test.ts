import { strictEqual as is } from "node:assert/strict";
import fc from "fast-check";
import { type PathMapping, toLocal, toRemote } from "./path_mapping.ts";

const MAPPINGS: PathMapping[] = [
  { remote: "/data", local: "/mnt/nas", app: "all" },
  { remote: "/data/tv/", local: "/mnt/shows/", app: "series" },
  { remote: "D:\\Films", local: "/mnt/films", app: "movie" },
  { remote: "\\\\nas\\music", local: "/mnt/music", app: "music" },
  { remote: "/back", local: "E:\\Media", app: "all" },
  { remote: "D:\\İndirilenler", local: "/mnt/dl", app: "movie" },
  { remote: "/filme/Über", local: "/mnt/über", app: "movie" },
  { remote: "//share/films", local: "/mnt/share", app: "movie" },
];

Deno.test("the longest mapping of the application wins, by whole segments", () => {
  const table: [string, "movie" | "series" | "music", string][] = [
    ["/data/movies/Heat (1995)/Heat.mkv", "movie", "/mnt/nas/movies/Heat (1995)/Heat.mkv"],
    ["/data/tv/Dark/S01/a.mkv", "series", "/mnt/shows/Dark/S01/a.mkv"],
    ["/data/tv/Dark", "movie", "/mnt/nas/tv/Dark"],
    ["/filme/U\u0308ber/a.mkv", "movie", "/mnt/über/a.mkv"],
    ["/data2/x.mkv", "movie", "/data2/x.mkv"],
    ["/data", "movie", "/mnt/nas"],
    ["/data/", "movie", "/mnt/nas"],
    ["d:\\films\\Heat\\a.mkv", "movie", "/mnt/films/Heat/a.mkv"],
    ["D:/Films/Heat/a.mkv", "movie", "/mnt/films/Heat/a.mkv"],
    ["D:\\İndirilenler\\Heat\\a.mkv", "movie", "/mnt/dl/Heat/a.mkv"],
    ["d:/İNDIRILENLER/a.mkv", "movie", "/mnt/dl/a.mkv"],
    ["D:\\Films2\\a.mkv", "movie", "D:\\Films2\\a.mkv"],
    ["\\\\NAS\\Music\\A\\b.flac", "music", "/mnt/music/A/b.flac"],
    ["/back/a/b.mkv", "movie", "E:\\Media\\a\\b.mkv"],
    ["\\\\SHARE\\Films\\a\\b.mkv", "movie", "/mnt/share/a/b.mkv"],
    ["//share/films/a/b.mkv", "movie", "/mnt/share/a/b.mkv"],
  ];
  for (const [path, app, local] of table) is(toLocal(path, app, MAPPINGS), local, path);
});

Deno.test("a translated path translates back unchanged", () => {
  const segment = fc.stringMatching(/^[a-z0-9 ().-]{1,12}$/).filter((one) => one !== "." && one !== "..");
  fc.assert(fc.property(fc.array(segment, { minLength: 1, maxLength: 5 }), (segments) => {
    const remote = `/data/tv/${segments.join("/")}`;
    is(toRemote(toLocal(remote, "series", MAPPINGS), "series", MAPPINGS), remote);
  }));
});

Deno.test("a path with parent references does not leave the folder of its mapping", () => {
  const table: [string, string][] = [
    ["/data/../etc/passwd", "/mnt/nas/etc/passwd"],
    ["/data/a/../../../../etc/passwd", "/mnt/nas/etc/passwd"],
    ["/data/a/../b.mkv", "/mnt/nas/b.mkv"],
    ["/data/./a/./b.mkv", "/mnt/nas/a/b.mkv"],
    ["/data/..", "/mnt/nas"],
    ["D:\\Films\\..\\..\\x.mkv", "/mnt/films/x.mkv"],
    ["D:/Films/../x.mkv", "/mnt/films/x.mkv"],
    ["/back/a\\..\\..\\..\\x.mkv", "E:\\Media\\x.mkv"],
  ];
  for (const [path, local] of table) is(toLocal(path, "movie", MAPPINGS), local, path);
});
