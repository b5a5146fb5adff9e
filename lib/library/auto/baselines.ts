import * as z from "zod";
import type { SettingsService } from "../../platform/settings/service.ts";
import type { Candidate, Remembered } from "./candidate.ts";
import { type SourceState, titleOf } from "./decide.ts";

/** Baselines of the managers' libraries: the time at which each was recorded, and the address of the manager. */
export interface Baselines {
  /** Current addresses of the managers. A scan reads them at its start and uses these values throughout. */
  addresses(): Addresses;
  /** Returns the state of the managers, based on the files that were found and those that are remembered. */
  standing(candidates: FoundFile[], memory: Remembered[], addresses: Addresses): Promise<Standing>;
  /** Records the baseline of the library at an address. `leftOut` are titles that could not be read. */
  record(kind: SourceKind, recorded: { at: Date; address: string; leftOut: number[] }): Promise<void>;
  /**
   * Updates the list of titles that could not be read for the baseline. Titles that can be read now are removed from
   * it.
   */
  stillLeftOut(kind: SourceKind, read: { address: string; leftOut: number[] }): Promise<void>;
  /** Returns the time of the first baseline. */
  since(): Promise<string | undefined>;
  /** Called after a backup was restored. The next scan records new baselines. */
  restored(): Promise<void>;
  clear(): Promise<void>;
}

/** Managers that auto transcode uses: Radarr and Sonarr. Lidarr has no remuxes. */
export const SOURCE_KINDS = ["movie", "series"] as const;
/** A manager that auto transcode uses: `movie` is Radarr, `series` is Sonarr. */
export type SourceKind = (typeof SOURCE_KINDS)[number];

/** A file of a manager. */
type FoundFile = Pick<Candidate, "arr" | "localPath">;

/** Normalised address of each manager, for comparison. */
export type Addresses = Readonly<Record<SourceKind, string>>;

/** Information about the managers from which a scan determines which files are new. */
export interface Standing {
  sources: Record<SourceKind, SourceState>;
  /** See `ScanRules.notNew`. */
  notNew: Set<string>;
}

/** Store for key-value pairs. `get` returns undefined for a key that was never set. */
export interface Facts {
  get(key: string): Promise<unknown>;
  set(key: string, value: unknown): Promise<void>;
  remove(key: string): Promise<void>;
}

const Baseline = z.union([
  z.object({ at: z.string(), url: z.string(), leftOut: z.array(z.int()).default([]) }),
  z.object({ restored: z.literal(true) }),
]);
type Baseline = z.infer<typeof Baseline>;

const keyOf = (kind: SourceKind): string => `auto.baseline.${kind}`;
/** Key of versions before 0.2, which had a single baseline for both managers. */
const OLD_KEY = "auto.baselineAt";

interface BaselineDeps {
  facts: Facts;
  settings: Pick<SettingsService, "current">;
}

/**
 * Creates the store for the baselines of the libraries. It has one entry per manager under `auto.baseline.*`, with the
 * manager's address.
 */
export function createBaselines(facts: Facts, settings: Pick<SettingsService, "current">): Baselines {
  const deps: BaselineDeps = { facts, settings };
  return {
    addresses: () => ({ movie: urlOf(deps, "movie"), series: urlOf(deps, "series") }),
    standing: (candidates, memory, addresses) => standingOf(deps, candidates, memory, addresses),
    record: (kind, { at, address, leftOut }) => facts.set(keyOf(kind), { at: at.toISOString(), url: address, leftOut }),
    stillLeftOut: (kind, read) => keepStillLeftOut(deps, kind, read),
    since: () => firstBaselineAt(deps),
    restored: async () =>
      void await Promise.all(SOURCE_KINDS.map((kind) => facts.set(keyOf(kind), { restored: true }))),
    clear: async () => void await Promise.all([OLD_KEY, ...SOURCE_KINDS.map(keyOf)].map((key) => facts.remove(key))),
  };
}

async function readBaseline({ facts }: BaselineDeps, kind: SourceKind): Promise<Baseline | undefined> {
  return Baseline.safeParse(await facts.get(keyOf(kind))).data;
}

const urlOf = ({ settings }: BaselineDeps, kind: SourceKind): string =>
  settings.current().connections[kind].url.replace(/\/+$/, "").toLowerCase();

async function standingOf(
  deps: BaselineDeps,
  candidates: FoundFile[],
  memory: Remembered[],
  addresses: Addresses,
): Promise<Standing> {
  const [movie, series] = await Promise.all(
    SOURCE_KINDS.map((kind) => sourceState(deps, kind, { candidates, memory, address: addresses[kind] })),
  );
  const notNew = new Set<string>();
  for (const kind of SOURCE_KINDS) {
    const baseline = await readBaseline(deps, kind);
    if (baseline === undefined || "restored" in baseline) continue;
    for (const arrId of baseline.leftOut) notNew.add(titleOf({ arr: kind, arrId }));
  }
  return { sources: { movie: movie ?? "first", series: series ?? "first" }, notNew };
}

async function sourceState(
  deps: BaselineDeps,
  kind: SourceKind,
  { candidates, memory, address }: { candidates: FoundFile[]; memory: Remembered[]; address: string },
): Promise<SourceState> {
  const baseline = await readBaseline(deps, kind);
  const own = memory.filter(({ arr }) => arr === kind);
  // The old baseline does not contain which managers were connected. It is used if files of this manager are
  // remembered.
  if (baseline === undefined) {
    return typeof await deps.facts.get(OLD_KEY) === "string" && own.length > 0 ? "known" : "first";
  }
  if ("restored" in baseline) return "restored";
  if (baseline.url === address) return "known";
  // A different address may mean a different library. It is considered the same if at least half of the files found are
  // remembered.
  const paths = new Set(own.map(({ localPath }) => localPath));
  const found = candidates.filter(({ arr }) => arr === kind);
  return found.filter(({ localPath }) => paths.has(localPath)).length * 2 < found.length ? "first" : "known";
}

async function keepStillLeftOut(
  deps: BaselineDeps,
  kind: SourceKind,
  { address: url, leftOut }: { address: string; leftOut: number[] },
): Promise<void> {
  const { facts } = deps;
  const baseline = await readBaseline(deps, kind);
  if (baseline === undefined) {
    const at = await facts.get(OLD_KEY);
    return await facts.set(keyOf(kind), { at, url, leftOut: [] });
  }
  if ("restored" in baseline) return;
  const left = baseline.leftOut.filter((id) => leftOut.includes(id));
  if (left.length === baseline.leftOut.length && baseline.url === url) return;
  await facts.set(keyOf(kind), { ...baseline, url, leftOut: left });
}

async function firstBaselineAt(deps: BaselineDeps): Promise<string | undefined> {
  const all = await Promise.all(SOURCE_KINDS.map((kind) => readBaseline(deps, kind)));
  const old = await deps.facts.get(OLD_KEY);
  return [
    ...all.flatMap((one) => one !== undefined && "at" in one ? one.at : []),
    ...typeof old === "string" ? [old] : [],
  ]
    .sort()[0];
}
