import { deepStrictEqual as same } from "node:assert/strict";
import { parseReleaseName } from "../../../media/release_names/parse.ts";
import type { RootKind } from "../../local_title_model.ts";
import { recogniseFolder } from "./recognise.ts";

const GB = 1_000_000_000;

/** Names with a trailing slash are folders. `name|bytes` sets a size. */
function look(path: string, names: string[], kind: RootKind = "auto") {
  const entries = names.map((text) => {
    const [name = "", size] = text.split("|");
    return { name: name.replace(/\/$/, ""), directory: name.endsWith("/"), size: Number(size ?? 4 * GB), mtime: 1 };
  });
  return recogniseFolder({ root: "/media", path, kind, entries }, { parse: parseReleaseName, exclude: new Set() });
}

/** Returns the title, its folder, and season and episode of its only file. */
function episodeIn(path: string, name: string): unknown[] {
  const { titles, files } = look(path, [name]);
  return [titles[0]?.title, titles[0]?.folder, files[0]?.season, files[0]?.episode];
}

Deno.test("the season of a folder is parsed in any form", () => {
  const folders: [path: string, name: string, title: string, folder: string, season: number, episode: number][] = [
    ["/media/TV/Ad Season 2", "02 - x.mkv", "Ad", "/media/TV", 2, 2],
    ["/media/TV/Ad/Ad Season 2", "02 - x.mkv", "Ad", "/media/TV/Ad", 2, 2],
    ["/media/TV/Ad (2019)/Ad Season 2", "02 - x.mkv", "Ad", "/media/TV/Ad (2019)", 2, 2],
    ["/media/TV/Ac/Ac - Season 02", "03.mkv", "Ac", "/media/TV/Ac", 2, 3],
    ["/media/TV/Ae/Ae S02", "04 - x.mkv", "Ae", "/media/TV/Ae", 2, 4],
    ["/media/TV/Ax.S02.1080p.BluRay.x264-GRP", "05 - z.mkv", "Ax", "/media/TV", 2, 5],
    ["/media/TV/Dark/2. Staffel", "03 - x.mkv", "Dark", "/media/TV/Dark", 2, 3],
    ["/media/TV/Dark/Season Two", "03 - x.mkv", "Dark", "/media/TV/Dark", 2, 3],
    ["/media/TV/Dark/第2季", "03.mkv", "Dark", "/media/TV/Dark", 2, 3],
    ["/media/TV/Dark/2", "03 - x.mkv", "Dark", "/media/TV/Dark", 2, 3],
    ["/media/TV/Dark/Volume 2", "03 - x.mkv", "Dark", "/media/TV/Dark", 2, 3],
    ["/media/TV/Avatar/Book 2", "03 - x.mkv", "Avatar", "/media/TV/Avatar", 2, 3],
    ["/media/TV/Dark/Season 02", "2.03 - x.mkv", "Dark", "/media/TV/Dark", 2, 3],
  ];
  for (const [path, name, ...wanted] of folders) same(episodeIn(path, name), wanted, `${path}/${name}`);
});

Deno.test("a folder of an unknown season, or of several, assigns no episode to season 1", () => {
  for (const folder of ["Complete Seasons 1-4", "Season 1-3", "Some Arc"]) {
    const [title, , season, episode] = episodeIn(`/media/TV/Dark/${folder}`, "05 - x.mkv");
    if (folder !== "Some Arc") same(title, "Dark", folder);
    same([season, episode], [undefined, 5], folder);
  }
  same(episodeIn("/media/TV/Dark", "05 - x.mkv"), ["Dark", "/media/TV/Dark", 1, 5]);
});

Deno.test("a number that is the title of a show is no season, and neither is the volume of a movie", () => {
  same(episodeIn("/media/TV/Action/24", "24.S03E05.mkv"), ["24", "/media/TV/Action/24", 3, 5]);
  const { titles } = look("/media/x/Kill Bill/Volume 2", ["Kill Bill Volume 2 (2004).mkv"]);
  same(titles.map(({ kind, title, year }) => [kind, title, year]), [["movie", "Kill Bill Volume 2", 2004]]);
});

Deno.test("season and episode in front of a name are parsed with a dot or after the show's title", () => {
  const read = (path: string, names: string[]) =>
    look(path, names).files.map(({ season, episode, absolute }) => [season, episode, absolute]);
  same(read("/media/TV/Dark", ["1.01 - Secrets.mkv", "2.01.mkv", "2.10 Ten.mkv"]), [
    [1, 1, undefined],
    [2, 1, undefined],
    [2, 10, undefined],
  ]);
  same(read("/media/TV/9-1-1 (2018)", ["9-1-1 - 103 - Let Go.mkv", "9-1-1 - 212.mkv"]), [
    [1, 3, undefined],
    [2, 12, undefined],
  ]);
  same(read("/media/TV/9-1-1/Season 1", ["9-1-1 - 103.mkv", "9-1-1 - 104 - Name.mkv"]), [
    [1, 3, undefined],
    [1, 4, undefined],
  ]);
  same(read("/media/TV/Old Cartoon", ["Old Cartoon - 001.mkv", "Old Cartoon - 103.mkv"]), [
    [undefined, undefined, 1],
    [undefined, undefined, 103],
  ]);
  same(read("/media/TV/Dark/Season 02", ["Dark S02xE09-791.mkv"]), [[2, 9, 791]]);
});

Deno.test("an OVA is a special without the number of an episode", () => {
  for (const path of ["/media/Anime/Mushishi", "/media/TV/Mushishi", "/media/TV/Mushishi/Season 01"]) {
    for (const name of ["OVA 1.mkv", "Mushishi - OVA 1.mkv", "Mushishi OVA 02 - Name.mkv"]) {
      const [file] = look(path, [name]).files;
      same([file?.season, file?.episode, file?.absolute], [0, undefined, undefined], `${path}/${name}`);
    }
  }
});

const names = (path: string, entries: string[]) => look(path, entries).files.map(({ name }) => name);

Deno.test("a trailer is no version of the movie beside it, and a movie called Trailer is none", () => {
  const film = "Heat.1995.1080p.BluRay.x264-GRP.mkv";
  const trailers = [
    "Heat (1995) - Trailer.mkv|90000000",
    "Heat Official Trailer 2.mkv|90000000",
    "heat.1995.trailer.1080p.web.mkv|90000000",
    "Heat (1995) (Teaser).mp4|90000000",
    "Trailer 2.mp4|90000000",
  ];
  same(names("/media/Movies/Heat (1995)", [film, ...trailers]), [film]);
  const films = ["The Trailer (2018).mkv|900000000", "Happy Trailer.mkv|900000000", film];
  same(names("/media/Movies", films), films.map((name) => name.split("|")[0]));
  same(names("/media/Movies/Trailer Park Boys The Movie", ["Trailer Park Boys The Movie.mkv", film]).length, 2);
});

Deno.test("the files of a DVD without its VIDEO_TS folder are the parts of one movie", () => {
  const dvd = [
    "VIDEO_TS.IFO",
    "VIDEO_TS.VOB|100000",
    "VTS_01_0.VOB|500000",
    "VTS_01_1.VOB|50000000",
    "VTS_02_0.IFO",
    "VTS_02_0.VOB|500000",
    "VTS_02_1.VOB|1073709056",
    "VTS_02_2.VOB|973709056",
  ];
  for (const folder of ["Heat", "Heat (1995)"]) {
    const { titles, files } = look(`/media/Movies/${folder}`, dvd);
    same([titles.map(({ title, ownsFolder }) => [title, ownsFolder]), files.map(({ name, disc }) => [name, disc])], [
      [["Heat", true]],
      [["VTS_02_1.VOB", 1], ["VTS_02_2.VOB", 2]],
    ]);
  }
});
