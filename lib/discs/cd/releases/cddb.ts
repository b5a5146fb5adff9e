import { setTimeout as pause } from "node:timers/promises";
import { doubtfulText } from "../../../media/cue_sheet/decode_text.ts";
import { createMutex } from "../../../kit/async.ts";
import type { Clock } from "../../../kit/clock.ts";
import type { CatalogRelease } from "../../../library/metadata/musicbrainz/model.ts";
import { type HttpClient, HttpProblem } from "../../../platform/http_client/model.ts";
import type { CdToc } from "../model.ts";
import { type CddbAnswer, cddbMatches, readCddbAnswer } from "./cddb_answer.ts";
import { cddbRelease, readCddbEntry } from "./cddb_entry.ts";
import { cddbUrl, queryCommand } from "./cddb_request.ts";

/** What a CDDB server knows of a disc, and what it said for the log of the disc: refusals word for word. */
export interface CddbFinding {
  releases: CatalogRelease[];
  log: string[];
}

/** `cddbId` is that of the whole disc; `server` is the setting: an address, or one with a handshake of its own. */
export interface CddbQuestion {
  toc: CdToc;
  cddbId: string;
  server: string;
}

/** Looks a disc up; what goes wrong is in the log of the finding. Throws the reason of `signal` only. */
export type FindInCddb = (question: CddbQuestion, signal?: AbortSignal) => Promise<CddbFinding>;

/** `spacingMs` lies between two requests. */
export interface CddbOptions {
  http: Pick<HttpClient, "send">;
  clock: Pick<Clock, "monotonicMs">;
  spacingMs?: number;
}

const SPACING_MS = 1_100;
const TIMEOUT_MS = 20_000;
/** One id stands for many discs; more than these nobody looks through. */
const MAX_ENTRIES = 5;
const MAX_LINE = 500;

/** All drives share one line, a request a second. */
export function createCddb({ http, clock, spacingMs = SPACING_MS }: CddbOptions): FindInCddb {
  const inTurn = createMutex();
  let sentAt = -Infinity;

  /** The answer, or why there is none. */
  async function ask(server: string, command: string, signal?: AbortSignal): Promise<CddbAnswer | string> {
    const early = sentAt + spacingMs - clock.monotonicMs();
    if (early > 0) await pause(early, undefined, { signal });
    sentAt = clock.monotonicMs();
    try {
      const url = cddbUrl(server, command);
      const { status, body } = await http.send({ class: "configured", url, totalMs: TIMEOUT_MS, signal });
      // Refusals come with status 200 as well, so the first line counts.
      return readCddbAnswer(body) ??
        (status === 200 ? "The CDDB server's answer has no code." : `The CDDB server answers ${status}.`);
    } catch (error) {
      if (error instanceof HttpProblem) return error.message;
      throw error;
    }
  }

  return (question, signal) => inTurn(() => converse(question, (command) => ask(question.server, command, signal)));
}

/** A query, and the entries of what it found. */
async function converse(
  { toc, cddbId }: CddbQuestion,
  ask: (command: string) => Promise<CddbAnswer | string>,
): Promise<CddbFinding> {
  const answer = await ask(queryCommand(toc, cddbId));
  if (typeof answer === "string") return { releases: [], log: [answer] };
  if (answer.code === 202) return { releases: [], log: ["The CDDB server does not know this disc."] };
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
    log.push(`The CDDB server has ${matches.length} discs with this id; ${MAX_ENTRIES} are shown.`);
  }
  return { releases, log };
}

const received = ({ line }: CddbAnswer): string => `CDDB server: ${line.slice(0, MAX_LINE)}`;
