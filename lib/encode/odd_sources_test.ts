/** Runs unusually composed sources through probe, plan, encode and verification. */
import { deepEqual, equal, match, ok, rejects, throws } from "node:assert/strict";
import { join } from "node:path";
import { ffmpeg } from "../../tests/fixtures/decoded.ts";
import {
  capabilities,
  encodeFile,
  encodeVerified,
  read,
  recipe,
  tools,
  X264_FAST,
} from "../../tests/fixtures/encode.ts";
import { inFolder } from "../../tests/fixtures/folder.ts";
import { decide } from "../../tests/fixtures/plans.ts";
import { toArgs } from "./args/args.ts";
import { plan } from "./plan/plan.ts";
import type { AudioStream } from "../media/probe/model.ts";
import { listenTo } from "./plan/listen.ts";
import { sampleProbe } from "./sampling/sample.ts";
import { verifyOutput } from "./verify/verify.ts";

const X264 = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p"];
const picture = (size: string, seconds: number) => ["-f", "lavfi", "-i", `testsrc2=s=${size}:r=24:d=${seconds}`];
const tone = (frequency: number, seconds: number, layout = "stereo") => [
  ...["-f", "lavfi", "-i", `sine=f=${frequency}:r=48000:d=${seconds},aformat=channel_layouts=${layout}`],
];

inFolder(
  "slow: of a transport stream with two programmes the one with the larger video is kept, with a warning",
  async (dir) => {
    const source = join(dir, "mux.ts");
    await ffmpeg([
      ...[...picture("160x90", 3), ...picture("320x180", 3), ...tone(440, 3), ...tone(880, 3)],
      ...["-map", "0", "-map", "1", "-map", "2", "-map", "3", ...X264, "-c:a", "ac3"],
      ...["-program", "program_num=1:st=0:st=2", "-program", "program_num=2:st=1:st=3", source],
    ]);
    const { decided, result } = await encodeVerified(dir, source, recipe({ video: X264_FAST }));
    deepEqual([decided.video?.width, decided.audio.length], [320, 1]);
    match(decided.warnings.join(), /Another programme in the same transport stream is removed/);
    deepEqual(decided.streams.filter((s) => s.why === "it belongs to another programme").map((s) => s.type).sort(), [
      "audio",
      "video",
    ]);
    equal(result.streams.length, 2);
  },
);

inFolder(
  "slow: a movie beside a larger still image is encoded, and the image alone is never accepted",
  async (dir) => {
    const source = join(dir, "movie.mkv");
    await ffmpeg([
      ...[...picture("320x180", 0.04), ...picture("160x90", 3), ...tone(440, 3)],
      ...[
        "-map",
        "0",
        "-map",
        "1",
        "-map",
        "2",
        "-c:v:0",
        "mjpeg",
        "-c:v:1",
        "libx264",
        "-preset",
        "ultrafast",
        source,
      ],
    ]);
    const { probe, decided, result } = await encodeVerified(dir, source, recipe({ video: X264_FAST }));
    deepEqual([decided.video?.index, decided.video?.width], [1, 160]);
    match(decided.warnings.join(), /still image in stream 0 \(MJPEG, 320x180\) is removed/);
    equal(Math.round(result.durationSeconds), 3);
    const [still, ...others] = probe.streams;
    const wrong = { ...probe, streams: [still, ...others.slice(1)] as typeof probe.streams };
    const planned = plan(wrong, recipe({ video: X264_FAST }), await capabilities());
    const output = join(dir, "picture.mkv");
    await ffmpeg(toArgs(wrong, planned, { output }));
    const { problems } = await verifyOutput({ ...tools, path: output, probe, plan: planned, mode: "windows" });
    match(problems.join(), /The video lasts 0:00\.0, but stream 1 of the source lasts/);
  },
);

inFolder(
  "slow: audio with changing channels is copied with a note, or encoded into the larger layout",
  async (dir) => {
    const parts = [];
    for (const [i, layout] of ["stereo", "5.1"].entries()) {
      const part = join(dir, `${i}.ts`);
      const offset = ["-output_ts_offset", String(4 * i), "-f", "mpegts"];
      await ffmpeg([...picture("160x90", 4), ...tone(440, 4, layout), ...X264, "-c:a", "ac3", ...offset, part]);
      parts.push(await Deno.readFile(part));
    }
    const source = join(dir, "change.ts");
    await Deno.writeFile(source, await new Blob(parts).bytes());
    const copied = await encodeVerified(dir, source, recipe({ video: X264_FAST }));
    match(
      copied.decided.streams.find((s) => s.type === "audio")?.why ?? "",
      /channel layout changes midway \(stereo, 5\.1\(side\)\)/,
    );
    const made = await encodeVerified(dir, source, recipe({ video: X264_FAST, audio: { encoder: "aac" } }));
    match(made.decided.warnings.join(), /alternates between 2\.0 and 5\.1; all of it becomes 5\.1/);
    const stream = made.result.streams.find((one): one is AudioStream => one.kind === "audio");
    equal(stream?.layout, "5.1");
    // The tone of the stereo part must still be present.
    const loud = await ffmpeg([
      "-t",
      "2",
      "-i",
      made.output,
      "-map",
      "0:a",
      "-af",
      "pan=mono|c0=FL",
      "-f",
      "f32le",
      "-",
    ]);
    ok(loud.length > 0);
  },
);

inFolder(
  "slow: a movie that an edit list cuts: audio is encoded, and video is not copied where hidden frames would reappear",
  async (dir) => {
    const long = join(dir, "long.mp4");
    await ffmpeg([...picture("160x90", 16), ...tone(440, 16), ...X264, "-g", "120", "-c:a", "aac", long]);
    const cut = join(dir, "cut.mp4");
    await ffmpeg(["-ss", "7.3", "-i", long, "-c", "copy", cut]);
    for (const container of ["mkv", "mp4"]) {
      const { decided } = await encodeVerified(dir, cut, recipe({ container, video: X264_FAST }));
      equal(decided.audio[0]?.encoder, "aac");
      match(decided.warnings.join(), /first 1\.\d s were cut by an edit list/);
    }
    await rejects(
      encodeFile(dir, cut, recipe({ video: { encoder: "copy" } })),
      /were cut by an edit list; a copy in mkv/,
    );
    // The few priming samples of every AAC file are not treated as an edit.
    equal((await encodeVerified(dir, long, recipe({ video: X264_FAST }))).decided.audio[0]?.encoder, "copy");
  },
);

inFolder("samples above 0 dBFS are kept by WavPack, and FLAC does not count as lossless for them", async (dir) => {
  const source = join(dir, "hot.wav");
  await ffmpeg(["-f", "lavfi", "-i", "aevalsrc=1.5*sin(440*2*PI*t):s=48000:d=1", "-c:a", "pcm_f32le", source]);
  const probe = await read(source);
  const flac = recipe({ container: "flac", audio: { encoder: "flac" } });
  const findings = await listenTo({ ...tools, probe, recipe: flac });
  const clipped = await encodeFile(dir, source, flac, findings);
  match(
    clipped.decided.warnings.join(),
    /peaks at \+3\.5 dBFS\. FLAC clips anything above 0 dBFS, so the output is not lossless/,
  );
  const { output, decided } = await encodeFile(dir, source, recipe({ container: "wv", audio: { encoder: "wavpack" } }));
  deepEqual([decided.audio[0]?.float, decided.warnings], [true, []]);
  const samples = (path: string) => ffmpeg(["-i", path, "-f", "md5", "-c:a", "pcm_f32le", "-"]);
  equal(await samples(output), await samples(source));
});

inFolder("tags that describe an MP4 are not copied into a FLAC", async (dir) => {
  const source = join(dir, "song.m4a");
  await ffmpeg([...tone(440, 1), "-c:a", "alac", "-metadata", "artist=The Band", source]);
  const { output } = await encodeFile(dir, source, recipe({ container: "flac", audio: { encoder: "flac" } }));
  const { tags } = await read(output);
  equal(tags.ARTIST ?? tags.artist, "The Band");
  ok(!Object.keys(tags).some((name) => /brand|minor_version/i.test(name)), JSON.stringify(tags));
});

for (const name of ["Film.iso", "DISC.IMG", "VTS_01_1.VOB", "VIDEO_TS.IFO"]) {
  Deno.test(`${name} is refused as a movie`, () => {
    throws(() => decide({}, { ...sampleProbe(), path: `/media/${name}` }), /open it under Discs and rip a title/);
  });
}

inFolder("slow: audio that starts after the video is extracted from a movie as a track", async (dir) => {
  const source = join(dir, "late.mkv");
  await ffmpeg([
    ...[...picture("160x90", 6), "-itsoffset", "0.3", ...tone(440, 5)],
    ...[...X264, "-c:a", "libmp3lame", source],
  ]);
  for (const [container, encoder] of [["mp3", "libmp3lame"], ["flac", "flac"], ["m4a", "aac"]] as const) {
    const chosen = recipe({ mediaType: "music", container, video: { encoder: "copy" }, audio: { encoder } });
    const { result } = await encodeVerified(dir, source, chosen, { audioOnly: true });
    equal(result.streams.filter(({ kind }) => kind === "audio").length, 1, container);
  }
});

inFolder(
  "slow: a track extracted from a movie with late audio is refused when it is shifted",
  async (dir) => {
    const source = join(dir, "late.mkv");
    const song =
      "sine=f=440:r=48000:d=20,vibrato,volume='0.3+0.6*abs(sin(t))':eval=frame,aformat=channel_layouts=stereo";
    await ffmpeg([
      ...[...picture("160x90", 21), "-itsoffset", "0.3", "-f", "lavfi", "-i", song, ...X264, "-c:a", "flac", source],
    ]);
    const chosen = recipe({
      mediaType: "music",
      container: "flac",
      video: { encoder: "copy" },
      audio: { encoder: "flac" },
    });
    const { output, probe, decided } = await encodeVerified(dir, source, chosen, { audioOnly: true });
    for (
      const filter of [
        "adelay=700:all=1,atrim=end=20",
        "atrim=start=0.1,asetpts=PTS-STARTPTS,apad=pad_dur=0.1",
        "atrim=start=0.7,asetpts=PTS-STARTPTS",
      ]
    ) {
      const path = join(dir, "damaged.flac");
      await ffmpeg(["-y", "-i", output, "-af", filter, "-c:a", "flac", path]);
      const { ok: good, problems } = await verifyOutput({ ...tools, path, probe, plan: decided, mode: "windows" });
      equal(good, false, filter);
      match(problems.join(), /out of sync|ends 0.70 s earlier/);
    }
  },
);
