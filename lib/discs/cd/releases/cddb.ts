import { setTimeout as pause } from "node:timers/promises";
import type { NameCharset } from "../../../media/cue_sheet/charsets.ts";
import { doubtfulText } from "../../../media/cue_sheet/decode_text.ts";
import { createMutex } from "../../../kit/async.ts";
import type { Clock } from "../../../kit/clock.ts";
import type { CatalogRelease } from "../../../library/metadata/musicbrainz/model.ts";
import { type HttpClient, HttpProblem } from "../../../platform/http_client/model.ts";
import type { CdToc } from "../model.ts";
import { type CddbAnswer, cddbMatches, readCddbAnswer } from "./cddb_answer.ts";
import { cddbRelease, readCddbEntry } from "./cddb_entry.ts";
import { cddbUrl, queryCommand } from "./cddb_request.ts";

/** Result of a CDDB lookup, with messages for the disc's log. Error responses are quoted verbatim. */
export interface CddbFinding {
  releases: CatalogRelease[];
  log: string[];
}

/**
 * CDDB lookup of a disc. `cddbId` is the ID of the whole disc. `server` is the configured URL, which may include its
 * own handshake.
 */
export interface CddbQuery {
  toc: CdToc;
  cddbId: string;
  server: string;
  /** Character set of the entries, if set by the user. */
  charset?: NameCharset;
}

/** Looks up a disc. Errors are added to the log in the result. Throws only the reason of `signal`. */
export type FindInCddb = (query: CddbQuery, signal?: AbortSignal) => Promise<CddbFinding>;

/** `spacingMs` is the interval between two requests. */
export interface CddbOptions {
  http: Pick<HttpClient, "send">;
  clock: Pick<Clock, "monotonicMs">;
  spacingMs?: number;
}

const SPACING_MS = 1_100;
const TIMEOUT_MS = 20_000;
/** Maximum number of entries. Many discs share an ID, and a longer list would not help the user. */
const MAX_ENTRIES = 5;
const MAX_LINE = 500;

/** Creates the CDDB client. All drives share one queue, with one request per second. */
export function createCddb({ http, clock, spacingMs = SPACING_MS }: CddbOptions): FindInCddb {
  const inTurn = createMutex();
  let sentAt = -Infinity;

  /** Returns the response, or a message with the reason if there is none. */
  async function ask(
    { server, charset }: CddbQuery,
    command: string,
    signal?: AbortSignal,
  ): Promise<CddbAnswer | string> {
    const early = sentAt + spacingMs - clock.monotonicMs();
    if (early > 0) await pause(early, undefined, { signal });
    sentAt = clock.monotonicMs();
    try {
      const url = cddbUrl(server, command);
      const { status, body } = await http.send({ class: "configured", url, totalMs: TIMEOUT_MS, signal });
      // Errors are also returned with HTTP status 200, so the result is read from the first line of the response.
      return readCddbAnswer(body, charset) ??
        (status === 200
          ? "The response from the CDDB server has no code."
          : `The CDDB server returned status ${status}.`);
    } catch (error) {
      if (error instanceof HttpProblem) return error.message;
      throw error;
    }
  }

  return (query, signal) => inTurn(() => converse(query, (command) => ask(query, command, signal)));
}

/** Sends a query and fetches the entries that it found. */
async function converse(
  { toc, cddbId }: CddbQuery,
  ask: (command: string) => Promise<CddbAnswer | string>,
): Promise<CddbFinding> {
  const answer = await ask(queryCommand(toc, cddbId));
  if (typeof answer === "string") return { releases: [], log: [answer] };
  if (answer.code === 202) return { releases: [], log: ["The CDDB server has no entry for this disc."] };
  const matches = cddbMatches(answer);
  if (matches.length === 0) return { releases: [], log: [received(answer)] };
  const isInexact = answer.code === 211;
  const releases: CatalogRelease[] = [];
  const log: string[] = [];
  for (const match of matches.slice(0, MAX_ENTRIES)) {
    const entry = await ask(`cddb read ${match.category} ${match.id}`);
    if (typeof entry === "string") log.push(entry);
    else if (entry.code !== 210) log.push(received(entry));
    else {
      if (entry.doubtfulCharset) log.push(`CDDB, ${match.title}: ${doubtfulText(entry.doubtfulCharset)}`);
      const doubtful = isInexact || !entry.isWhole;
      releases.push(cddbRelease(readCddbEntry(entry.lines), match, { toc, cddbId, isInexact: doubtful }));
    }
  }
  if (matches.length > MAX_ENTRIES) {
    log.push(`The CDDB server has ${matches.length} discs with this ID; ${MAX_ENTRIES} are shown.`);
  }
  return { releases, log };
}

const received = ({ line }: CddbAnswer): string => `CDDB server: ${line.slice(0, MAX_LINE)}`;
