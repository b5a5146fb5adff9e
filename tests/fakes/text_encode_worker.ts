import { decide, resolveFor } from "../../lib/encode/decision/decide.ts";
import { probeFromJson } from "../../lib/media/probe/probe.ts";
import type { CallName, Calls, ToWorker } from "../../lib/jobs/workers/messages.ts";
import rich from "../fixtures/remux_2160p_hdr.json" with { type: "json" };

/**
 * An encode worker without ffmpeg. Every file is treated as a movie with a single video stream. Its encode is a text
 * that describes the source and shows if a file was encoded twice.
 */
type Answers = { [K in CallName]?: (request: Calls[K]["request"]) => Promise<Calls[K]["answer"]> };

/** Video stream without HDR, which requires more than eight bits. */
const picture = {
  ...rich.probe.streams[0],
  pix_fmt: "yuv420p",
  color_transfer: "bt709",
  color_primaries: "bt709",
  color_space: "bt709",
  side_data_list: [],
};

const ANSWERS: Answers = {
  async inspect({ path, recipe, capabilities, options }) {
    const { size } = await Deno.stat(path);
    const probe = probeFromJson(path, size, { ...rich.probe, streams: [picture] });
    return { probe, ...decide(probe, resolveFor(probe, recipe, capabilities, options), capabilities, options) };
  },
  cut: () => Promise.resolve({ unfit: "a text has no pictures" }),
  async encode({ args, output }) {
    const source = await Deno.readTextFile((args[args.indexOf("-i") + 1] ?? "").replace(/^file:/, ""));
    await Deno.writeTextFile(output, `encode of ${source.trim()}`);
    return { sizeBytes: 1, seconds: 1, sourceErrors: { count: 0, first: [] } };
  },
  verify: () =>
    Promise.resolve({ ok: true, problems: [], warnings: [], checks: [], unmade: [], sourceErrors: [], seconds: 0 }),
};

const scope = globalThis as unknown as {
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
  postMessage(message: unknown): void;
};
scope.onmessage = async ({ data }) => {
  if (data.kind !== "call") return;
  const answer = ANSWERS[data.name] as ((request: unknown) => Promise<unknown>) | undefined;
  if (answer === undefined) {
    return scope.postMessage({ kind: "refused", id: data.id, code: "internal", message: data.name });
  }
  scope.postMessage({ kind: "answer", id: data.id, value: await answer(data.request) });
};
