import { createHash, randomBytes } from "node:crypto";
import { join } from "node:path";
import { join as joinService, newSeed } from "../../lib/farm/agent/link/join.ts";
import { type NatsPlace, natsPlace } from "../../lib/farm/agent/link/nats_place.ts";
import { openNatsLink } from "../../lib/farm/agent/link/nats_link.ts";
import { partRequests } from "../../lib/farm/agent/link/part_requests.ts";
import { pinnedClient } from "../../lib/farm/agent/link/pinned_https.ts";
import { fetchStanding } from "../../lib/farm/agent/link/standing.ts";
import { measureEncoderMarks } from "../../lib/farm/encoder_marks.ts";
import { type AgentAbilities, parseJoinCode, PartMessage, PROTOCOL } from "../../lib/farm/protocol.ts";
import { partCommand } from "../../lib/farm/agent/part_command.ts";
import { fileInput } from "../../lib/media/probe/input_args.ts";
import { FFMPEG } from "../kit/ffmpeg.ts";
import { parseUntrustedJson } from "../../lib/kit/json/json.ts";
import { VERSION } from "../../lib/kit/version.ts";
import { run } from "../kit/run.ts";
import { until } from "./world.ts";

/** An agent with a valid credential that reports and delivers wrong data over the real connections. */
export interface Liar extends AsyncDisposable {
  /** Number of segments that were assigned to the agent. */
  parts(): number;
}

/** The result that the agent delivers, and the size and hash that it reports. */
export interface LyingResult {
  bytes: Uint8Array;
  sizeBytes?: number;
  sha256?: string;
}

/** Produces the result instead of encoding the segment. */
export type Lie = (part: PartMessage) => LyingResult | Promise<LyingResult>;

/** Encodes a segment like a correct agent, but from another movie or with different plan values. */
export async function encodedOtherwise(
  part: PartMessage,
  { film, video = {} }: { film: string; video?: Record<string, unknown> },
): Promise<LyingResult> {
  const folder = await Deno.makeTempDir({ prefix: "lathe_liar_" });
  try {
    const output = join(folder, "part.mp4");
    const changed = { ...part, video: { ...part.video, ...video } };
    const command = partCommand(changed, { input: fileInput(film), output });
    if ("refused" in command) throw new Error(command.refused);
    const { code, stderr } = await run("ffmpeg", command.args);
    if (code !== 0) throw new Error(stderr);
    return { bytes: await Deno.readFile(output) };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Joins the service with a join code. `abilities` overrides the reported capabilities. */
export async function openLiar(
  { code, name, abilities = {}, lie }: { code: string; name: string; abilities?: Partial<AgentAbilities>; lie?: Lie },
): Promise<Liar> {
  const ended = new AbortController();
  const { signal } = ended;
  const read = parseJoinCode(code);
  if (read === undefined) throw new Error("no join code");
  const encoders = await measureEncoderMarks(FFMPEG);
  const reported = {
    protocol: PROTOCOL,
    version: VERSION,
    platform: "linux",
    ffmpegVersion: "7",
    encoders,
    slots: 1,
    ...abilities,
  };
  const identity = await joinService(read, { seed: newSeed(), name, abilities: reported, signal });
  const client = pinnedClient(identity);
  const placeNow = async () => natsPlace(await fetchStanding(client, signal), { service: identity.address, identity });
  let place: NatsPlace | undefined;
  await until("a NATS server", async () => (place = await placeNow()) !== undefined);
  if (place === undefined) throw new Error("no NATS server");
  const link = await openNatsLink({
    place,
    identity,
    events: { onControl: () => {}, onTrouble: () => {} },
  });
  const beat = () => link.beat({ ...reported, running: [] });
  beat();
  const timer = setInterval(beat, 1_000);
  let count = 0;
  const work = async () => {
    while (!signal.aborted) {
      const delivery = await link.next().catch(() => undefined);
      if (delivery === undefined) continue;
      count++;
      const part = PartMessage.parse(parseUntrustedJson(delivery.data));
      const requests = partRequests({ client, part, signal });
      const made: LyingResult = await lie?.(part) ?? { bytes: randomBytes(10_000) };
      const { bytes, sizeBytes = bytes.length, sha256 = createHash("sha256").update(bytes).digest("hex") } = made;
      // The service rejects the result. This agent ignores the error.
      await requests.write(0, bytes).then(() => requests.finish({ sizeBytes, sha256 })).catch(() => {});
      delivery.ack();
    }
  };
  const working = work();
  return {
    parts: () => count,
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      ended.abort(new Error("ended"));
      await link.close();
      client.close();
      await working;
    },
  };
}
