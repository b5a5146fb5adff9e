import { deepEqual, equal, ok, rejects } from "node:assert/strict";
import { join } from "node:path";
import fc from "fast-check";
import { FFMPEG as ffmpegPath } from "../../../tests/kit/ffmpeg.ts";
import { inFolder } from "../../../tests/fixtures/folder.ts";
import { runProcess } from "../../kit/process/process.ts";
import { type Loudness, measureLoudness, readMeter, samplePeakOf } from "./loudness.ts";
import { gainText, gatedLoudness, peakText, r128Text, replayGain } from "./replay_gain.ts";

async function ffmpeg(...args: string[]): Promise<string> {
  const { code, stderr } = await runProcess({ path: ffmpegPath, args: ["-nostdin", "-y", ...args], timeoutMs: 60_000 });
  equal(code, 0, stderr);
  return stderr;
}

/** Returns the integrated loudness in LUFS from ffmpeg's own summary of a file. */
async function summary(path: string): Promise<number> {
  const text = await ffmpeg("-nostats", "-i", path, "-af", "ebur128=peak=true", "-f", "null", "-");
  return Number(/Integrated loudness:\s+I:\s+(\S+) LUFS/.exec(text)?.[1]);
}

/** Very different tracks: constant, with a long quiet part, noise with pauses, quiet throughout. */
const TRACKS = [
  "sine=f=440:d=8:r=44100,volume=8dB,aformat=channel_layouts=stereo",
  "aevalsrc='0.5*sin(2*PI*300*t)*if(lt(t,6),0.02,1)|0.4*sin(2*PI*500*t)*if(lt(t,6),0.02,1)':d=12:s=44100",
  "anoisesrc=d=10:r=44100:c=pink:seed=3,volume='if(lt(mod(t,4),1),0,0.8)':eval=frame,aformat=channel_layouts=stereo",
  "sine=f=200:d=9:r=44100,volume=-12dB,aformat=channel_layouts=stereo",
];

async function makeTracks(dir: string): Promise<string[]> {
  const paths = TRACKS.map((_, i) => join(dir, `${i}.flac`));
  for (const [i, source] of TRACKS.entries()) {
    await ffmpeg("-v", "error", "-f", "lavfi", "-i", source, "-c:a", "flac", "-sample_fmt", "s16", paths[i] ?? "");
  }
  return paths;
}

const close = (found: number | undefined, wanted: number, tolerance: number, what: string) =>
  ok(found !== undefined && Math.abs(found - wanted) <= tolerance, `${what}: ${found}, wanted ${wanted}`);

inFolder("slow: track and album gains are within 0.1 dB of ffmpeg's own summaries", async (dir) => {
  const paths = await makeTracks(dir);
  const measured: Loudness[] = [];
  for (const path of paths) measured.push(await measureLoudness({ ffmpegPath, path, streamIndex: 0 }));
  const { tracks, album } = replayGain(measured);
  for (const [i, path] of paths.entries()) {
    close(tracks[i]?.gainDb, -18 - await summary(path), 0.1, `track ${i}`);
  }
  const whole = join(dir, "whole.flac");
  const inputs = paths.flatMap((path) => ["-i", path]);
  await ffmpeg("-v", "error", ...inputs, "-filter_complex", `concat=n=${paths.length}:v=0:a=1`, "-c:a", "flac", whole);
  close(album?.gainDb, -18 - await summary(whole), 0.1, "album");
  // The mean gain of the tracks is not the gain of the album.
  const mean = tracks.reduce((sum, gain) => sum + (gain?.gainDb ?? 0), 0) / tracks.length;
  ok(Math.abs((album?.gainDb ?? 0) - mean) > 0.5);
  equal(album?.peak, Math.max(...measured.map(({ samplePeak }) => samplePeak)));
});

inFolder("peaks are reported: of samples, and between them", async (dir) => {
  const path = join(dir, "peak.flac");
  // A sine at a quarter of the sampling rate with a phase of 45 degrees, so that every sample is 3 dB below the peak of
  // the wave. It is faded in, because a sudden start would exceed that peak.
  const wave = "0.9*sin(PI/2*n+PI/4)";
  const source = `aevalsrc='${wave}|${wave}':d=3:s=44100,afade=t=in:d=0.5,afade=t=out:st=2.5:d=0.5`;
  await ffmpeg("-v", "error", "-f", "lavfi", "-i", source, "-c:a", "flac", "-sample_fmt", "s16", path);
  const { samplePeak, truePeak } = await measureLoudness({ ffmpegPath, path, streamIndex: 0 });
  close(samplePeak, 0.9 * Math.SQRT1_2, 0.0001, "sample peak");
  close(truePeak, 0.9, 0.02, "true peak");
});

inFolder("silence has no loudness and does not affect the album", async (dir) => {
  const [silent, tone] = [join(dir, "silent.flac"), join(dir, "tone.flac")];
  await ffmpeg("-v", "error", "-f", "lavfi", "-i", "anullsrc=r=44100:cl=stereo:d=4", "-c:a", "flac", silent);
  await ffmpeg("-v", "error", "-f", "lavfi", "-i", TRACKS[0] ?? "", "-c:a", "flac", tone);
  const quiet = await measureLoudness({ ffmpegPath, path: silent, streamIndex: 0 });
  deepEqual([quiet.integrated, quiet.truePeak, quiet.samplePeak], [undefined, 0, 0]);
  const loud = await measureLoudness({ ffmpegPath, path: tone, streamIndex: 0 });
  const { tracks, album } = replayGain([quiet, loud]);
  equal(tracks[0], undefined);
  deepEqual(album, tracks[1]);
  deepEqual(replayGain([quiet]), { tracks: [undefined], album: undefined });
});

inFolder("a file without audio, and a missing one, are failures of the job", async (dir) => {
  const path = join(dir, "text.flac");
  await Deno.writeTextFile(path, "nothing to hear");
  await rejects(measureLoudness({ ffmpegPath, path, streamIndex: 0 }), { name: "JobFailure", code: "unreadable" });
  await rejects(measureLoudness({ ffmpegPath, path: join(dir, "none"), streamIndex: 0 }), { code: "source_missing" });
  const tone = join(dir, "tone.flac");
  await ffmpeg("-v", "error", "-f", "lavfi", "-i", "sine=d=1", "-c:a", "flac", tone);
  await rejects(measureLoudness({ ffmpegPath, path: tone, streamIndex: 3 }), /matches no streams/);
});

inFolder("an abort ends ffmpeg", async (dir) => {
  const path = join(dir, "long.wav");
  await ffmpeg("-v", "error", "-f", "lavfi", "-i", "anoisesrc=d=600:r=44100", "-c:a", "pcm_s16le", path);
  const stop = new AbortController();
  const measuring = measureLoudness({ ffmpegPath, path, streamIndex: 0, signal: stop.signal });
  setTimeout(() => stop.abort(new Error("enough")), 100);
  await rejects(measuring, /enough/);
  await rejects(measureLoudness({ ffmpegPath, path, streamIndex: 0, timeoutMs: 50 }), { code: "stalled" });
});

Deno.test("the relative gate excludes everything ten units below the rest", () => {
  close(gatedLoudness([-20, -20, -20, -35]), -20, 1e-9, "gated");
  close(gatedLoudness([-20, -20, -25]), 10 * Math.log10((2 * 10 ** -2 + 10 ** -2.5) / 3), 1e-9, "kept");
  equal(gatedLoudness([-70.1, -120.691, -Infinity, NaN]), undefined);
  equal(gatedLoudness([]), undefined);
});

Deno.test("gated loudness is between the quietest and the loudest block that counts", () => {
  const block = fc.double({ min: -70, max: 5, noNaN: true });
  fc.assert(fc.property(fc.array(block, { minLength: 1, maxLength: 200 }), (blocks) => {
    const found = gatedLoudness(blocks) ?? NaN;
    ok(found <= Math.max(...blocks) + 1e-9 && found >= Math.max(Math.min(...blocks), -70) - 1e-9);
    close(gatedLoudness(blocks.toReversed()), found, 1e-9, "order");
    close(gatedLoudness([...blocks, ...blocks]), found, 1e-9, "twice");
  }));
});

Deno.test("the meter's lines are read among any other lines", async () => {
  const text = ["frame:3 pts:13230", "lavfi.r128.M=-21.755", "lavfi.r128.true_peak=0.125", "lavfi.r128.S=-3", "x"];
  deepEqual(await readMeter([...text, "lavfi.r128.M=nan", "lavfi.r128.M=-inf"]), {
    blocks: [-21.755],
    truePeak: 0.125,
  });
  await fc.assert(fc.asyncProperty(fc.array(fc.string()), async (lines) => {
    const { blocks, truePeak } = await readMeter(lines);
    ok(blocks.every((block) => !Number.isNaN(block)) && truePeak >= 0);
  }));
});

Deno.test("the sample peak is astats' last word", () => {
  equal(samplePeakOf(["[Parsed_astats_0 @ 0x1] Peak level dB: -6.020600"]).toFixed(4), "0.5000");
  equal(samplePeakOf(["[Parsed_astats_0 @ 0x1] Peak level dB: -inf"]), 0);
  equal(samplePeakOf([]), 0);
});

Deno.test("gains are written as players read them", () => {
  const gain = { gainDb: -7.889, peak: 0.98883149 };
  deepEqual([gainText(gain), peakText(gain)], ["-7.89 dB", "0.988831"]);
  equal(gainText({ gainDb: 3.5, peak: 1 }), "3.50 dB");
  equal(gainText({ gainDb: -0.001, peak: 1 }), "0.00 dB");
  // At -23 LUFS, Opus needs no gain and ReplayGain five decibels.
  equal(r128Text({ gainDb: 5, peak: 1 }), "0");
  equal(r128Text({ gainDb: -7.89, peak: 1 }), String(Math.round(-12.89 * 256)));
  equal(r128Text({ gainDb: 1000, peak: 1 }), "32767");
});
