import { ok } from "node:assert/strict";
import { join } from "node:path";
import { encodeFile, recipe, tools } from "../../../../tests/fixtures/encode.ts";
import { runProcess } from "../../../kit/process/process.ts";

/** Channels of a 5.1 layout, in order. */
const CHANNELS = ["FL", "FR", "FC", "LFE", "BL", "BR"];

/** Returns the peak of each side in dBFS when the named 5.1 channels carry the same full-scale tone. */
async function stereoPeaks(folder: string, layout: string, loud: string[]): Promise<number[]> {
  const source = join(folder, "source.mka");
  const tones = CHANNELS.map((name) => loud.includes(name) ? "0.99*sin(2*PI*440*t)" : "0").join("|");
  const run = async (...args: string[]) => {
    const { code, stderr } = await runProcess({ path: tools.ffmpegPath, args, timeoutMs: 60_000 });
    if (code !== 0) throw new Error(stderr);
    return stderr;
  };
  const tone = `aevalsrc='${tones}':c=${layout}:s=48000:d=2`;
  await run("-v", "error", "-y", "-f", "lavfi", "-i", tone, "-c:a", "flac", source);
  const { output } = await encodeFile(folder, source, recipe({ audio: { encoder: "flac", channels: 2 } }));
  const text = await run(
    "-v",
    "info",
    "-i",
    output,
    "-af",
    "astats=measure_overall=none:measure_perchannel=Peak_level",
    "-f",
    "null",
    "-",
  );
  return [...text.matchAll(/Peak level dB: (\S+)/g)].map(([, level]) => Number(level));
}

for (const layout of ["5.1", "5.1(side)"]) {
  Deno.test(`slow: ${layout} in stereo: the centre is as loud as a front, the sides stay apart, and nothing clips`, async () => {
    const folder = await Deno.makeTempDir({ prefix: "lathe_downmix_" });
    try {
      const [centre = 0, centreRight = 0] = await stereoPeaks(folder, layout, ["FC"]);
      const [front = 0, frontRight = 0] = await stereoPeaks(folder, layout, ["FL"]);
      ok(Math.abs(centre - front) < 0.2 && Math.abs(centreRight - centre) < 0.1, `${centre} beside ${front}`);
      ok(!(frontRight > -60), `${frontRight}`);
      const all = await stereoPeaks(folder, layout, CHANNELS);
      ok(all.every((level) => level > -1 && level <= 0), all.join());
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  });
}
