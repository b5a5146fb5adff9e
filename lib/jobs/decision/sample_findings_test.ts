import { deepEqual, equal, notEqual, ok } from "node:assert/strict";
import { decide, film } from "../../../tests/fixtures/plans.ts";
import type { SizeEstimate } from "../../encode/sampling/estimate.ts";
import type { Plan, VideoPlan } from "../../encode/plan/model.ts";
import { knownSample, sampleKey, type SampleSubject, sceneSampleKey, withKnownSample } from "./sample_findings.ts";

const IDENTITY = { device: "1", inode: "2", sizeBytes: 3, mtimeNs: "4" } as SampleSubject["identity"];

/** The sample plan, which encodes its video. */
function planned(change: Partial<VideoPlan> = {}): Plan & { video: VideoPlan } {
  const plan = decide({});
  ok(plan.video);
  return { ...plan, video: { ...plan.video, ...change } };
}
const subject = (more: Partial<SampleSubject> = {}): SampleSubject => ({
  identity: IDENTITY,
  plan: planned(),
  capabilities: { version: "7.1" },
  ...more,
});
const KEY = sampleKey(subject());

for (
  const [name, other] of [
    ["other bytes", { identity: { ...IDENTITY, mtimeNs: "5" } }],
    ["another ffmpeg", { capabilities: { version: "7.1.1" } }],
    ["another quality", { plan: planned({ quality: 30 }) }],
    ["another preset", { plan: planned({ preset: "fast" }) }],
    ["a picture that is cut", { plan: planned({ crop: { width: 1920, height: 800, x: 0, y: 140 } }) }],
    ["other extra arguments", { plan: planned({ extraArgs: ["-x265-params", "aq-mode=3"] }) }],
  ] as [string, Partial<SampleSubject>][]
) Deno.test(`sampleKey(): ${name} is another measurement`, () => notEqual(sampleKey(subject(other)), KEY));

for (
  const [name, change] of [
    ["sounds", { audio: [] }],
    ["subtitles", { subtitles: [] }],
    ["chapters", { chapters: false }],
    ["titles", { metadata: { title: "Other", comment: "" } }],
    ["the container", { container: "mp4" }],
    ["burned-in subtitles, which cost few bits", {
      video: planned({ burn: { index: 5, form: "picture", ordinal: 0 } }).video,
    }],
  ] as [string, Partial<Plan & { video: VideoPlan }>][]
) {
  Deno.test(`sampleKey(): the video is the same measurement with other ${name}`, () => {
    equal(sampleKey(subject({ plan: { ...planned(), ...change } })), KEY);
  });
}

Deno.test("sampleKey() starts with the identity of the file, and is short for any plan", () => {
  ok(KEY.startsWith("1:2:3:4:"));
  equal(sampleKey(subject({ plan: planned({ extraArgs: Array(5000).fill("-x") }) })).length, KEY.length);
});

const ESTIMATE: SizeEstimate = {
  bytes: 1_000_000,
  low: 500_000,
  high: 2_000_000,
  exact: false,
  parts: { video: 900_000, audio: 100_000, subtitles: 0, other: 0 },
  notes: [],
  model: { key: "x265/none/1080", videoBytes: 900_000 },
};
/** Creates a fake store of findings that contains one measurement and records all lookups. */
function findings(videoBytes: number, stored = [KEY, sceneSampleKey(KEY)]) {
  const asked: string[] = [];
  const result = { videoBytes, spread: 0.2, encodeSeconds: 60 };
  return {
    asked,
    get: (kind: string, key: string) => {
      asked.push(`${kind} ${key}`);
      return Promise.resolve(key === KEY ? { kind, key, path: "", result, foundAt: 0 } : undefined);
    },
    beginningWith: (kind: string, start: string) => {
      asked.push(`${kind} ${start}`);
      const keys = [sceneSampleKey(KEY), KEY].filter((key) => key.startsWith(start) && stored.includes(key));
      const rows = keys.map((key) => ({
        ...{ kind, key, path: "", foundAt: 0 },
        result: key === KEY ? result : { ...result, videoBytes: videoBytes * 2 },
      }));
      return Promise.resolve(rows);
    },
  } as { asked: string[] } & Parameters<typeof knownSample>[0] & Parameters<typeof withKnownSample>[1];
}

Deno.test("knownSample() finds measurements of the same video only", async () => {
  const kept = findings(700_000);
  equal((await knownSample(kept, subject()))?.videoBytes, 700_000);
  equal(await knownSample(kept, subject({ capabilities: { version: "8" } })), undefined);
  equal(kept.asked[0], `sample ${KEY}`);
});

Deno.test("withKnownSample() replaces the guess by the measurement, within narrower bounds", async () => {
  const better = await withKnownSample(ESTIMATE, findings(700_000), subject());
  equal(better.sampled, true);
  equal(better.parts.video, 700_000);
  equal(better.bytes, 800_000);
  ok(better.low < better.bytes && better.bytes < better.high);
  equal(better.encodeSeconds, 60);
});

Deno.test("withKnownSample() uses the scenes of a preview until all samples are measured", async () => {
  const scenes = findings(350_000, [sceneSampleKey(KEY)]);
  equal((await withKnownSample(ESTIMATE, scenes, subject())).parts.video, 700_000);
  equal(await knownSample(findings(1, []), subject({ capabilities: { version: "8" } })), undefined);
});

for (
  const [name, estimate, plan] of [
    ["a picture that is copied", ESTIMATE, planned({ encoder: "copy" })],
    ["a file without a picture", ESTIMATE, { ...planned(), video: undefined }],
    ["a size that was not guessed", { ...ESTIMATE, model: undefined }, planned()],
  ] as [string, SizeEstimate, Plan][]
) {
  Deno.test(`withKnownSample() ignores ${name}`, async () => {
    const kept = findings(700_000);
    equal(await withKnownSample(estimate, kept, { ...subject(), plan }), estimate);
    deepEqual(kept.asked, []);
  });
}

Deno.test("withKnownSample() leaves a guess of which nothing is known", async () => {
  const other = decide({}, film({ width: 1280, height: 720 }));
  equal(await withKnownSample(ESTIMATE, findings(1), { ...subject(), plan: other }), ESTIMATE);
});
