import * as z from "zod";
import type { Desk } from "./desk.ts";
import type { Downloads } from "./downloads.ts";
import { bodyAs, failed, invalid, type ValidationError } from "./errors.ts";
import type { Target } from "./history.ts";
import { type Call, json, type Routes } from "./http.ts";
import type { Offer } from "./offers.ts";
import { allowedIn, type Profile, rankIn } from "./profiles.ts";
import type { Fields, Language, QualityModel } from "./types.ts";

/** A found release. Without targets, it matches no title in the library. */
export interface Found extends Offer {
  targets: Target[];
  /** Fields specific to this application. */
  extra: Fields;
  rejections: string[];
}

/** Search behaviour specific to one kind of manager. */
export interface Searching {
  search(call: Call): Found[];
  /** Returns the targets in the body of a grab. */
  mapped(body: Fields): Target[];
  onGrab(found: Found, downloadId: string): Promise<void>;
}

export interface Searches {
  /** Indexers that no longer respond to grabs. */
  refusing: Set<number>;
  restart(): void;
  routes: Routes;
}

const Body = z.looseObject({
  guid: z.string().default(""),
  indexerId: z.number().default(0),
  shouldOverride: z.boolean().nullish(),
  quality: z.unknown().optional(),
  languages: z.unknown().optional(),
});

/** Search results, which are cached while they can be grabbed. */
interface SearchState extends Searching {
  desk: Desk;
  downloads: Downloads;
  refusing: Set<number>;
  cache: Map<string, { found: Found; until: number }>;
}

/** Routes for the interactive search, and for grabs within half an hour after it. */
export function searchesOf(desk: Desk, downloads: Downloads, searching: Searching): Searches {
  const state: SearchState = { ...searching, desk, downloads, refusing: new Set(), cache: new Map() };
  return {
    refusing: state.refusing,
    restart: () => state.cache.clear(),
    routes: {
      "GET /release": (call) => search(state, call),
      "POST /release": (call) => grab(state, call),
    },
  };
}

const keyOf = ({ indexerId, guid }: { indexerId: number; guid: string }) => `${indexerId}_${guid}`;

async function search({ desk, cache, ...searching }: SearchState, call: Call): Promise<Response> {
  const all = searching.search(call);
  await desk.clock.wait(desk.durations.search);
  for (const found of all) cache.set(keyOf(found), { found, until: desk.clock.now() + desk.durations.releases });
  return json(all.map((found, weight) => resource(desk, found, weight)));
}

async function grab(state: SearchState, { body }: Call): Promise<Response> {
  const { desk, downloads } = state;
  const asked = bodyAs(Body, body);
  const [error] = errorsOf(asked);
  if (error !== undefined) throw invalid(error);
  const cached = state.cache.get(keyOf(asked));
  if (cached === undefined || cached.until < desk.clock.now()) {
    throw failed(404, "Couldn't find requested release in cache, cache timeout probably expired.");
  }
  const named = state.mapped(asked);
  const override = asked.shouldOverride === true;
  const targets = override || cached.found.targets.length === 0 ? named : cached.found.targets;
  if (targets.length === 0) throw failed(404, "Unable to find matching title for the release");
  if (state.refusing.has(asked.indexerId)) throw failed(409, "Getting release from indexer failed");
  const found = override ? { ...cached.found, targets, ...overridden(asked) } : { ...cached.found, targets };
  const { downloadId } = downloads.start(found);
  recordGrab(desk, found, downloadId);
  await state.onGrab(found, downloadId);
  return json(resource(desk, found, 0));
}

/** Returns the validation errors of a grab. The response contains only the first one. */
const errorsOf = ({ guid, indexerId }: { guid: string; indexerId: number }): ValidationError[] => [
  ...(guid === ""
    ? [{ propertyName: "Guid", errorMessage: "'Guid' must not be empty.", errorCode: "NotEmptyValidator" }]
    : []),
  ...(indexerId <= 0
    ? [{
      propertyName: "IndexerId",
      errorMessage: "'Indexer Id' must be greater than '0'.",
      attemptedValue: indexerId,
    }]
    : []),
];

function recordGrab(desk: Desk, found: Found, downloadId: string): void {
  const { title, quality, languages } = found;
  for (const target of found.targets) {
    desk.history.add({
      eventType: "grabbed",
      sourceTitle: title,
      quality,
      ...(desk.app === "Lidarr" ? {} : { languages }),
      downloadId,
      target,
      data: {
        indexer: found.indexer,
        guid: found.guid,
        nzbInfoUrl: found.guid,
        releaseGroup: found.releaseGroup,
        size: String(found.size),
        downloadUrl: `${found.guid}/download`,
        publishedDate: new Date(desk.clock.now() - found.ageHours * 3_600_000).toISOString(),
        protocol: found.protocol === "usenet" ? "1" : "2",
        downloadClient: found.protocol === "torrent" ? "qBittorrent" : "SABnzbd",
        downloadClientName: found.protocol === "torrent" ? "qBittorrent" : "SABnzbd",
      },
    });
  }
}

/** Release fields in the webhook of a grab. */
export const webhookRelease = ({ title, indexer, size, quality }: Found): Fields => ({
  releaseTitle: title,
  indexer,
  size,
  quality: quality.quality.name,
});

const overridden = (
  body: { quality?: unknown; languages?: unknown },
): { quality?: QualityModel; languages?: Language[] } => ({
  ...(body.quality ? { quality: body.quality as QualityModel } : {}),
  ...(Array.isArray(body.languages) ? { languages: body.languages as Language[] } : {}),
});

/** Adds the rejections of the manager and sorts the releases in its order, best first. */
export function judged(profile: Profile | undefined, current: QualityModel | undefined, found: Found[]): Found[] {
  if (profile === undefined) return found;
  const rank = ({ quality }: { quality: QualityModel }) => rankIn(profile, quality.quality.id);
  const judgedOnes = found.map((one) => ({
    ...one,
    rejections: [
      ...one.rejections,
      ...(allowedIn(profile, one.quality.quality) ? [] : [`${one.quality.quality.name} is not wanted in profile`]),
      ...(current !== undefined && rank(one) <= rank({ quality: current })
        ? [`Existing file meets cutoff: ${current.quality.name}`]
        : []),
      ...(one.seeders === 0 ? ["Not enough seeders: 0. Minimum seeders: 1"] : []),
    ],
  }));
  return judgedOnes.toSorted((a, b) =>
    Math.min(1, a.rejections.length) - Math.min(1, b.rejections.length) || rank(b) - rank(a)
  );
}

function resource({ app, clock }: Desk, found: Found, releaseWeight: number): Fields {
  const { extra, rejections, guid, targets, languages, ageHours, ...rest } = found;
  return {
    ...rest,
    guid,
    ...(app === "Lidarr" ? {} : { languages }),
    customFormats: [],
    customFormatScore: 0,
    qualityWeight: found.quality.quality.id,
    age: Math.floor(ageHours / 24),
    ageHours,
    ageMinutes: ageHours * 60,
    sceneSource: false,
    approved: rejections.length === 0,
    temporarilyRejected: false,
    rejected: rejections.length > 0,
    rejections,
    publishDate: new Date(clock.now() - ageHours * 3_600_000).toISOString(),
    commentUrl: `${guid}#comments`,
    downloadUrl: `${guid}/download`,
    infoUrl: guid,
    downloadAllowed: targets.length > 0,
    releaseWeight,
    indexerFlags: 0,
    ...extra,
  };
}
