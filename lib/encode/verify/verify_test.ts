/** Results that must be accepted, and the behaviour of verification. Damage is covered by `verify_damage_test.ts`. */
import { deepEqual, match, ok, rejects } from "node:assert/strict";
import { type Encoded, encodeFile, recipe, tools, X264_FAST } from "../../../tests/fixtures/encode.ts";
import { inFolder } from "../../../tests/fixtures/folder.ts";
import { makeClip, makeRichRemux, ODD, X264 } from "../../../tests/fixtures/media.ts";
import { ALL_ROWS } from "../../../tests/kit/all_rows.ts";
import { type Verdict, type VerifyMode, verifyOutput } from "./verify.ts";
import { tolerance } from "./packets/times.ts";

const FAST = { ...X264_FAST, hdrPassthrough: false, extraArgs: "-g 25" };
const encode = (dir: string, source: string, parts: Record<string, unknown> = {}): Promise<Encoded> =>
  encodeFile(dir, source, recipe({ video: FAST, audio: { encoder: "libopus" }, ...parts }));
const verify = ({ probe, decided, output }: Encoded, mode: VerifyMode = "windows"): Promise<Verdict> =>
  verifyOutput({ ...tools, path: output, probe, plan: decided, mode });

/** Sources whose encodes `tests/e2e/encode_test.ts` verifies as well. A regular run leaves them to that test. */
const ELSEWHERE = new Set(["wrongExtension", "variableRate", "interlaced", "oddSize", "noAudio"]);

for (const [name, make] of Object.entries(ODD)) {
  if (!ALL_ROWS && ELSEWHERE.has(name)) continue;
  if (["truncated", "empty", "noise", "playlist", "hls"].includes(name)) continue;
  inFolder(`slow: a good encode of ${name} is accepted`, async (dir) => {
    const source = await make(dir);
    const video = name === "hlg" ? { encoder: "libx265", preset: "ultrafast" } : FAST;
    const good = await encode(dir, source, { video });
    for (const mode of ["windows", "full"] as const) {
      deepEqual((await verify(good, mode)).problems, [], mode);
    }
  });
}

inFolder("slow: copies are accepted, MP4 and one-second clips too", async (dir) => {
  const short = await makeClip(dir, "short.mkv", { seconds: 1, video: [...X264, "-bf", "3"] });
  deepEqual((await verify(await encode(dir, short, { video: { encoder: "copy" }, audio: {} }))).problems, []);
  const web = { container: "mp4", audio: { encoder: "aac" } };
  deepEqual((await verify(await encode(dir, await makeRichRemux(dir), web))).problems, []);
  const late = await ODD.lateStart(dir);
  deepEqual((await verify(await encode(dir, late, { video: { encoder: "copy" }, audio: {} }))).problems, []);
});

inFolder("a truncated source is reported, whatever the result", async (dir) => {
  const source = await ODD.truncated(dir);
  const { problems } = await verify(await encode(dir, source));
  match(problems.join(), /The source itself is truncated: it contains only 2\.\d s of the declared 4\.0 s/);
});

inFolder("slow: damage that was in the source and is copied along is a warning", async (dir) => {
  const source = await makeClip(dir, "hurt.mkv", { seconds: 30, width: 160, height: 90, video: [...X264, "-g", "24"] });
  {
    using file = await Deno.open(source, { write: true });
    await file.seek(30_000, Deno.SeekMode.Start);
    await file.write(crypto.getRandomValues(new Uint8Array(200)));
  }
  const copy = await encode(dir, source, { video: { encoder: "copy" }, audio: {} });
  const verdict = await verify(copy, "full");
  deepEqual(verdict.problems, []);
  match(verdict.warnings.join(), /source is damaged/);
});

inFolder("an abort throws, it does not judge", async (dir) => {
  const good = await encode(dir, await makeClip(dir, "c.mkv"));
  const reason = new Error("enough");
  const options = { ...tools, path: good.output, probe: good.probe, plan: good.decided, mode: "full" as const };
  await rejects(verifyOutput({ ...options, signal: AbortSignal.abort(reason) }), reason);
});

inFolder("full decoding reports its progress", async (dir) => {
  const good = await encode(dir, await makeClip(dir, "c.mkv"));
  const shares: number[] = [];
  const options = { ...tools, path: good.output, probe: good.probe, plan: good.decided, mode: "full" as const };
  await verifyOutput({ ...options, onProgress: (share) => shares.push(share) });
  ok(shares.length > 0 && shares.every((share) => share >= 0 && share <= 1));
});

Deno.test("the tolerance is a second for short movies and half a percent of long ones", () => {
  deepEqual([tolerance(10), tolerance(200), tolerance(7200)], [1, 1, 36]);
});
