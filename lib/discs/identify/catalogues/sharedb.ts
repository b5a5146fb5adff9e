import * as z from "zod";
import { createJsonClient } from "../../../platform/http_client/json_client.ts";
import { type HttpClient, HttpProblem } from "../../../platform/http_client/model.ts";
import { type CatalogueDisc, type CatalogueItem, CatalogueProblem } from "./catalogue_disc.ts";

/** Entry for a disc in the shared index. */
export interface SharedEntry {
  discs: CatalogueDisc[];
  /** True if contributors disagree. The entry is then offered, but not applied automatically. */
  disputed: boolean;
}

const MAX_BYTES = 1 << 20;
const TOTAL_MS = 15_000;

const number = z.int().min(0).max(1_000_000_000);
const Title = z.object({
  sourceFile: z.string().max(200).optional().catch(undefined),
  seconds: z.number().min(0).optional().catch(undefined),
  role: z.string().max(50).catch(""),
  episodes: z.array(number).max(20).catch([]),
});
const Entry = z.object({
  hash: z.string(),
  kind: z.enum(["movie", "series"]),
  title: z.string().max(1000).catch(""),
  tvdbId: number.optional().catch(undefined),
  tmdbId: number.optional().catch(undefined),
  season: number.optional().catch(undefined),
  disc: number.optional().catch(undefined),
  discs: number.optional().catch(undefined),
  titles: z.array(z.unknown()).transform((all) => all.flatMap((one) => Title.safeParse(one).data ?? [])).catch([]),
  /** Number of votes in favour, or an object with the votes in favour and against. */
  votes: z.union([z.number(), z.object({ for: z.number().catch(0), against: z.number().catch(0) })]).catch(1),
});

/**
 * Looks up a disc in a static index of JSON files, `<indexUrl>/v1/<first two of the hash>/<hash>.json`, which contain
 * an entry, or a list if contributors disagree. Throws `CatalogueProblem`, or the signal's reason.
 */
export async function findShared(
  http: Pick<HttpClient, "send">,
  indexUrl: string,
  contentHash: string,
  signal: AbortSignal,
): Promise<SharedEntry> {
  const hash = contentHash.toUpperCase();
  const ask = createJsonClient(http, { class: "configured", baseUrl: indexUrl.replace(/\/+$/, "") });
  const limits = { maxBytes: MAX_BYTES, headersMs: TOTAL_MS, totalMs: TOTAL_MS, signal };
  const { status, value } = await ask(`/v1/${hash.slice(0, 2)}/${hash}.json`, limits).catch((error) => {
    throw error instanceof HttpProblem
      ? new CatalogueProblem(`Shared disc index: ${error.message}`, { cause: error })
      : error;
  });
  if (status === 404) return { discs: [], disputed: false };
  if (status !== 200) throw new CatalogueProblem(`The shared disc index returned status ${status}.`);
  const all = Array.isArray(value) ? value : [value];
  const entries = all.flatMap((one) => Entry.safeParse(one).data ?? []).filter((one) =>
    one.hash.toUpperCase() === hash
  );
  if (entries.length === 0) {
    throw new CatalogueProblem("The response from the shared disc index has an unknown format.");
  }
  return {
    discs: entries.map(discOf),
    disputed: entries.length > 1 || entries.some(({ votes }) => typeof votes === "object" && votes.against > 0),
  };
}

const discOf = (
  { kind, title, tvdbId, tmdbId, season, disc, discs, titles }: z.infer<typeof Entry>,
): CatalogueDisc => ({
  kind,
  title,
  ...(tvdbId ? { tvdbId } : {}),
  ...(tmdbId ? { tmdbId } : {}),
  ...(season === undefined ? {} : { season }),
  ...(disc ? { disc } : {}),
  ...(discs ? { discs } : {}),
  titles: titles.map(({ sourceFile, seconds, role, episodes }) => ({
    ...(sourceFile === undefined ? {} : { sourceFile }),
    ...(seconds === undefined ? {} : { seconds }),
    item: itemOf(role, season ?? 1, episodes),
  })),
});

function itemOf(role: string, season: number, episodes: number[]): CatalogueItem {
  if (role === "feature") return { kind: "feature", episodes: [] };
  if (role === "episode" && episodes.length > 0) return { kind: "episode", season, episodes };
  if (role === "special" && episodes.length > 0) return { kind: "episode", season: 0, episodes };
  return { kind: "extra", episodes: [] };
}
