import { JobFailure } from "../../kit/fault.ts";
import { probeFile } from "../../media/probe/ffprobe.ts";
import type { Probe } from "../../media/probe/model.ts";
import { timestamps } from "../args/args.ts";
import { alignFrames } from "./video/alignment.ts";
import { type Check, CHECKS, type Cost, STAGES } from "./checks.ts";
import { identicalPairs } from "./copies.ts";
import { compareDecoded, type DecodedFindings } from "./decoded.ts";
import type { CheckResult, Evidence, Verdict, VerifyOptions } from "./model.ts";
import { createHeaderReader } from "./packets/headers.ts";
import { withoutLateCues } from "./packets/late_cues.ts";
import { type PacketList, readPackets } from "./packets/packets.ts";
import { pairsOf } from "./packets/stream_pairs.ts";
import { sourceHoles } from "./packets/times.ts";

export type { CheckResult, Verdict, VerifyMode, VerifyOptions } from "./model.ts";

/**
 * Verifies a result before it may be used, with all applicable checks of `verify/checks.ts`. Throws only when aborted.
 */
export async function verifyOutput(options: VerifyOptions): Promise<Verdict> {
  const started = performance.now();
  const found: Collected = { checks: [], problems: [], warnings: [] };
  const { mode, signal } = options;
  // The result is probed while the packets of both files are read.
  const reading = mode === "off" ? undefined : readBoth(options);
  // A failure to read the packets is only relevant if they are needed.
  reading?.catch(() => {});
  let result: Probe | undefined;
  let json: unknown;
  try {
    result = await probeFile(options.path, { ...options, depth: "frames", onAnswer: (answer) => json = answer });
  } catch (error) {
    await reading?.catch(() => {});
    signal?.throwIfAborted();
    const text = error instanceof JobFailure ? `The output cannot be read back. ${error.message}` : String(error);
    note(found, { id: "readable", title: "Readable" }, { problems: [text] });
  }
  if (result) {
    const pairs = pairsOf(options.plan, result);
    const headers = createHeaderReader(options, { path: options.path, json });
    const evidence = { ...options, result, pairs, headers, identical: new Set<string>() };
    await runChecks(evidence, reading, found);
  }
  signal?.throwIfAborted();
  if (found.problems.length === 0) found.warnings.push(...(found.sourceWarnings ?? []));
  return {
    ok: found.problems.length === 0,
    problems: found.problems,
    warnings: [...new Set(found.warnings)],
    checks: found.checks,
    unmade: found.checks.filter(({ state }) => state === "unmade").map(({ title, text }) => `${title}: ${text}`),
    sourceErrors: found.sourceErrors ?? [],
    result,
    seconds: (performance.now() - started) / 1000,
  };
}

interface Collected {
  checks: CheckResult[];
  problems: string[];
  warnings: string[];
  sourceWarnings?: string[];
  sourceErrors?: string[];
}

interface BothPackets {
  source: PacketList;
  result: PacketList;
}

/** Reads the packets of both files. Problems in the result are returned as findings, not thrown. */
async function readBoth({ path, probe, ffprobePath, signal }: VerifyOptions): Promise<BothPackets> {
  const read = (file: string, inputOptions: string[]): Promise<PacketList> =>
    readPackets({ path: file, ffprobePath, inputOptions, signal }).catch((error: unknown) => {
      signal?.throwIfAborted();
      return {
        tracks: new Map(),
        stills: new Map(),
        complaints: [error instanceof Error ? error.message : String(error)],
      };
    });
  const both = await Promise.allSettled([read(probe.path, timestamps(probe)), read(path, [])]);
  const [source, result] = both;
  if (source.status === "rejected") throw source.reason;
  if (result.status === "rejected") throw result.reason;
  return { source: source.value, result: result.value };
}

async function runChecks(
  evidence: Evidence,
  reading: Promise<BothPackets> | undefined,
  found: Collected,
): Promise<void> {
  const stages = STAGES[evidence.mode];
  const failed = () => found.problems.length > 0;
  let decoded: DecodedFindings | undefined;
  for (const stage of ["headers", "packets", "decoding"] satisfies Cost[]) {
    const due = CHECKS.filter((check) => check.cost === stage && check.applies(evidence));
    if (!stages.includes(stage)) continue;
    // If streams are missing or shifted, all other comparisons would be meaningless.
    if (failed()) {
      skip(found, due);
      continue;
    }
    if (stage === "packets") await readPacketsInto(evidence, reading, found);
    const beside = new Map(due.flatMap((check) => check.beside ? [[check.id, check.run(evidence, undefined)]] : []));
    if (stage === "decoding") {
      [decoded] = await Promise.all([compareDecoded(evidence), ...beside.values()]);
      found.sourceErrors = decoded.sourceErrors;
    }
    for (const check of due) note(found, check, await (beside.get(check.id) ?? check.run(evidence, decoded)));
  }
  await reading?.catch(() => {});
}

async function readPacketsInto(
  evidence: Evidence,
  reading: Promise<BothPackets> | undefined,
  found: Collected,
): Promise<void> {
  const read = await reading;
  if (!read) return;
  const packets = { ...read, source: withoutLateCues(read.source, evidence) };
  evidence.packets = packets;
  const { plan, probe, pairs } = evidence;
  const complaints = packets.result.complaints.slice(0, 3).map((line) =>
    `Reading the output: ${line.replace(/ @ 0x\w+/, "")}`
  );
  note(found, { id: "readable", title: "Readable to the end" }, {
    problems: complaints,
    text: "every packet was read",
  });
  const video = pairs.find(({ kind }) => kind === "picture");
  if (video && plan.video) {
    const result = { packets: packets.result, video: plan.video };
    evidence.alignment = alignFrames(video, { probe, packets: packets.source }, result);
  }
  evidence.identical = identicalPairs(evidence);
  found.sourceWarnings = sourceHoles(evidence);
}

function note(
  found: Collected,
  { id, title }: Pick<Check, "id" | "title">,
  { problems, warnings = [], unmade, text, places }: Awaited<ReturnType<Check["run"]>>,
): void {
  const state = problems.length > 0 ? "failed" : unmade !== undefined ? "unmade" : "passed";
  found.checks.push({
    ...{ id, title, state },
    text: problems.join(" ") || unmade || capital(text ?? "as planned"),
    ...(places ? { places } : {}),
  });
  found.problems.push(...problems);
  found.warnings.push(...warnings);
}

function skip(found: Collected, checks: Check[]): void {
  for (const { id, title } of checks) {
    found.checks.push({ id, title, state: "skipped", text: "Skipped because an earlier check failed." });
  }
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
