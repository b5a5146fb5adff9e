import { deepStrictEqual as same, rejects } from "node:assert/strict";
import fc from "fast-check";
import { withFolder } from "../../../tests/fixtures/folder.ts";
import { JobFailure } from "../../kit/fault.ts";
import { Settings } from "../../platform/settings/schema.ts";
import { imageSource, isArtworkHost } from "./allowed.ts";
import { imageFormat } from "./image_data.ts";
import { createImages, type ImagesOptions } from "./service.ts";

const connections = Settings.parse({
  connections: {
    movie: { enabled: true, url: "http://nas:7878/radarr/", apiKey: "movie-key" },
    series: { enabled: false, url: "http://nas:8989", apiKey: "series-key" },
    music: { enabled: true, url: "https://music.example", apiKey: "music-key" },
  },
}).connections;

const SOURCES: [address: string, source: string | undefined][] = [
  ["https://image.tmdb.org/t/p/a.jpg", "artwork"],
  ["https://ia800.us.archive.org/a.jpg", "artwork"],
  ["http://image.tmdb.org/a.jpg", undefined],
  ["https://image.tmdb.org:444/a.jpg", undefined],
  ["https://image.tmdb.org:443/a.jpg", "artwork"],
  ["https://image.tmdb.org.evil.example/a.jpg", undefined],
  ["https://evilarchive.org/a.jpg", undefined],
  ["https://user@image.tmdb.org/a.jpg", undefined],
  ["https://IMAGE.TMDB.ORG/a.jpg", "artwork"],
  ["http://nas:7878/radarr/MediaCover/1/poster.jpg?lastWrite=1", "movie movie-key"],
  ["http://nas:7878/radarr/api/v3/mediacover/1/poster.jpg", "movie movie-key"],
  ["http://nas:7878/MediaCover/1/poster.jpg", undefined],
  ["http://nas:7878/radarr/api/v3/movie", undefined],
  ["http://nas:7878/radarr/MediaCover/../api/v3/movie", undefined],
  ["http://nas:7878/radarr/MediaCover/%2e%2e/%2e%2e/api", undefined],
  ["http://nas:7878/radarr/MediaCover/..%2fapi", undefined],
  ["http://nas:7878/radarr/MediaCover/..%5Capi", undefined],
  ["https://nas:7878/radarr/MediaCover/1.jpg", undefined],
  ["http://nas:8989/MediaCover/1.jpg", undefined],
  ["https://music.example/MediaCover/Albums/1/cover.jpg", "music music-key"],
  ["https://music.example:8443/MediaCover/1.jpg", undefined],
  ["file:///etc/passwd", undefined],
  ["data:image/png;base64,AA", undefined],
  ["//image.tmdb.org/a.jpg", undefined],
  ["", undefined],
  [`https://image.tmdb.org/${"a".repeat(2000)}`, undefined],
];

Deno.test("S-OUT-2: an image comes only from a listed host or the covers of a connected manager", () => {
  for (const [address, expected] of SOURCES) {
    const source = imageSource(address, connections);
    const found = source?.kind === "manager" ? `${source.manager} ${source.apiKey}` : source?.kind;
    same(found, expected, address);
  }
});

Deno.test("S-OUT-2: the key of a manager is sent only to its own covers, whatever the URL", () => {
  const part = fc.constantFrom(
    "..",
    ".",
    "%2e%2e",
    "%252e",
    "MediaCover",
    "api",
    "v3",
    "x.jpg",
    "//",
    "%5c",
    "@",
    "#",
    "?",
    ":7878",
  );
  fc.assert(
    fc.property(
      fc.array(part, { maxLength: 6 }),
      fc.constantFrom("http://nas:7878", "http://nas:7878/radarr", "https://image.tmdb.org"),
      (parts, start) => {
        const source = imageSource(`${start}/${parts.join("/")}`, connections);
        if (source?.kind === "manager") {
          same([source.url.origin, source.url.pathname.startsWith("/radarr/")], ["http://nas:7878", true]);
          same(/mediacover\//i.test(decodeURIComponent(source.url.pathname)), true);
        } else if (source !== undefined) same([isArtworkHost(source.url), source.url.port], [true, ""]);
      },
    ),
  );
});

const FORMS: [bytes: number[], form: string | undefined][] = [
  [[0xff, 0xd8, 0xff, 0xe0], "jpeg"],
  [[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], "png"],
  [[0x89, 0x50, 0x4e, 0x47], undefined],
  [[0x47, 0x49, 0x46, 0x38, 0x39, 0x61], "gif"],
  [[..."RIFF0000WEBP"].map((letter) => letter.charCodeAt(0)), "webp"],
  [[..."RIFF0000WAVE"].map((letter) => letter.charCodeAt(0)), undefined],
  [[..."<svg xmlns="].map((letter) => letter.charCodeAt(0)), undefined],
  [[..."<html>"].map((letter) => letter.charCodeAt(0)), undefined],
  [[], undefined],
];

Deno.test("S-WEB-7: an image type is detected by the first bytes alone", () => {
  for (const [bytes, form] of FORMS) same(imageFormat(Uint8Array.from(bytes)), form);
});

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const jpeg = (size: number) => Uint8Array.from({ length: size }, (_, i) => [0xff, 0xd8, 0xff][i] ?? 0);

/** Frames of movies, extracted by a fake ffmpeg that counts its calls. */
function pictures(
  folder: string,
  more: Partial<ImagesOptions> & { frame?: () => Promise<Uint8Array<ArrayBuffer>> } = {},
) {
  const made: number[] = [];
  const { frame = () => Promise.resolve(jpeg(100)), ...options } = more;
  const images = createImages({
    folder,
    settings: { current: () => Settings.parse({}) },
    http: { send: () => Promise.reject(new Error("nothing is asked")) },
    media: {
      paths: () => Promise.resolve({ ffmpegPath: "/nowhere/ffmpeg", ffprobePath: "/nowhere/ffprobe" }),
      probe: () => Promise.resolve({ durationSeconds: 100, streams: [] }),
      frame: async ({ atSeconds }: { atSeconds: number }) => {
        made.push(atSeconds);
        return await frame();
      },
    } as unknown as ImagesOptions["media"],
    ...options,
  });
  return { images, made };
}

Deno.test("an image is created once for all requests, cached, and created again when the title changed", () =>
  withFolder(async (folder) => {
    const film = `${folder}/film.mkv`;
    await Deno.writeTextFile(film, "one");
    const { images, made } = pictures(folder);
    await Promise.all([images.ofVideo(film), images.ofVideo(film), images.ofVideo(film)]);
    same(made, [20], "from a fifth of its length");
    await images.ofVideo(film);
    same(made.length, 1);
    await Deno.writeTextFile(film, "another");
    await images.ofVideo(film);
    same(made.length, 2);
    const other = pictures(folder);
    await other.images.ofVideo(film);
    same(other.made.length, 0, "what was kept outlives the program");
  }));

Deno.test("a movie without an image is not found, and looked up again the next time; a defect is rethrown", () =>
  withFolder(async (folder) => {
    const film = `${folder}/film.mkv`;
    await Deno.writeTextFile(film, "x");
    let error: Error = new JobFailure("unreadable", "no picture");
    const { images, made } = pictures(folder, { frame: () => Promise.reject(error) });
    await rejects(images.ofVideo(film), { code: "not_found" });
    await rejects(images.ofVideo(film), { code: "not_found" });
    same(made.length, 2);
    error = new RangeError("a bug");
    await rejects(images.ofVideo(film), RangeError);
    await rejects(images.ofVideo(`${folder}/gone.mkv`), { code: "not_found" });
    await rejects(images.ofVideo(folder), { code: "not_found" });
  }));

Deno.test("an image file that is a link, missing, too large or invalid is refused", () =>
  withFolder(async (folder) => {
    const [real, link, large, text] = ["a.png", "link.png", "large.png", "text.png"].map((name) =>
      `${folder}/${name}`
    ) as [string, string, string, string];
    await Deno.writeFile(real, Uint8Array.from(PNG));
    await Deno.symlink(real, link);
    await Deno.writeFile(large, new Uint8Array((10 << 20) + 1));
    await Deno.writeTextFile(text, "<svg/>");
    const { images } = pictures(folder);
    for (const path of [link, `${folder}/gone.png`, folder]) {
      await rejects(images.ofFile(path), { code: "not_found" }, path);
    }
    await rejects(images.ofFile(large), { code: "unreadable", message: /larger than 10 MB/ });
    await rejects(images.ofFile(text), { code: "unreadable", message: /not a JPEG, PNG, WebP or GIF/ });
  }));

Deno.test("an address of another kind is refused before any request", () =>
  withFolder(async (folder) => {
    const { images } = pictures(folder);
    for (const address of ["https://evil.example/x.png", "http://127.0.0.1/", "x", ""]) {
      await rejects(images.get(address), { code: "path_not_allowed" });
    }
  }));

Deno.test("the cache keeps the most recently used images within its limit, and none unused for three months", () =>
  withFolder(async (folder) => {
    const now = new Date("2026-11-25T00:00:00Z");
    const { images } = pictures(folder, { limitBytes: 250 });
    const kept = async () => (await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name).toSorted();
    const put = async (name: string, daysAgo: number) => {
      await Deno.writeFile(`${folder}/${name}`, jpeg(100));
      const at = new Date(now.getTime() - daysAgo * 86_400_000);
      await Deno.utime(`${folder}/${name}`, at, at);
    };
    for (const [name, days] of [["a.jpg", 1], ["b.jpg", 2], ["c.jpg", 3], ["old.jpg", 91]] as const) {
      await put(name, days);
    }
    same(await images.clean(now), 2);
    same(await kept(), ["a.jpg", "b.jpg"]);
    same(await images.clean(now), 0);
  }));
