import { DAY_MS } from "../../../kit/clock.ts";
import type { DecidedFile } from "../reading/decided.ts";
import { type FileFacts, hasFacet } from "../file_facts.ts";
import { folderTest } from "../match.ts";
import type { ListedPolicy, Policy, PolicySource } from "../model.ts";
import type { PolicyPlan } from "../plan_model.ts";

/** Rules of policies that no file matches, which are often mistakes. */

type IdleRule = PolicyPlan["idleRules"][number];

/** Facts that occur in one library. */
interface Seen {
  files: number;
  remuxes: number;
  words: Set<string>;
  folders: Set<string>;
  largest: number;
  /** The earliest time added in milliseconds. Infinity if unknown. */
  oldest: number;
  watched: Set<boolean>;
}

/** Returns the rules that no file of their library matches, for all enabled policies of the user. Pure. */
export function idleRules(
  decided: readonly DecidedFile[],
  policies: readonly ListedPolicy[],
  nowMs: number,
): IdleRule[] {
  const own = policies.filter((policy) => !policy.builtIn).filter(({ enabled }) => enabled);
  const seen = new Map<PolicySource, Seen>();
  for (const { file } of decided) note(seen, file);
  const [takers, late] = [new Set<string>(), new Set<string>()];
  for (const { match: { policy, conflicts } } of decided) {
    if (policy !== undefined) takers.add(policy.id);
    for (const { id } of conflicts) late.add(id);
  }
  return own.flatMap((policy) => [
    ...idleOf(policy, seen.get(policy.media.source), nowMs),
    ...(late.has(policy.id) && !takers.has(policy.id)
      ? [{ policyId: policy.id, rule: "order" as const, text: "Earlier policies take all of its files." }]
      : []),
  ]);
}

function note(seen: Map<PolicySource, Seen>, file: FileFacts): void {
  let one = seen.get(file.source);
  if (one === undefined) {
    seen.set(
      file.source,
      one = {
        ...{ files: 0, remuxes: 0, words: new Set(), folders: new Set(), largest: 0, oldest: Infinity },
        watched: new Set(),
      },
    );
  }
  one.files++;
  if (file.isRemux) one.remuxes++;
  if (file.facets !== "") one.words.add(file.facets);
  for (const tag of file.tags) one.words.add(`tag:${tag}`);
  for (const genre of file.genres) one.words.add(`genre:${genre}`);
  one.folders.add(file.localPath);
  one.largest = Math.max(one.largest, file.sizeBytes);
  if (file.addedAt > 0) one.oldest = Math.min(one.oldest, file.addedAt);
  if (file.watched !== undefined) one.watched.add(file.watched);
}

function idleOf({ id, media }: Policy, seen: Seen | undefined, nowMs: number): IdleRule[] {
  const idle = (rule: IdleRule["rule"], text: string): IdleRule => ({ policyId: id, rule, text });
  if (seen === undefined) return [idle("source", "The library has no files.")];
  const facets = [...seen.words].filter((text) => text.startsWith(" "));
  const missing = (words: readonly string[], rule: IdleRule["rule"], name: string) =>
    words.filter((word) => !facets.some((text) => hasFacet(text, word)))
      .map((word) => idle(rule, `No file has the ${name} ${word}.`));
  const unknown = (words: readonly string[], rule: "tags" | "genres", name: string) =>
    words.filter((word) => !seen.words.has(`${name}:${word.toLowerCase()}`))
      .map((word) => idle(rule, `No title has the ${name} ${word}.`));
  return [
    ...(media.remuxOnly && seen.remuxes === 0 ? [idle("remux", "No file is a remux.")] : []),
    ...media.folders.filter((folder) => !someIn(seen.folders, folder))
      .map((folder) => idle("folders", `No file is in ${folder}.`)),
    ...unknown(media.tags, "tags", "tag"),
    ...unknown(media.genres, "genres", "genre"),
    ...missing(media.codecs, "codecs", "codec"),
    ...missing(media.resolutions, "resolutions", "resolution"),
    ...missing(media.ranges, "ranges", "dynamic range"),
    ...(seen.largest < media.minSizeBytes ? [idle("size", "No file has the minimum size.")] : []),
    ...(media.minAgeDays > 0 && nowMs - seen.oldest < media.minAgeDays * DAY_MS
      ? [idle("age", "No file has the minimum age.")]
      : []),
    ...(media.watched !== "any" && !seen.watched.has(media.watched === "watched")
      ? [idle("watched", `No file is reported as ${media.watched} by a player.`)]
      : []),
  ];
}

function someIn(paths: ReadonlySet<string>, folder: string): boolean {
  const isInside = folderTest([folder]);
  for (const path of paths) if (isInside(path)) return true;
  return false;
}
