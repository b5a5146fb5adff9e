import type { RipRow } from "../../../db/schema/discs.ts";
import { Fault } from "../../kit/fault.ts";
import { newId } from "../../kit/id.ts";
import { episodeAfter, numberEpisodes } from "../choose/episode_numbers.ts";
import type { BoxSet, StoredBoxSet } from "../box_set_schema.ts";
import type { RipMedia, StoredRip } from "../rip_schema.ts";
import { isSameSeason } from "../rips/scan/season_discs.ts";
import type { BoxSetsDeps } from "./deps.ts";
import { announceSets, readSet, readSets } from "./read_sets.ts";
import { placeFor } from "./slots.ts";

/** Maximum age in milliseconds. A disc that finished earlier is assumed to belong to a different session. */
const RECENT_MS = 7 * 86_400_000;

/**
 * Adds an identified disc to the box set for which its drive is waiting, or offers to group the disc with other discs
 * of the same season.
 */
export async function considerDisc(deps: BoxSetsDeps, id: string): Promise<void> {
  const row = await deps.ripRows.get(id);
  if (row === undefined || row.record.media.kind !== "series" || !deps.settings.current().disc.groupBoxSets) return;
  if (row.record.batchId !== undefined || row.record.offerDeclined === true) return;
  const drive = deps.drives.list().find(({ index }) => index === row.record.driveIndex);
  const awaited = drive?.waitingFor;
  const set = awaited && (await readSets(deps)).find((one) => one.id === awaited.batchId);
  if (drive !== undefined && set !== undefined && isOfSet(row.record.media, set)) {
    await place(deps, row, set, awaited?.disc);
    return;
  }
  // The drive was waiting for a disc of a box set that no longer exists.
  if (drive !== undefined && awaited !== undefined && set === undefined) deps.drives.await(drive.index, undefined);
  await offer(deps, row);
}

const isOfSet = ({ kind, title, externalId, seasonNumber }: RipMedia, set: BoxSet): boolean =>
  kind === "series" && seasonNumber === set.seasonNumber &&
  (externalId === undefined || set.externalId === undefined ? title === set.title : externalId === set.externalId);

async function offer(deps: BoxSetsDeps, { id, record }: RipRow): Promise<void> {
  const since = deps.clock.now().getTime() - RECENT_MS;
  const others = (await deps.ripRows.list()).filter(({ record: other }) =>
    other.id !== id && isSameSeason(other.media, record.media) && other.slot?.state !== "rejected" &&
    (other.status !== "done" || Date.parse(other.finishedAt ?? other.createdAt) >= since)
  );
  if (others.length === 0) return;
  const batchId = others.find(({ record: other }) => other.batchId !== undefined)?.record.batchId;
  const batchOffer = {
    ...(batchId === undefined ? {} : { batchId }),
    name: setName(record.media),
    with: others.map(({ record: other }) => other.id),
    ...(record.media.discNumber === undefined ? {} : { disc: record.media.discNumber }),
  };
  const row = await deps.ripRows.change(id, { record: (current) => ({ ...current, batchOffer }) });
  await announceSets(deps, row);
}

const setName = ({ title, seasonNumber = 1 }: RipMedia): string => `${title}, Season ${seasonNumber}`;

/** Accepts or declines an offer. The first accepted offer creates the box set, including the earlier discs. */
export async function answerOffer(deps: BoxSetsDeps, id: string, accept: boolean): Promise<void> {
  const row = await existing(deps, id);
  const { batchOffer: offer, media } = row.record;
  if (offer === undefined) {
    throw new Fault("bad_state", "No box set is suggested for this disc. Identify it again to get a suggestion.");
  }
  if (!accept) {
    const declined = await deps.ripRows.change(id, {
      record: ({ batchOffer: _, ...current }) => ({ ...current, offerDeclined: true }),
    });
    return await announceSets(deps, declined);
  }
  const setId = offer.batchId ?? await makeSet(deps, media, offer.with);
  await place(deps, row, await readSet(deps, setId), undefined);
}

async function makeSet(deps: BoxSetsDeps, media: RipMedia, earlier: readonly string[]): Promise<string> {
  const set: StoredBoxSet = {
    id: newId(),
    name: setName(media),
    arr: "series",
    ...(media.arrId === undefined ? {} : { arrId: media.arrId }),
    ...(media.externalId === undefined ? {} : { externalId: media.externalId }),
    title: media.title,
    seasonNumber: media.seasonNumber ?? 1,
    discCount: media.discCount ?? null,
    createdAt: deps.clock.now().toISOString(),
  };
  await deps.sets.put(set);
  const rows = (await Promise.all(earlier.map((id) => deps.ripRows.get(id)))).flatMap((row) => row ?? []);
  // Discs with a known number keep it. The others get the free numbers in order of creation.
  const numbered = rows.toSorted((a, b) =>
    (a.record.media.discNumber ?? 1000) - (b.record.media.discNumber ?? 1000) || a.createdAt - b.createdAt
  );
  for (const row of numbered) {
    const { slots, nextDisc } = await readSet(deps, set.id);
    const own = row.record.media.discNumber;
    const isFree = own !== undefined && !slots.some(({ disc, ripId }) => disc === own && ripId !== undefined);
    await join(deps, row.id, set.id, { disc: isFree ? own : nextDisc, state: "filed" });
  }
  return set.id;
}

async function place(deps: BoxSetsDeps, row: RipRow, set: BoxSet, awaited: number | undefined): Promise<void> {
  const slot = placeFor(set, row.record, awaited);
  const joined = await join(deps, row.id, set.id, slot);
  if (slot.state !== "unexpected") endWait(deps, row, set.id);
  await renumber(deps, set.id);
  await announceSets(deps, await deps.ripRows.get(row.id) ?? joined);
}

/** Stops a rip's drive from waiting for this box set. Not called for an unexpected disc until it has a number. */
function endWait({ drives }: BoxSetsDeps, { record: { driveIndex } }: RipRow, setId: string): void {
  const drive = drives.list().find(({ index }) => index === driveIndex);
  if (drive?.waitingFor?.batchId === setId) drives.await(drive.index, undefined);
}

const join = (deps: BoxSetsDeps, id: string, batchId: string, slot: NonNullable<StoredRip["slot"]>) =>
  deps.ripRows.change(id, {
    record: ({ batchOffer: _, ...record }) => ({
      ...record,
      batchId,
      slot,
      media: slot.state === "unexpected" ? record.media : { ...record.media, discNumber: slot.disc },
    }),
  });

/** Removes a disc from its box set. If the set is then empty, removes it too. Throws `not_found`, `bad_state`. */
export async function removeFromSet(deps: BoxSetsDeps, id: string, rejected = false): Promise<void> {
  const { record } = await existing(deps, id);
  const { batchId } = record;
  if (batchId === undefined) throw new Fault("bad_state", "This disc does not belong to a box set.");
  const row = await deps.ripRows.change(id, {
    record: ({ batchId: _, slot, ...current }) => ({
      ...current,
      ...(rejected && slot ? { slot: { ...slot, state: "rejected" as const } } : {}),
    }),
  });
  const isEmpty = !(await deps.ripRows.list()).some((one) => one.record.batchId === batchId);
  if (isEmpty) {
    await deps.sets.remove(batchId);
    deps.bus.publish("batch-removed", { id: batchId });
  } else await renumber(deps, batchId);
  await announceSets(deps, row);
}

/** Assigns a number to a disc. Throws `not_found`, `bad_state`, `conflict`. */
export async function fileDisc(
  deps: BoxSetsDeps,
  id: string,
  { disc, replace = false }: { disc: number; replace?: boolean },
): Promise<void> {
  const row = await existing(deps, id);
  const { record } = row;
  if (record.batchId === undefined) throw new Fault("bad_state", "This disc does not belong to a box set.");
  const set = await readSet(deps, record.batchId);
  const taken = set.slots.find((slot) => slot.disc === disc && slot.ripId !== undefined && slot.ripId !== id);
  if (taken?.state === "done") {
    throw new Fault("conflict", `Disc ${disc} of ${set.name} has already been delivered and cannot be replaced.`);
  }
  if (taken !== undefined && !replace) {
    throw new Fault("conflict", `Disc ${disc} of ${set.name} already exists. Replace it, or choose another number.`);
  }
  if (taken?.ripId !== undefined) await removeFromSet(deps, taken.ripId);
  await join(deps, id, record.batchId, { disc, state: "filed" });
  endWait(deps, row, record.batchId);
  await renumber(deps, record.batchId);
  await announceSets(deps, await deps.ripRows.get(id));
}

/** Renumbers the episodes of waiting discs. Each disc continues after the previous one. */
async function renumber(deps: BoxSetsDeps, setId: string): Promise<void> {
  const rows = (await deps.ripRows.list()).filter(({ record: { batchId, slot } }) =>
    batchId === setId && slot !== undefined && slot.state !== "unexpected" && slot.state !== "rejected"
  ).sort((a, b) => (a.record.slot?.disc ?? 0) - (b.record.slot?.disc ?? 0));
  let next = 1;
  for (const { id, record } of rows) {
    const start = next;
    const isOpen = (record.status === "ready" || record.status === "identifying") &&
      record.episodeMapSource === "order";
    if (isOpen) {
      await deps.ripRows.change(id, {
        record: (current) => ({
          ...current,
          media: { ...current.media, episodeStart: start },
          episodeMap: numberEpisodes(current.titles, current.selectedTitleIds, current.titleRoles, { start }),
        }),
      });
    }
    const map = isOpen
      ? numberEpisodes(record.titles, record.selectedTitleIds, record.titleRoles, { start })
      : record.episodeMap;
    next = episodeAfter(map) ?? next;
  }
}

/** Returns a box set. Throws `not_found`. */
export async function existing({ ripRows }: Pick<BoxSetsDeps, "ripRows">, id: string): Promise<RipRow> {
  const row = await ripRows.get(id);
  if (row === undefined) throw new Fault("not_found", "There is no such rip; it may have been removed.");
  return row;
}
