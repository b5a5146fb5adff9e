import type { Evidence, Findings } from "./model.ts";
import type { StreamPair } from "./packets/stream_pairs.ts";
import { firstDifference } from "./packets/packets.ts";
import { clock } from "./packets/times.ts";

/** Compares copied streams by packet checksums. Pure. */

/** Returns the names of pairs in which all packets are identical to those of the source. */
export function identicalPairs({ pairs, packets }: Evidence): Set<string> {
  const same = new Set<string>();
  for (const { copied, name, source, result } of pairs) {
    const [a, b] = [packets?.source.tracks.get(source), packets?.result.tracks.get(result)];
    if (copied && a && b && a.times.length === a.count && firstDifference(a, b) === undefined) same.add(name);
  }
  return same;
}

/**
 * Compares copied streams with their source. Nothing may change between two Matroska files. Other containers may store
 * the same data differently.
 */
export function checkCopies({ pairs, packets, identical, probe, result }: Evidence): Findings {
  const copied = pairs.filter((pair) => pair.copied);
  const strict = /matroska/.test(probe.format) && /matroska/.test(result.format);
  const problems: string[] = [];
  for (const pair of copied) {
    if (identical.has(pair.name) || !strict) continue;
    problems.push(...difference(pair, packets));
  }
  const text = copied.length === 0
    ? undefined
    : `${
      copied.filter(({ name }) => identical.has(name)).length
    } of ${copied.length} copied streams match the source packet by packet`;
  return { problems, text };
}

function difference({ name, source, result, kind }: StreamPair, packets: Evidence["packets"]): string[] {
  const [a, b] = [packets?.source.tracks.get(source), packets?.result.tracks.get(result)];
  if (!a && !b) return [];
  if (!a || !b) return [`The ${name} is empty.`];
  const at = firstDifference(a, b);
  // Tracks with more packets than can be listed are compared by their content.
  if (at === undefined || at >= a.times.length && a.count > a.times.length) return [];
  // Muxers omit cues without text.
  if (kind === "subtitle" && a.bytes === b.bytes) return [];
  return [`The copied ${name} differs from the source, starting at ${clock((a.times[at] ?? a.end) - a.start)}.`];
}
