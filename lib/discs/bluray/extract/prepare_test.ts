import { deepStrictEqual as same, ok, rejects } from "node:assert/strict";
import { join } from "node:path";
import { FILM, SEASON, UHD } from "../../../../tests/fixtures/discs/bluray_discs.ts";
import { createBlurayShelf } from "../../../../tests/fixtures/discs/bluray_discs.ts";
import {
  decodeErrors,
  packetsOf,
  pictureUnits,
  streamOf,
  subtitleSegments,
} from "../../../../tests/fixtures/discs/bluray_compare.ts";
import { folderDisc } from "../../../../tests/fixtures/discs/bluray_folder.ts";
import type { AuthoredDisc } from "../../../../tests/fixtures/discs/bluray_authoring.ts";
import { playlistFile } from "../../../../tests/fixtures/discs/bluray_tables.ts";
import { run } from "../../../../tests/kit/run.ts";
import { concat } from "../../../kit/bytes.ts";
import { DiscFault } from "../../files/model.ts";
import { readBluray } from "../read_bluray.ts";
import { discTitle } from "../../reading/disc_titles.ts";
import { identify } from "../../rippers/mux/identify.ts";
import { muxArgs } from "../../rippers/mux/mux_args.ts";
import { placeTracks } from "../../rippers/open/extract_bluray.ts";
import { chapterText } from "./chapter_text.ts";
import { prepareBlurayTitle, type PreparedTitle } from "./prepare.ts";
import { pidAt } from "./transport.ts";

const shelf = createBlurayShelf();
globalThis.addEventListener("unload", shelf.remove);

interface Ripped {
  prepared: PreparedTitle;
  output: string;
  progress: number[];
}

/** Reads, prepares and muxes one title, like a ripper. */
async function rip({ folder }: AuthoredDisc, playlist: string, { angle = 1, isFolder = true } = {}): Promise<Ripped> {
  const work = await Deno.makeTempDir({ dir: shelf.root });
  const files = folderDisc(folder, { isFolder });
  const disc = await readBluray(files);
  const title = disc.titles.find((title) => title.sourceFile === `${playlist}.mpls` && (title.angle ?? 1) === angle);
  ok(title);
  const progress: number[] = [];
  const never = new AbortController().signal;
  const prepared = await prepareBlurayTitle(files, title, work, (share) => progress.push(share), never);
  const identified = await identify("mkvmerge", prepared.input, never);
  const all = { title: discTitle(title, 0), audio: [...title.audio.keys()], subtitles: [...title.subtitles.keys()] };
  const { tracks } = placeTracks(title, all, { prepared, identified, onLog: () => {} });
  const [output, chaptersPath] = [join(work, "out.mkv"), join(work, "chapters.txt")];
  await Deno.writeTextFile(chaptersPath, chapterText(prepared.chapters));
  const chapters = prepared.chapters.length > 0 ? { chaptersPath } : {};
  const muxed = await run("mkvmerge", muxArgs({ output, title: "", inputs: [prepared.input], tracks, ...chapters }));
  same(muxed.code, 0, muxed.stdout);
  return { prepared, output, progress };
}

/** Returns the concatenated input streams of the clips, by PID. */
async function inputStreams({ clips }: AuthoredDisc, played: string[]): Promise<Map<number, Uint8Array>> {
  const streams = new Map<number, Uint8Array[]>();
  for (const id of played) {
    for (const { pid, path } of clips.get(id)?.elementary ?? []) {
      streams.set(pid, [...(streams.get(pid) ?? []), await Deno.readFile(path)]);
    }
  }
  return new Map([...streams].map(([pid, parts]) => [pid, concat(parts)]));
}

const digest = async (bytes: Uint8Array = new Uint8Array()) =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", new Uint8Array(bytes))).toHex();

/** Asserts that every stream of the rip equals the input of the clips. */
async function sameStreams(disc: AuthoredDisc, played: string[], output: string): Promise<void> {
  const source = await inputStreams(disc, played);
  const elementary = disc.clips.get(played[0] ?? "")?.elementary ?? [];
  let audio = 0;
  let subtitle = 0;
  for (const { pid, kind, codec } of elementary) {
    const expected = source.get(pid) ?? new Uint8Array();
    if (kind === "video") {
      const video = codec as "h264" | "hevc";
      same(pictureUnits(await streamOf(output, "0:v:0", video), video), pictureUnits(expected, video));
    } else if (kind === "audio") {
      same(await digest(await streamOf(output, `0:a:${audio++}`, codec)), await digest(expected), `${codec} ${pid}`);
    } else {
      same(subtitleSegments(await streamOf(output, `0:s:${subtitle++}`, "sup")), subtitleSegments(expected));
    }
  }
}

const chaptersOf = async (path: string): Promise<number[]> => {
  const { stdout } = await run("ffprobe", ["-v", "error", "-show_chapters", "-of", "json", path]);
  return JSON.parse(stdout).chapters.map((chapter: { start_time: string }) =>
    Math.round(Number(chapter.start_time) * 1000)
  );
};

Deno.test("slow: prepareBlurayTitle() joins whole clips with every video frame, audio block and subtitle of the disc", async () => {
  const disc = await shelf.make(FILM);
  const { prepared, output, progress } = await rip(disc, "00800");
  await sameStreams(disc, ["00055", "00056"], output);
  const frames = await packetsOf(output, "v:0");
  same(frames.length, 96 + 72);
  const times = frames.map(({ seconds }) => seconds).sort((a, b) => a - b);
  ok(times.every((time, i) => Math.abs(time - i * 1001 / 24000) < 0.002), "pictures follow each other without a gap");
  same(prepared.chapters, [0, 2000, 5004]);
  same(await chaptersOf(output), [0, 2000, 5004]);
  const subtitles = (await packetsOf(output, "s:0")).map(({ seconds }) => Math.round(seconds * 1000));
  same(subtitles, [500, 1000, 1500, 2000, 4504, 5004, 5504, 6004]);
  ok(progress.every((share, i) => share >= (progress[i - 1] ?? 0)) && progress.at(-1) === 1, String(progress));
  same(await decodeErrors(output), "");
});

Deno.test("prepareBlurayTitle() reads one whole clip of a folder in place and copies it from an image, with the same result", async () => {
  const disc = await shelf.make(SEASON);
  const inPlace = await rip(disc, "00101");
  same(inPlace.prepared.input, join(disc.folder, "BDMV/STREAM/00002.m2ts"));
  same(inPlace.prepared.copiedBytes, 0);
  await sameStreams(disc, ["00002"], inPlace.output);
  const copied = await rip(disc, "00101", { isFolder: false });
  ok(copied.prepared.copiedBytes > 0 && copied.prepared.copiedBytes % 6144 === 0);
  await sameStreams(disc, ["00002"], copied.output);
});

Deno.test("prepareBlurayTitle() copies a clip that ends without empty packets, because mkvmerge would lose its last audio", async () => {
  const disc = await shelf.copy(SEASON);
  const path = join(disc.folder, "BDMV/STREAM/00002.m2ts");
  const bytes = await Deno.readFile(path);
  let packets = bytes.length / 192;
  while (pidAt(bytes, (packets - 1) * 192) === 0x1fff) packets--;
  await Deno.truncate(path, packets * 192);
  const { prepared, output } = await rip(disc, "00101");
  ok(prepared.copiedBytes > 0);
  await sameStreams(disc, ["00002"], output);
});

Deno.test("prepareBlurayTitle() joins four episodes of a season", async () => {
  const disc = await shelf.make(SEASON);
  const { output, prepared } = await rip(disc, "00200");
  await sameStreams(disc, ["00001", "00002", "00003", "00004"], output);
  same(await chaptersOf(output), prepared.chapters);
});

Deno.test("prepareBlurayTitle() reads the clips of the selected angle", async () => {
  const disc = await shelf.make(FILM);
  await sameStreams(disc, ["00055", "00058"], (await rip(disc, "00804", { angle: 2 })).output);
  await sameStreams(disc, ["00055", "00056"], (await rip(disc, "00804", { angle: 1 })).output);
});

Deno.test("slow: prepareBlurayTitle() copies HEVC with its HDR data and TrueHD as they are", async () => {
  const disc = await shelf.make(UHD);
  const { output } = await rip(disc, "00001", { isFolder: false });
  await sameStreams(disc, ["00001"], output);
});

Deno.test("prepareBlurayTitle() cuts inside clips: from the previous keyframe to the last played frame, all decodable", async () => {
  const disc = await shelf.make(FILM);
  const { output, prepared } = await rip(disc, "00803");
  same(await decodeErrors(output), "");
  // Keyframes are 500.5 ms apart, so both 501 to 2300 and 700 to 2600 start with frame 12.
  const played = [[12, 55], [12, 62]] as const;
  const frames = (await packetsOf(output, "v:0")).map(({ seconds }) => seconds * 1000).sort((a, b) => a - b);
  const lengths = [2300 - 500.5, 2600 - 500.5];
  const expected = played.flatMap(([first, last], part) =>
    Array.from({ length: last - first + 1 }, (_, i) => i * 1001 / 24 + (part === 0 ? 0 : lengths[0] ?? 0))
  );
  const extra = frames.filter((time) => !expected.some((wanted) => Math.abs(wanted - time) < 1.5));
  same(expected.filter((wanted) => !frames.some((time) => Math.abs(wanted - time) < 1.5)), []);
  // A reference frame may follow the last frame. It is shown for less than 3 ms at the end of its part.
  ok(extra.length <= 4, String(extra));
  const ends = [lengths[0] ?? 0, (lengths[0] ?? 0) + (lengths[1] ?? 0)];
  ok(extra.every((time) => ends.some((end) => end - time < 4 && end - time > -1)), String(extra));
  same(prepared.chapters, [0, 1999]);
  same(prepared.durationMs, 3899);
  const [first, second] = await Promise.all(["00055", "00056"].map((id) => inputStreams(disc, [id])));
  // An AC-3 block is 768 bytes long and lasts 32 ms. It belongs to the part that plays more than half of it.
  const audio = concat([
    first?.get(0x1100)?.subarray(16 * 768, 72 * 768) ?? new Uint8Array(),
    second?.get(0x1100)?.subarray(16 * 768, 81 * 768) ?? new Uint8Array(),
  ]);
  same(await digest(await streamOf(output, "0:a:0", "ac3")), await digest(audio));
});

Deno.test("prepareBlurayTitle() clears a subtitle at the end of the part that shows it", async () => {
  const disc = await shelf.copy(FILM);
  const items = [{ clip: "00055", toMs: 1700 }, { clip: "00056" }];
  const playlist = playlistFile({ name: "00805", items, chapters: [] }, disc.clips);
  await Deno.writeFile(join(disc.folder, "BDMV/PLAYLIST/00805.mpls"), playlist);
  const { output, prepared } = await rip(disc, "00805");
  const times = async (stream: string) =>
    (await packetsOf(output, stream)).map(({ seconds }) => Math.round(seconds * 1000));
  // The subtitle is shown from 1500 to 2000 ms, but the first part ends at 1700 ms.
  same(await times("s:0"), [500, 1000, 1500, 1699, 2200, 2700, 3200, 3700]);
  same(await times("s:1"), [1000, 1500, 2700, 3200]);
  const decoded = await run("ffmpeg", ["-v", "error", "-i", output, "-map", "0:s", "-c", "copy", "-f", "null", "-"]);
  same([decoded.stderr, prepared.chapters], ["", []]);
});

Deno.test("prepareBlurayTitle() names the clip that is missing, encrypted or not played any more", async () => {
  const missing = await shelf.copy(FILM);
  await Deno.remove(join(missing.folder, "BDMV/STREAM/00056.m2ts"));
  const isFault = (code: string, text: RegExp) => (error: unknown) =>
    error instanceof DiscFault && error.code === code && text.test(error.message);
  await rejects(rip(missing, "00800"), isFault("missing_file", /00056\.m2ts is missing/));
  await rejects(rip(await shelf.encrypted(), "00200"), isFault("protected", /00001\.m2ts is encrypted/));
});

Deno.test("prepareBlurayTitle() stops when it is aborted", async () => {
  const disc = await shelf.make(FILM);
  const files = folderDisc(disc.folder, { isFolder: false });
  const [title] = (await readBluray(files)).titles;
  ok(title);
  const work = await Deno.makeTempDir({ dir: shelf.root });
  const abort = new AbortController();
  abort.abort(new Error("no longer wanted"));
  await rejects(prepareBlurayTitle(files, title, work, () => {}, abort.signal), /no longer wanted/);
});
