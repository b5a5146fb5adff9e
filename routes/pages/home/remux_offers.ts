import type { Estimate } from "../../../lib/jobs/estimate_schema.ts";
import type { RemuxFile } from "../../../lib/library/video/remuxes.ts";
import type { Services } from "../../services/services.ts";

/** Finds the remuxes that have not been encoded yet, and estimates their result with the default profile. */

/** Kinds of media with remuxes, in the order of the page. Each has a default profile. */
export const REMUX_KINDS = ["movie", "tv", "anime"] as const satisfies RemuxFile["mediaType"][];
/** Kind of media with remuxes. */
export type RemuxKind = (typeof REMUX_KINDS)[number];

/** Expected result for all files with the default profile of their kind, in bytes and seconds of encoding. */
export interface RemuxEstimate extends Pick<Estimate, "profileName" | "nothingToDo" | "bytes"> {
  encodeSeconds: number | undefined;
}

/** Remuxes of one kind. `estimate` is absent if none of the files can be read. */
export interface RemuxOffer {
  kind: RemuxKind;
  files: number;
  sourceBytes: number;
  estimate?: RemuxEstimate | undefined;
}

/** Services for finding remuxes. `estimates` opens files, so a call may take seconds. */
export type RemuxDeps = Pick<Services, "library" | "estimates" | "settings" | "clock">;

/** Offers for all kinds of media that have remuxes. */
export interface RemuxOffers {
  /** Returns the offers without estimates, and opens no files. */
  found(): Promise<RemuxOffer[]>;
  list(): Promise<RemuxOffer[]>;
  /** Returns the remuxes of one kind of media. */
  files(kind: RemuxKind): Promise<{ path: string; sizeBytes: number }[]>;
}

const KEPT_MS = 3_600_000;

/** Creates the offers. The estimate for a set of files is cached for an hour. */
export function createRemuxOffers(deps: RemuxDeps): RemuxOffers {
  const { library, settings, clock } = deps;
  const kept = new Map<RemuxKind, { at: number; key: string; estimate: Promise<RemuxEstimate | undefined> }>();
  function estimateOf(kind: RemuxKind, files: RemuxFile[]): Promise<RemuxEstimate | undefined> {
    const profileId = settings.current().defaultProfiles[kind];
    const key = JSON.stringify([profileId, files.length, sizeOf(files), files[0]?.localPath]);
    const now = clock.monotonicMs();
    const known = kept.get(kind);
    if (known !== undefined && known.key === key && now - known.at < KEPT_MS) return known.estimate;
    const estimate = estimateFiles(deps, profileId, files);
    kept.set(kind, { at: now, key, estimate });
    estimate.then((found) => found === undefined && kept.delete(kind), () => kept.delete(kind));
    return estimate;
  }

  async function byKind(): Promise<[RemuxKind, RemuxFile[]][]> {
    const found = Map.groupBy(await library.remuxesWithoutJob(), ({ mediaType }) => mediaType);
    return REMUX_KINDS.map((kind) => [kind, found.get(kind) ?? []]);
  }
  const offers = async () => (await byKind()).filter(([, files]) => files.length > 0);

  return {
    found: async () => (await offers()).map(([kind, files]) => offerOf(kind, files)),
    list: async () =>
      await Promise.all(
        (await offers()).map(async ([kind, files]) => ({
          ...offerOf(kind, files),
          estimate: await estimateOf(kind, files),
        })),
      ),
    async files(kind) {
      const files = new Map(await byKind()).get(kind) ?? [];
      return files.map(({ localPath: path, sizeBytes }) => ({ path, sizeBytes }));
    },
  };
}

const offerOf = (kind: RemuxKind, files: RemuxFile[]): RemuxOffer => ({
  kind,
  files: files.length,
  sourceBytes: sizeOf(files),
});

const sizeOf = (files: RemuxFile[]): number => files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);

/** Returns the estimate for all files. Undefined if no file can be read or the profile does not exist. */
async function estimateFiles(
  { estimates }: RemuxDeps,
  profileId: string,
  files: RemuxFile[],
): Promise<RemuxEstimate | undefined> {
  const items = files.map(({ localPath, sizeBytes }) => ({ localPath, knownBytes: sizeBytes }));
  const found = await estimates.estimate({ items, profileIds: [profileId], audioOnly: false, sample: false })
    .catch(() => undefined);
  const [estimate] = found?.estimates ?? [];
  if (estimate === undefined || estimate.sourceBytes === 0) return undefined;
  const { profileName, nothingToDo, bytes, encodeSeconds, sourceBytes } = estimate;
  // The estimate excludes files that cannot be read.
  const scale = sizeOf(files) / sourceBytes;
  return {
    profileName,
    nothingToDo,
    bytes: Math.round(bytes * scale),
    encodeSeconds: encodeSeconds === undefined ? undefined : Math.round(encodeSeconds * scale),
  };
}
