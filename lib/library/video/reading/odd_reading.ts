import { type LibraryKind, MANAGERS } from "../../../platform/managers/kinds.ts";
import type { OddRecord } from "../../managers/tolerant.ts";
import type { OddReading } from "../../video_model.ts";

/** Maximum number of records that are listed by name. */
const MAX_NAMED = 20;
const MAX_IDS = 10_000;

/** Collects the problems of one refresh. */
export interface OddCollector {
  note(record: OddRecord, ofTitles?: boolean): void;
  /** True if a title was skipped that has no readable ID and therefore cannot be identified. */
  nameless(): boolean;
  isLeftOut(id: number): boolean;
  result(): OddReading | null;
}

/** Creates a collector for one refresh. It contains the names of the first 20 records and the IDs of 10,000 titles. */
export function createOddCollector(): OddCollector {
  const leftOut = new Set<string>();
  const incomplete = new Set<string>();
  const records: OddRecord[] = [];
  const leftOutIds = new Set<number>();
  let nameless = false;
  return {
    note(record, ofTitles = true) {
      (record.leftOut ? leftOut : incomplete).add(`${record.id} ${record.title}`);
      if (records.length < MAX_NAMED) records.push(record);
      if (!record.leftOut || !ofTitles) return;
      if (record.id === undefined) nameless = true;
      else leftOutIds.add(record.id);
    },
    nameless: () => nameless,
    isLeftOut: (id) => leftOutIds.has(id),
    result: () =>
      records.length === 0 ? null : {
        leftOut: leftOut.size,
        incomplete: [...incomplete].filter((one) => !leftOut.has(one)).length,
        records,
        leftOutIds: [...leftOutIds].slice(0, MAX_IDS),
      },
  };
}

/** Returns a sentence such as `2 records of Radarr skipped as unreadable: Heat (path), id 7 (title).` */
export function oddSentence(kind: LibraryKind, { leftOut, incomplete, records }: OddReading): string {
  const { app } = MANAGERS[kind];
  const named = (wanted: boolean, total: number): string => {
    const names = [
      ...Map.groupBy(records.filter((one) => one.leftOut === wanted), ({ id, title }) => `${id} ${title}`).values(),
    ].map((of) => `${of[0]?.title} (${of.map(({ field }) => field).join(", ")})`);
    return names.length === 0 ? "" : `: ${names.join(", ")}${names.length < total ? " and others" : ""}`;
  };
  const recordsOf = (total: number) => `${total} record${total === 1 ? "" : "s"}`;
  return [
    ...(leftOut > 0 ? [`${recordsOf(leftOut)} of ${app} skipped as unreadable${named(true, leftOut)}.`] : []),
    ...(incomplete > 0
      ? [`${recordsOf(incomplete)} of ${app} read with an invalid field ignored${named(false, incomplete)}.`]
      : []),
  ].join(" ");
}
