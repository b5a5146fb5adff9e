import { sep } from "node:path";
import { DAY_MS } from "../../kit/clock.ts";
import { isWithin } from "../local/reading/mounts.ts";
import { type FileFacts, hasFacet } from "./file_facts.ts";
import type { BuiltInPolicy, ListedPolicy, Policy } from "./model.ts";
import type { RuleId } from "./plan_model.ts";

/** A policy with its rules prepared for many files. */
export interface Matcher {
  policy: ListedPolicy;
  /** Returns the first rule that excludes a file, or undefined if the policy includes it. Ignores `enabled`. */
  exclusion(file: FileFacts, nowMs: number): RuleId | undefined;
}

/** A policy that excludes a file, and the first rule that does. */
export interface Exclusion {
  policy: ListedPolicy;
  rule: RuleId;
}

/** The policies and one file. */
export interface Match {
  /** The first enabled policy in order that includes the file. */
  policy?: ListedPolicy;
  /** Later enabled policies that include the file too. */
  conflicts: readonly ListedPolicy[];
}

/** Result for files that no or only one policy includes. Libraries have many of them, so they share the array. */
const NO_CONFLICTS: readonly ListedPolicy[] = [];

/**
 * Prepares policies in their order. `takesNew` returns false for a remux that auto transcode does not encode because it
 * existed before auto transcode was enabled.
 */
export const matchersOf = (policies: readonly ListedPolicy[], takesNew: (file: FileFacts) => boolean): Matcher[] =>
  policies.map((policy) => ({
    policy,
    exclusion: policy.builtIn ? autoExclusion(policy, takesNew) : ownExclusion(policy),
  }));

/** Returns the policy that takes a file: the first enabled one that includes it. Pure. */
export function matchFile(file: FileFacts, matchers: readonly Matcher[], nowMs: number): Match {
  let taker: ListedPolicy | undefined;
  let conflicts = NO_CONFLICTS;
  for (const { policy, exclusion } of matchers) {
    if (!policy.enabled || exclusion(file, nowMs) !== undefined) continue;
    if (taker === undefined) taker = policy;
    else conflicts = [...conflicts, policy];
  }
  return taker === undefined ? { conflicts } : { policy: taker, conflicts };
}

/** Rules of auto transcode: remuxes of the managers in its settings, except those that existed before. */
const autoExclusion =
  ({ sources }: BuiltInPolicy, takesNew: (file: FileFacts) => boolean): Matcher["exclusion"] => (file) => {
    if (file.source === "local" || !sources.includes(file.source)) return "source";
    if (!file.isRemux) return "remux";
    return takesNew(file) ? undefined : "existing";
  };

function ownExclusion({ media }: Policy): Matcher["exclusion"] {
  const { source, remuxOnly, codecs, resolutions, ranges, minSizeBytes, minAgeDays, watched } = media;
  const [tags, genres] = [foldedSet(media.tags), foldedSet(media.genres)];
  const isInFolder = folderTest(media.folders);
  const hasAny = (words: readonly string[], facets: string) =>
    words.length === 0 || words.some((word) => hasFacet(facets, word));
  return (file, nowMs) => {
    if (file.source !== source) return "source";
    if (remuxOnly && !file.isRemux) return "remux";
    if (!isInFolder(file.localPath)) return "folders";
    if (tags.size > 0 && !file.tags.some((tag) => tags.has(tag))) return "tags";
    if (genres.size > 0 && !file.genres.some((genre) => genres.has(genre))) return "genres";
    if (!hasAny(codecs, file.facets)) return "codecs";
    if (!hasAny(resolutions, file.facets)) return "resolutions";
    if (!hasAny(ranges, file.facets)) return "ranges";
    if (file.sizeBytes < minSizeBytes) return "size";
    // A file without a known time may be new.
    if (minAgeDays > 0 && (file.addedAt === 0 || nowMs - file.addedAt < minAgeDays * DAY_MS)) return "age";
    if (watched !== "any" && file.watched !== (watched === "watched")) return "watched";
    return undefined;
  };
}

/** Returns words in lower case, for comparison with those of a file. */
export const foldedSet = (words: readonly string[]): ReadonlySet<string> =>
  new Set(words.map((word) => word.toLowerCase()));

/** Returns a test for paths inside any of these folders. Without folders, every path passes. */
export function folderTest(folders: readonly string[]): (path: string) => boolean {
  if (folders.length === 0) return () => true;
  const pairs = folders.map((folder) => [folder, separatorOf(folder)] as const);
  return (path) => pairs.some(([folder, separator]) => isWithin(path, folder, separator));
}

/** Returns the separator that a path uses, because a mapped path may be one of Windows. */
export const separatorOf = (path: string): string =>
  path.includes("\\") && !path.includes("/") ? "\\" : path.includes("/") ? "/" : sep;

/** Returns the reason for which a rule excluded a file, as a sentence. Pure. */
export function exclusionText({ policy, rule }: Exclusion, file: FileFacts): string {
  if (rule === "disabled") return "The policy is disabled.";
  if (rule === "existing") return "Auto transcode skips remuxes that existed before it was enabled.";
  if (policy.builtIn) {
    return rule === "remux" ? "The file is not a remux." : "Auto transcode is not enabled for this library.";
  }
  return OWN_TEXTS[rule](policy, file);
}

const listed = (words: readonly string[]): string => words.length === 0 ? "none" : words.join(", ");

const OWN_TEXTS: Record<Exclude<RuleId, "disabled" | "existing">, (policy: Policy, file: FileFacts) => string> = {
  source: () => "The file is in another library.",
  remux: () => "The file is not a remux.",
  folders: () => "The file is outside the folders of the policy.",
  tags: ({ media }, { tags }) => `None of its tags (${listed(tags)}) is one of ${listed(media.tags)}.`,
  genres: ({ media }, { genres }) => `None of its genres (${listed(genres)}) is one of ${listed(media.genres)}.`,
  codecs: ({ media }) => `Its codec is not one of ${listed(media.codecs)}, or is unknown.`,
  resolutions: ({ media }) => `Its resolution is not one of ${listed(media.resolutions)}, or is unknown.`,
  ranges: ({ media }) => `Its dynamic range is not one of ${listed(media.ranges)}, or is unknown.`,
  size: () => "The file is smaller than the minimum size.",
  age: ({ media }, { addedAt }) =>
    addedAt === 0
      ? "It is unknown when the file was added."
      : `The file was added less than ${media.minAgeDays} days ago.`,
  watched: ({ media }, { watched }) =>
    watched === undefined ? "No connected player reports its watched state." : `The file is not ${media.watched}.`,
};
