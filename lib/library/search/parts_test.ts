import { deepStrictEqual as same, match, ok, strictEqual as is } from "node:assert/strict";
import { type PlacementFacts, placementOf } from "./placement.ts";
import { byScore, scored } from "../releases/score.ts";
import { albumsOf } from "../releases/soulseek_albums.ts";

const roots = (...paths: string[]) => paths.map((path, id) => ({ id, path }));
const facts = (change: Partial<PlacementFacts>): PlacementFacts => ({
  rootFolders: roots("/tv/", "/anime/"),
  qualityProfiles: [{ id: 1, name: "Any" }, { id: 4, name: "HD" }],
  titles: [],
  anime: false,
  ...change,
});
const at = (path: string, profileId: number, anime = false) => ({ path, profileId, anime });

Deno.test("a title is placed where most of its kind are, with their profile", () => {
  const titles = [
    at("/tv/A", 4),
    at("/tv/B", 4),
    at("/anime/C", 1, true),
    at("/tv/D", 1, true),
    at("/anime/E", 1, true),
  ];
  same(placementOf(facts({ titles })), { rootFolderPath: "/tv/", qualityProfileId: 4 });
  same(placementOf(facts({ titles, anime: true })), { rootFolderPath: "/anime/", qualityProfileId: 1 });
});

Deno.test("without titles of the kind the first usable root is used, for anime one whose name contains it", () => {
  same(placementOf(facts({})).rootFolderPath, "/tv/");
  same(placementOf(facts({ anime: true })).rootFolderPath, "/anime/");
  same(placementOf(facts({ rootFolders: roots("/media/anime/", "/tv/") })).rootFolderPath, "/tv/");
  same(placementOf(facts({ rootFolders: roots("/tv/"), anime: true })).rootFolderPath, "/tv/");
  same(placementOf(facts({ rootFolders: roots("/downloads/tv/", "/tv/") })).rootFolderPath, "/tv/");
  same(placementOf(facts({ rootFolders: roots("/downloads/tv/") })).rootFolderPath, "/downloads/tv/");
  const gone = [{ id: 1, path: "/gone/", accessible: false }, { id: 2, path: "/tv/" }];
  same(placementOf(facts({ rootFolders: gone })).rootFolderPath, "/tv/");
  same(placementOf(facts({ rootFolders: [], qualityProfiles: [] })), {});
});

Deno.test("the user's choice for the kind comes first, while the manager still has it", () => {
  const titles = [at("/tv/A", 1)];
  same(placementOf(facts({ titles, target: { root: "/anime", profileId: 4 } })), {
    rootFolderPath: "/anime/",
    qualityProfileId: 4,
  });
  same(placementOf(facts({ titles, target: { root: "/gone", profileId: 99 } })), {
    rootFolderPath: "/tv/",
    qualityProfileId: 1,
  });
});

Deno.test("the innermost of nested roots counts, and Windows paths work", () => {
  const titles = [at("D:\\TV\\Kids\\A", 1)];
  is(placementOf(facts({ rootFolders: roots("D:\\TV\\", "D:\\TV\\Kids\\"), titles })).rootFolderPath, "D:\\TV\\Kids\\");
});

const file = (filename: string, more: Record<string, unknown> = {}) => ({ filename, size: 10, ...more });

Deno.test("results of peers become one album for each folder of a peer, with unchanged names", () => {
  const folder = "@@x\\Musik\\Größe\\Album (2004)";
  const found = albumsOf([
    {
      username: "a/b+c d",
      hasFreeUploadSlot: true,
      queueLength: 3,
      uploadSpeed: 1000,
      files: [
        file(`${folder}\\01 - Ünö.flac`, { bitDepth: 24, sampleRate: 96_000 }),
        file(`${folder}\\02.FLAC`, { bitDepth: 24, sampleRate: 96_000 }),
        file(`${folder}\\album.cue`),
        file(`${folder}\\trailer.exe`),
        file("@@x\\Other\\CD 1\\1.mp3", { bitRate: 320 }),
        file("@@x\\Locked\\1.mp3", { isLocked: true }),
        file("@@x\\Pictures\\cover.jpg"),
      ],
    },
    { username: "busy", queueLength: 51, files: [file("@@y\\A\\1.flac")] },
    { username: "silent" },
  ], { maxQueueLength: 50, albumId: 7 });
  same(
    found.map((
      { title, category, quality, size, albumIds, music },
    ) => [title, category, quality, size, albumIds, music]),
    [
      ["Album (2004)", "hires", "FLAC 24bit", 30, [7], {
        format: "FLAC",
        bitDepth: 24,
        sampleRate: 96_000,
        trackCount: 2,
        cue: true,
        username: "a/b+c d",
        directory: folder,
        freeSlot: true,
        queueLength: 3,
        uploadSpeed: 1000,
        files: [`${folder}\\01 - Ünö.flac`, `${folder}\\02.FLAC`, `${folder}\\album.cue`]
          .map((filename) => ({ filename, size: 10 })),
      }],
      ["Other CD 1", "lossy", "MP3 320 kb/s", 10, [7], {
        format: "MP3",
        bitrate: 320,
        trackCount: 1,
        username: "a/b+c d",
        directory: "@@x\\Other\\CD 1",
        freeSlot: true,
        queueLength: 3,
        uploadSpeed: 1000,
        files: [{ filename: "@@x\\Other\\CD 1\\1.mp3", size: 10 }],
      }],
    ],
  );
  is(new Set(found.map(({ guid }) => guid)).size, 2);
});

Deno.test("albums of peers are ranked by the names of their folders before their format", () => {
  const folders = [
    "@@x\\Music\\Radiohead\\OK Computer (1997) [MP3]",
    "@@x\\Music\\Radiohead - OK Computer (Live in Oxford)",
    "@@x\\Rock\\Radiohead\\OK Computer\\CD 1",
    "@@x\\Computer Games\\OK",
    "@@x\\Radiohead\\Kid A",
  ];
  const peers = folders.map((folder, i) => ({
    username: `peer ${i}`,
    hasFreeUploadSlot: true,
    files: [file(`${folder}\\01.${i === 0 ? "mp3" : "flac"}`)],
  }));
  const of = (albumWords?: string) =>
    albumsOf(peers, { maxQueueLength: 50 }).map((one) => scored(one, { wants: {}, albumWords })).sort(byScore);
  const found = of("Radiohead OK Computer flac 1997");
  same(found.slice(0, 3).map(({ music }) => folders.indexOf(music?.directory ?? "")), [2, 1, 0]);
  match(found[0]?.scoreReasons.join() ?? "", /Artist and title match: \+300/);
  match(found[1]?.scoreReasons.join() ?? "", /Not requested: live: −300/);
  match(found.at(-1)?.scoreReasons.join() ?? "", /Different title: −7000/);
  ok(of().every(({ scoreReasons }) => !/title/i.test(scoreReasons.join())), "nobody said which album");
});
