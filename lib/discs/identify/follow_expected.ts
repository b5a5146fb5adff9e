import type { ExpectedDiscRepository } from "../../../db/library/barcodes/expected_discs.ts";
import { createMutex } from "../../kit/async.ts";
import type { Bus } from "../../kit/bus.ts";
import type { Clock } from "../../kit/clock.ts";
import type { Log } from "../../kit/log.ts";
import type { BarcodeBusEvents, ExpectedDisc } from "../../library/barcodes/model.ts";
import type { Rip, RipMedia } from "../rip_schema.ts";
import type { RipBusEvents } from "../rip_bus_events.ts";
import { isSameTitle } from "./match/score.ts";
import { MIN_CONFIDENCE } from "./model.ts";
import { idsOfText } from "./sources/expected_source.ts";

/** Keeps the list of expected discs up to date as discs are identified and delivered. */
export interface ExpectedDiscFollower {
  /** Resolves when all events so far have been stored. */
  settled(): Promise<void>;
  /** Unsubscribes from the events. */
  close(): Promise<void>;
}

/** Event sources and storage of the list. */
export interface ExpectedDiscFollowerDeps {
  discs: Pick<ExpectedDiscRepository, "list" | "change" | "remove">;
  bus: Bus<RipBusEvents & BarcodeBusEvents>;
  clock: Clock;
  log: Log;
}

/**
 * Marks an expected disc as seen when a matching disc is identified, and removes it from the list after that disc was
 * delivered.
 */
export function followExpectedDiscs(deps: ExpectedDiscFollowerDeps): ExpectedDiscFollower {
  const { bus, log } = deps;
  const inTurn = createMutex();
  /** Last identification of each disc, used to ignore events that only report progress. */
  const known = new Map<string, string>();
  const work = (step: () => Promise<void>): Promise<void> =>
    inTurn(step).catch((error) =>
      log("error", "The list of expected discs could not be updated.", { error: String(error) })
    );
  const stops = [
    bus.on("rip", ({ rip }) => {
      const { kind, title, year, externalId, seasonNumber } = rip.media;
      const key = JSON.stringify([kind, title, year, externalId, seasonNumber, isSure(rip)]);
      if (known.get(rip.id) === key) return;
      known.set(rip.id, key);
      void work(() => markSeen(deps, rip));
    }),
    bus.on("rip-ended", ({ rip }) => {
      if (rip.status === "done") void work(() => removeDelivered(deps, rip));
    }),
    bus.on("rip-removed", ({ id }) => void known.delete(id)),
  ];
  const settled = () => work(() => Promise.resolve());
  return {
    settled,
    close() {
      stops.forEach((stop) => stop());
      return settled();
    },
  };
}

const isSure = ({ media }: Rip): boolean => media.matchedBy === "user" || media.confidence >= MIN_CONFIDENCE;

async function markSeen({ discs, bus, clock }: ExpectedDiscFollowerDeps, rip: Rip): Promise<void> {
  const all = await discs.list();
  const mine = all.find(({ ripId }) => ripId === rip.id);
  if (mine !== undefined && isExpected(mine, rip.media)) return;
  // The disc is now identified as a different one, so the expected disc has not been seen.
  if (mine !== undefined) {
    const kept = await discs.change(mine.id, ({ seenAt: _, ripId: __, ...rest }) => rest);
    if (kept !== undefined) bus.publish("expected", { expected: kept });
  }
  if (!isSure(rip)) return;
  const fits = all.filter((disc) => disc.seenAt === undefined && isExpected(disc, rip.media));
  const [found] = [...fits.filter(({ format }) => format === rip.discType), ...fits];
  if (found === undefined) return;
  const seen = await discs.change(found.id, (disc) => ({ ...disc, seenAt: clock.now().toISOString(), ripId: rip.id }));
  if (seen !== undefined) bus.publish("expected", { expected: seen });
}

async function removeDelivered({ discs, bus }: ExpectedDiscFollowerDeps, rip: Rip): Promise<void> {
  const mine = (await discs.list()).find(({ ripId }) => ripId === rip.id);
  if (mine !== undefined && await discs.remove(mine.id)) bus.publish("expected", { expected: mine, removed: true });
}

/** True if an identified disc is the expected one. An unknown season matches any season. Pure. */
export function isExpected(disc: ExpectedDisc, media: RipMedia): boolean {
  if (disc.kind !== media.kind) return false;
  const { seasonNumber: season } = disc;
  if (
    disc.kind === "series" && season !== undefined && media.seasonNumber !== undefined && season !== media.seasonNumber
  ) {
    return false;
  }
  if (disc.arrId !== undefined && disc.arrId === media.arrId) return true;
  const { tmdbId, tvdbId, imdbId } = idsOfText(disc.externalId);
  if (imdbId !== undefined && imdbId === media.imdbId) return true;
  const externalId = disc.kind === "movie" ? tmdbId : tvdbId;
  const { kind, title, year } = disc;
  return isSameTitle({
    ...{ kind, title, genres: [], confidence: 0 },
    year,
    externalId,
  }, media);
}
