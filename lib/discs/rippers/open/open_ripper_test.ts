import { deepStrictEqual as same, equal, ok, rejects } from "node:assert/strict";
import { join } from "node:path";
import { createBlurayShelf, FILM, SEASON, UHD } from "../../../../tests/fixtures/discs/bluray_discs.ts";
import { pictureUnits, streamOf, subtitleSegments } from "../../../../tests/fixtures/discs/bluray_compare.ts";
import { type AuthoredDisc, filmDisc, seriesDisc } from "../../../../tests/fixtures/discs/dvd_authoring.ts";
import { elementary, subtitlePictures } from "../../../../tests/fixtures/discs/dvd_clips.ts";
import { makeBridgeImage, makePureUdf } from "../../../../tests/fixtures/discs/image_bridge.ts";
import { copyOf, findTools, matroska, watching, writeDisc } from "../../../../tests/fixtures/discs/ripping.ts";
import { writeUdfImage } from "../../../../tests/fixtures/discs/udf_image.ts";
import { inFolder } from "../../../../tests/fixtures/folder.ts";
import { canMount, withTmpfs } from "../../../../tests/fixtures/tmpfs.ts";
import { concat } from "../../../kit/bytes.ts";
import { type DiscSource, RipProblem, type TitleCopy } from "../../ripper_model.ts";
import { createOpenRipper } from "./open_ripper.ts";

const shelf = createBlurayShelf();
globalThis.addEventListener("unload", shelf.remove);

const ripper = createOpenRipper({ find: () => findTools()("mkvmerge") });

async function rip(source: DiscSource, sourceFile: string, folder: string, part: Partial<TitleCopy> = {}) {
  const heard = watching();
  const scan = await ripper.scan(source, { minSeconds: 0, ...heard });
  const found = scan.titles.find(({ title }) => title.sourceFile === sourceFile);
  ok(found, sourceFile);
  await Deno.mkdir(folder);
  const copied = await ripper.copy(source, copyOf(found, part), { minSeconds: 0, folder, ...heard });
  return { ...copied, heard, scan, found };
}

const problem = (code: RipProblem["code"], text: RegExp) => (error: unknown) =>
  error instanceof RipProblem && error.code === code && text.test(error.message) ||
  Promise.reject(error).catch((other) => ok(false, `${other?.code} ${other?.message}`));

/** Asserts that every stream of the file equals the input of the DVD. */
async function sameAsDvd(path: string, { titles }: AuthoredDisc, index: number, audio: number, subtitles: number) {
  const clips = titles[index]?.clips ?? [];
  for (const [i, map] of ["0:v:0", ...Array.from({ length: audio }, (_, i) => `0:a:${i}`)].entries()) {
    same(await elementary(path, map), concat(clips.map(({ streams }) => streams[i] ?? new Uint8Array())), map);
  }
  for (let i = 0; i < subtitles; i++) {
    same(await subtitlePictures(path, `0:s:${i}`), clips.flatMap(({ pictures }) => pictures[i] ?? []));
  }
}

inFolder(
  "slow: a DVD is copied stream for stream from a folder, a bridge image and an image of UDF alone",
  async (dir) => {
    const disc = await filmDisc();
    const folder = await writeDisc(disc.files, join(dir, "disc"));
    const image = join(dir, "film.iso");
    await makeBridgeImage(folder, image, { volumeName: "QUIET_HILL", dvd: true });
    const pure = join(dir, "pure.iso");
    await Deno.copyFile(image, pure);
    await makePureUdf(pure);
    for (
      const [i, source] of ([
        { kind: "folder", path: folder },
        { kind: "image", path: image },
        { kind: "image", path: pure },
      ] as const).entries()
    ) {
      const { path, sizeBytes, readErrors, missing, scan } = await rip(source, "01", join(dir, `work${i}`));
      await sameAsDvd(path, disc, 0, 3, 2);
      same([readErrors, missing], [0, { audio: [], subtitles: [] }]);
      equal((await Deno.stat(path)).size, sizeBytes);
      equal(scan.volumeName, i === 0 ? undefined : "QUIET_HILL");
      const left = (await Array.fromAsync(Deno.readDir(join(dir, `work${i}`)))).map(({ name }) => name).sort();
      same(left, ["chapters.txt", "mkvmerge.json", "title.mkv"]);
    }
  },
);

inFolder("a copied DVD has languages, names, flags, chapters and its title; progress only grows", async (dir) => {
  const source = { kind: "folder", path: await writeDisc((await filmDisc()).files, join(dir, "disc")) } as const;
  const { path, heard } = await rip(source, "01", join(dir, "work"), { name: '@The "Quiet" Hill, 50 %' });
  const { tracks, title, chapters } = await matroska(path);
  equal(title, '@The "Quiet" Hill, 50 %');
  equal(chapters, 3);
  const facts = tracks.map(({ type, properties: p }) => [
    ...[type, p.language, p.track_name, p.default_track, p.forced_track, p.flag_commentary],
  ]);
  same(facts, [
    ["video", "und", undefined, true, false, undefined],
    ["audio", "eng", undefined, true, false, undefined],
    ["audio", "ger", undefined, false, false, undefined],
    ["audio", "eng", "Commentary", false, false, true],
    ["subtitles", "eng", undefined, false, false, undefined],
    ["subtitles", "ger", undefined, false, true, undefined],
  ]);
  const fractions = heard.progress.map(({ fraction }) => fraction ?? NaN);
  ok(fractions.every((fraction, i) => fraction >= (fractions[i - 1] ?? 0) && fraction <= 1), fractions.join());
  equal(fractions.at(-1), 1);
});

inFolder("only the selected tracks are written, in the order of the disc", async (dir) => {
  const disc = await filmDisc();
  const source = { kind: "folder", path: await writeDisc(disc.files, join(dir, "disc")) } as const;
  const { path } = await rip(source, "01", join(dir, "work"), { audio: [2, 1, 7], subtitles: [1] });
  const { tracks } = await matroska(path);
  same(tracks.map(({ type, properties }) => `${type} ${properties.language} ${properties.default_track}`), [
    ...["video und true", "audio ger true", "audio eng false", "subtitles ger false"],
  ]);
  const none = await rip(source, "01", join(dir, "none"), { audio: [], subtitles: [] });
  same((await matroska(none.path)).tracks.map(({ type }) => type), ["video"]);
});

inFolder("slow: a title of two VOBs and one of a second title set are copied whole", async (dir) => {
  const disc = await seriesDisc();
  const source = { kind: "folder", path: await writeDisc(disc.files, join(dir, "disc")) } as const;
  const two = await rip(source, "01", join(dir, "two"));
  await sameAsDvd(two.path, disc, 0, 1, 1);
  const extra = await rip(source, "04", join(dir, "extra"));
  await sameAsDvd(extra.path, disc, 3, 1, 0);
});

/** Asserts that the file equals the joined input of a Blu-ray's clips. */
async function sameAsBluray(path: string, disc: Awaited<ReturnType<typeof shelf.make>>, played: string[]) {
  const joined = async (kind: string, nth: number) => {
    const streams = played.map((id) => disc.clips.get(id)?.elementary.filter((stream) => stream.kind === kind)[nth]);
    return concat(await Promise.all(streams.map((stream) => Deno.readFile(stream?.path ?? ""))));
  };
  const units = pictureUnits(await joined("video", 0), "h264");
  same(pictureUnits(await streamOf(path, "0:v:0", "h264"), "h264"), units);
  same(await streamOf(path, "0:a:0", "ac3"), await joined("audio", 0));
  same(await streamOf(path, "0:a:1", "dts"), await joined("audio", 1));
  for (const i of [0, 1]) {
    same(subtitleSegments(await streamOf(path, `0:s:${i}`, "sup")), subtitleSegments(await joined("subtitle", i)));
  }
}

inFolder("slow: a Blu-ray is copied stream for stream from a folder and from an image of UDF 2.50", async (dir) => {
  const disc = await shelf.make(FILM);
  const names: string[] = [];
  for await (const path of walk(disc.folder)) names.push(path);
  const image = join(dir, "film.iso");
  const files = names.map((path) => ({ path: path.slice(disc.folder.length + 1), content: path }));
  await writeUdfImage(image, files, { revision: "2.50", volumeName: "GLASS_HARBOR" });
  for (
    const [i, source] of ([{ kind: "folder", path: disc.folder }, { kind: "image", path: image }] as const).entries()
  ) {
    const { path, scan, missing } = await rip(source, "00800.mpls", join(dir, `work${i}`));
    await sameAsBluray(path, disc, ["00055", "00056"]);
    same(missing, { audio: [], subtitles: [] });
    equal(scan.discName, "Glass Harbor & Son");
    const { tracks, chapters } = await matroska(path);
    equal(chapters, 3);
    same(tracks.map(({ properties }) => properties.language), ["und", "eng", "ger", "eng", "fre"]);
    await Deno.remove(join(dir, `work${i}`), { recursive: true });
  }
});

inFolder(
  "slow: only the selected tracks of a Blu-ray title are written, also when it is read in place",
  async (dir) => {
    const disc = await shelf.make(SEASON);
    const { path, heard } = await rip({ kind: "folder", path: disc.folder }, "00100.mpls", join(dir, "work"), {
      audio: [],
    });
    same((await matroska(path)).tracks.map(({ type }) => type), ["video"]);
    equal(heard.progress.at(-1)?.fraction, 1);
    const uhd = await shelf.make(UHD);
    const film = await rip({ kind: "folder", path: uhd.folder }, "00001.mpls", join(dir, "uhd"));
    same((await matroska(film.path)).tracks.map(({ codec }) => codec).slice(1), ["TrueHD"]);
  },
);

async function* walk(folder: string): AsyncGenerator<string> {
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    if (isDirectory) yield* walk(join(folder, name));
    else yield join(folder, name);
  }
}

inFolder("a protected disc is refused with its protection and the requirements", async (dir) => {
  const disc = await shelf.encrypted();
  const source = { kind: "folder", path: disc.folder } as const;
  const scan = await ripper.scan(source, { minSeconds: 0, ...watching() });
  equal(scan.protection?.kind, "aacs");
  const [first] = scan.titles;
  ok(first);
  await rejects(
    ripper.copy(source, copyOf(first), { folder: dir, minSeconds: 0, ...watching() }),
    problem("protected", /packets of \d+\.m2ts are encrypted.*MakeMKV is needed/),
  );
});

inFolder("a disc other than the scanned one is refused", async (dir) => {
  const source = { kind: "folder", path: join(dir, "disc") } as const;
  await writeDisc((await seriesDisc()).files, source.path);
  const [first] = (await ripper.scan(source, { minSeconds: 0, ...watching() })).titles;
  ok(first);
  await Deno.remove(source.path, { recursive: true });
  await writeDisc((await filmDisc()).files, source.path);
  await rejects(
    ripper.copy(source, copyOf(first), { folder: dir, minSeconds: 0, ...watching() }),
    problem("changed", /does not contain the title that was scanned \(Title 1\)/),
  );
  await Deno.remove(source.path, { recursive: true });
  await rejects(ripper.scan(source, { minSeconds: 0, ...watching() }), problem("no_disc", /disc does not exist/));
});

inFolder("an image or a folder that changes during the copy is refused", async (dir) => {
  const folder = await writeDisc((await seriesDisc()).files, join(dir, "disc"));
  const image = join(dir, "film.iso");
  await makeBridgeImage(folder, image, { dvd: true });
  for (
    const [source, touched] of [
      [{ kind: "image", path: image }, image],
      [{ kind: "folder", path: folder }, join(folder, "VIDEO_TS/VTS_02_1.VOB")],
    ] as const
  ) {
    const heard = watching();
    const title = (await ripper.scan(source, { minSeconds: 0, ...heard })).titles[3];
    ok(title);
    const onProgress = () => {
      Deno.utimeSync(touched, 1, 1);
    };
    await rejects(
      ripper.copy(source, copyOf(title), { folder: dir, minSeconds: 0, ...heard, onProgress }),
      problem("changed", /was changed while it was being read\. Scan it again/),
    );
  }
});

inFolder("a missing mkvmerge is reported before anything is copied", async (dir) => {
  const source = { kind: "folder", path: await writeDisc((await filmDisc()).files, join(dir, "disc")) } as const;
  const without = createOpenRipper({ find: () => findTools("mkvmerge")("mkvmerge") });
  const [first] = (await without.scan(source, { minSeconds: 0, ...watching() })).titles;
  ok(first);
  await rejects(
    without.copy(source, copyOf(first), { folder: dir, minSeconds: 0, ...watching() }),
    problem("tool_missing", /requires mkvmerge.*Install MKVToolNix/),
  );
});

inFolder("a cancelled copy ends with the reason, in the copy and in mkvmerge", async (dir) => {
  const source = { kind: "folder", path: await writeDisc((await seriesDisc()).files, join(dir, "disc")) } as const;
  for (const step of ["Copying from the disc", "Writing the file"]) {
    const heard = watching();
    const title = (await ripper.scan(source, { minSeconds: 0, ...heard })).titles[3];
    ok(title);
    const onProgress = (progress: { step: string }) => progress.step === step && heard.controller.abort();
    await rejects(
      ripper.copy(source, copyOf(title), { folder: dir, minSeconds: 0, ...heard, onProgress }),
      { name: "AbortError" },
    );
  }
});

Deno.test({
  name: "a full disk is reported as such by each program",
  ignore: !canMount,
  fn: async () => {
    const disc = await seriesDisc();
    // Free space that is too small for the copy, and that is enough for the copy but not for mkvmerge's output.
    for (const kilobytes of [4_000, 18_000]) {
      await withTmpfs(kilobytes, async (folder) => {
        const outside = await Deno.makeTempDir({ dir: shelf.root });
        const source = { kind: "folder", path: await writeDisc(disc.files, outside) } as const;
        const title = (await ripper.scan(source, { minSeconds: 0, ...watching() })).titles[3];
        ok(title);
        await rejects(
          ripper.copy(source, copyOf(title), { folder, minSeconds: 0, ...watching() }),
          problem("disk_full", /disk that contains the rip folder is full\. Free up space/),
        );
      });
    }
  },
});
