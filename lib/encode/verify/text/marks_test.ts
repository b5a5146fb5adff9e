import { deepEqual } from "node:assert/strict";
import { decide } from "../../../../tests/fixtures/plans.ts";
import { sampleProbe } from "../../sampling/sample.ts";
import type { Evidence } from "../model.ts";
import type { StreamHeader } from "../packets/headers.ts";
import { pairsOf } from "../packets/stream_pairs.ts";
import { checkMarks } from "./marks.ts";

type Marks = Record<string, number>;

/** Returns the problems of a result with the planned marks and `more`, by kind. `own` are the marks of the source. */
async function problems(
  more: Partial<Record<"picture" | "sound", Marks>>,
  { own = {}, disabled }: { own?: Marks; disabled?: { source?: number[]; result?: number[] } } = {},
): Promise<string[]> {
  const probe = { ...sampleProbe(), ...(disabled?.source ? { disabled: disabled.source } : {}) };
  const plan = decide({}, probe);
  const result = {
    ...probe,
    path: "/out.mkv",
    streams: probe.streams.filter(({ kind }) => kind === "video" || kind === "audio"),
    ...{ disabled: disabled?.result },
  };
  const pairs = pairsOf(plan, result).filter(({ kind }) => kind !== "subtitle");
  const header = (index: number, disposition: Marks): StreamHeader => ({
    ...{ index, codec_name: "any", extradata_size: 0, extradata_hash: "", tags: {} },
    disposition: { attached_pic: 0, ...disposition },
  });
  const made = pairs.map(({ kind, position, result }) => {
    const audio = plan.audio[position];
    const planned: Marks = kind === "sound" && audio
      ? { default: Number(audio.default), forced: Number(audio.forced), comment: Number(audio.commentary) }
      : {};
    return header(result, { ...planned, ...(kind === "subtitle" ? {} : more[kind]) });
  });
  const source = pairs.map((pair) => header(pair.source, own));
  const headers = (path: string) => Promise.resolve(path === "/out.mkv" ? made : source);
  const evidence = { probe, plan, result, pairs, path: "/out.mkv", headers } as unknown as Evidence;
  return (await checkMarks(evidence)).problems;
}

Deno.test("flags that neither the plan nor the source has are refused, for video and audio", async () => {
  deepEqual(await problems({}), []);
  deepEqual(await problems({ picture: { default: 1 } }), []);
  deepEqual(await problems({ picture: { forced: 1 } }), ["The video is flagged as forced, which was not planned."]);
  const original = await problems({ sound: { original: 1 } });
  deepEqual(original[0], "The audio track 1 is flagged as original, which was not planned.");
  deepEqual(await problems({ sound: { original: 1 } }, { own: { original: 1 } }), []);
});

Deno.test("a disabled stream is refused, unless that of the source is disabled too", async () => {
  const [picture = 0] = pairsOf(decide({}, sampleProbe()), sampleProbe()).map(({ result }) => result);
  const words = ["The video is disabled, which was not planned."];
  deepEqual(await problems({}, { disabled: { result: [picture] } }), words);
  deepEqual(await problems({}, { disabled: { source: [picture], result: [picture] } }), []);
});
