import { deepStrictEqual as same, match, ok, strictEqual as is } from "node:assert/strict";
import { join } from "node:path";
import {
  cueBlock,
  cueText,
  joinedSamples,
  makeImage,
  md5,
  withCueBlock,
} from "../../../../../tests/fixtures/cue_images.ts";
import { frames, media, split, STARTS, track } from "../../../../../tests/fixtures/cue_splits.ts";
import { filesBelow, inFolder } from "../../../../../tests/fixtures/folder.ts";
import { ffmpeg } from "../../../../../tests/fixtures/music.ts";
import { flacStreamInfo } from "../../../../media/audio/pcm_md5.ts";
import { hiddenFolderOf, inspectFolder, trackCount } from "./split_folder.ts";

/** Detects the images in a folder and matches them with their sheets. */

inFolder("a sheet inside a FLAC and a cover beside it", async (folder) => {
  const sheet = cueText("Album.wav", STARTS);
  const samples = await makeImage(join(folder, "Album.flac"), { args: ["-metadata", `CUESHEET=${sheet}`] });
  await ffmpeg([
    "-f",
    "lavfi",
    "-i",
    "color=c=teal:s=64x64:d=1",
    "-frames:v",
    "1",
    "-update",
    "1",
    join(folder, "Folder.jpg"),
  ]);
  await Deno.writeTextFile(join(folder, "cover.png"), "no picture");
  const tracks = await split(folder);
  const names = await filesBelow(tracks);
  same(names.length, 2);
  is(md5(await joinedSamples(names.map((name) => join(tracks, name)))), md5(samples));
  const { streams } = await media.probe(join(tracks, names[1] ?? ""));
  is(streams.some((stream) => stream.kind === "attachment" && stream.use === "cover"), true);
});

inFolder("slow: one sheet over two sides: both are cut as one disc, and joined are the sides", async (folder) => {
  const sides = ["Side A", "Side B"];
  const samples = [];
  for (const [at, side] of sides.entries()) {
    samples.push(await makeImage(join(folder, `${side}.flac`), { seed: at + 3 }));
  }
  const text = [
    'TITLE "Two Sides"',
    'FILE "Side A.wav" WAVE',
    ...track(1, "INDEX 01 00:00:00"),
    ...track(2, "INDEX 01 00:00:40"),
    'FILE "Side B.wav" WAVE',
    // A pregap before the first track of the second side, as written by some programs.
    ...track(3, "INDEX 00 00:00:00", "INDEX 01 00:00:10"),
    ...track(4, "INDEX 01 00:01:00"),
    ...track(5, "INDEX 01 00:01:30"),
  ];
  await Deno.writeTextFile(join(folder, "Album.cue"), text.join("\n"));
  const found = await inspectFolder(folder, { media });
  same([found.images.map(({ name }) => name), trackCount(found)], [["Side A.flac", "Side B.flac"], 5]);
  const tracks = await split(folder);
  const names = await filesBelow(tracks);
  same(names, [1, 2, 3, 4, 5].map((number) => `0${number} - Track 0${number}.flac`));
  const sound = async (part: string[]) => md5(await joinedSamples(part.map((name) => join(tracks, name))));
  same([await sound(names.slice(0, 2)), await sound(names.slice(2))], samples.map((side) => md5(side)));
  same(
    await Promise.all(names.slice(2, 4).map(async (name) => (await flacStreamInfo(join(tracks, name))).samples)),
    frames(75, 30),
  );
  const { tags } = await media.probe(join(tracks, names[3] ?? ""));
  same([tags.track, tags.TRACKTOTAL ?? tags.tracktotal, tags.disc], ["4", "5", "1"]);
});

inFolder(
  "slow: a hidden track in a file of its own is kept separately, whole, and is no track of the album",
  async (folder) => {
    const hidden = await makeImage(join(folder, "00 Hidden.flac"), { seed: 8 });
    const album = await makeImage(join(folder, "Album.flac"), { seed: 9 });
    const text = [
      'FILE "00 Hidden.wav" WAVE',
      ...["TRACK 01 AUDIO", "INDEX 00 00:00:00"],
      'FILE "Album.wav" WAVE',
      "INDEX 01 00:00:00",
      ...track(2, "INDEX 01 00:00:40"),
      ...track(3, "INDEX 01 00:01:00"),
    ];
    await Deno.writeTextFile(join(folder, "Album.cue"), text.join("\n"));
    const found = await inspectFolder(folder, { media });
    same([found.images.map(({ name }) => name), trackCount(found), found.problems], [
      ["00 Hidden.flac", "Album.flac"],
      3,
      [],
    ]);
    const tracks = await split(folder);
    const names = await filesBelow(tracks);
    same(names.map((name) => name.slice(0, 2)), ["01", "02", "03"]);
    is(md5(await joinedSamples(names.map((name) => join(tracks, name)))), md5(album));
    const apart = hiddenFolderOf(folder);
    same(await filesBelow(apart), ["00 - Hidden track.flac"]);
    is(md5(await joinedSamples([join(apart, "00 - Hidden track.flac")])), md5(hidden));
  },
);

inFolder(
  "one sheet over two sides of which one is missing, or which are one file, is skipped with its reason",
  async (folder) => {
    await makeImage(join(folder, "Side A.flac"), { seed: 1 });
    const sheet = (second: string) =>
      ["Side A.wav", second].flatMap((name, side) => [
        `FILE "${name}" WAVE`,
        ...track(2 * side + 1, "INDEX 01 00:00:00"),
        ...track(2 * side + 2, "INDEX 01 00:00:40"),
      ]).join("\n");
    for (const second of ["Side B.wav", "side a.flac", "../../Side B.wav", ""]) {
      await Deno.writeTextFile(join(folder, "Album.cue"), sheet(second));
      const { images, problems } = await inspectFolder(folder, { media });
      same([images, problems.length], [[], 1], second);
    }
  },
);

inFolder(
  "slow: the CUESHEET block of a FLAC cuts it if there is no other sheet; a damaged block is ignored",
  async (folder) => {
    const path = join(folder, "Album.flac");
    const samples = await makeImage(path);
    const plain = await Deno.readFile(path);
    await Deno.writeFile(path, withCueBlock(plain, cueBlock([[1, [[1, 0]]], [2, [[0, 30], [1, 40]]], [170, []]])));
    const tracks = await split(folder);
    const paths = (await filesBelow(tracks)).map((name) => join(tracks, name));
    is(md5(await joinedSamples(paths)), md5(samples));
    same((await Promise.all(paths.map(async (one) => (await flacStreamInfo(one)).samples)))[0], 40 * 588);
    const { tags } = await media.probe(paths[1] ?? "");
    same([tags.ISRC ?? tags.TSRC, tags.BARCODE], ["DEA123456702", "4006381333931"]);
    await Deno.remove(tracks, { recursive: true });
    const block = cueBlock([[1, [[1, 0]]], [2, [[1, 40]]]]);
    let unread = 0;
    for (
      const broken of [
        block.subarray(0, 300),
        block.subarray(0, block.length - 5),
        cueBlock([]),
        cueBlock([[1, [[1, 0]]], [1, [[1, 40]]]]),
        cueBlock([[1, [[1, 0]]], [2, [[0, 40]]]]),
        cueBlock([[1, [[1, 0]]], [2, [[1, 40.5]]]]),
        cueBlock([[1, [[1, 0]]], [130, [[1, 40]]]]),
      ]
    ) {
      await Deno.writeFile(path, withCueBlock(plain, broken));
      const { images, problems } = await inspectFolder(folder, { media });
      // ffprobe cannot read a file with a truncated block at all.
      const isRead = await media.probe(path).then(() => true, () => false);
      same([images, problems.length], [[], isRead ? 1 : 0]);
      unread += isRead ? 0 : 1;
    }
    ok(unread < 3);
  },
);

inFolder(
  "slow: several discs: each sheet cuts its own image, and numbers and folders distinguish them",
  async (folder) => {
    for (const disc of [1, 2]) {
      await Deno.mkdir(join(folder, `CD${disc}`));
      await makeImage(join(folder, `CD${disc}`, "CDImage.flac"), { seed: disc });
      await Deno.writeTextFile(join(folder, `CD${disc}`, "CDImage.cue"), cueText("CDImage.wav", STARTS));
    }
    const tracks = await split(folder);
    const names = await filesBelow(tracks);
    same([names.length, names[0], names[2]], [4, "CD1/01 - Room 1.flac", "CD2/01 - Room 1.flac"]);
    const { tags } = await media.probe(join(tracks, names[2] ?? ""));
    same([tags.disc, tags.DISCTOTAL ?? tags.disctotal], ["2", "2"]);
  },
);

inFolder(
  "slow: two images in one folder whose sheets name the same wrong file are matched by their own names",
  async (folder) => {
    const samples = new Map<string, Uint8Array>();
    for (const disc of ["Disc 1", "Disc 2"]) {
      samples.set(disc, await makeImage(join(folder, `${disc}.flac`), { seed: disc.length + Number(disc.at(-1)) }));
      await Deno.writeTextFile(join(folder, `${disc}.cue`), cueText("CDImage.wav", STARTS.slice(0, 2)));
    }
    const tracks = await split(folder);
    const sound = async (disc: string) =>
      md5(await joinedSamples(["01 - Room 1", "02 - Room 2"].map((name) => join(tracks, disc, `${name}.flac`))));
    same(
      [await sound("CD1"), await sound("CD2")],
      ["Disc 1", "Disc 2"].map((disc) => md5(samples.get(disc) ?? new Uint8Array())),
    );
  },
);

inFolder("tracks beside their sheet, a sheet of tracks, and links are no images", async (folder) => {
  const names = ["01.flac", "02.flac", "03.flac", "04.flac"];
  for (const name of names) await Deno.writeTextFile(join(folder, name), "x");
  await Deno.writeTextFile(join(folder, "a.cue"), cueText("CDImage.wav", STARTS));
  const each = names.flatMap((name, at) => [`FILE "${name}" WAVE`, ...track(at + 1, "INDEX 01 00:00:00")]);
  await Deno.writeTextFile(join(folder, "b.cue"), each.join("\n"));
  const found = await inspectFolder(folder, { media });
  same([found.images, found.problems], [[], []]);
  await Deno.mkdir(join(folder, "links"));
  await Deno.symlink("/etc/passwd", join(folder, "links", "a.flac"));
  await Deno.writeTextFile(join(folder, "links", "a.cue"), cueText("a.flac", STARTS));
  const linked = await inspectFolder(join(folder, "links"), { media });
  same(linked.images, []);
  match(linked.problems.join(), /refers to "[^"]+", which is not in its folder/);
});
