import type { Drive } from "../drive_schema.ts";
import { sourceText } from "../ripper_model.ts";
import type { DriveEntry, DrivesState } from "./deps.ts";

/** Converts a drive to its API response. */
export function toDrive({ memory }: Pick<DrivesState, "memory">, entry: DriveEntry): Drive {
  const { place, state, label, busy, problem } = entry;
  const { index, seen, waitingFor } = memory.of(place.key);
  const note = problem ?? place.note;
  return {
    index,
    ...(place.id === undefined ? {} : { id: place.id }),
    name: place.name.slice(0, 1000),
    path: place.path,
    source: sourceText(place.source),
    state,
    discLabel: state === "loaded" ? label : "",
    virtual: place.virtual,
    manual: place.manual,
    detected: place.detected,
    available: place.available,
    busy,
    ...(note === undefined ? {} : { note: note.slice(0, 1000) }),
    ...(waitingFor === undefined ? {} : { waitingFor }),
    ...(!seen?.ripId || seen.gone === true ? {} : { ripId: seen.ripId }),
  };
}

/** Returns all drives in display order. */
export const listDrives = (state: DrivesState): Drive[] =>
  [...state.entries.values()].map((entry) => toDrive(state, entry));

/** Publishes the drives if anything has changed since they were last published. */
export function announceDrives(state: DrivesState): void {
  const drives = listDrives(state);
  const text = JSON.stringify(drives);
  if (text === state.published) return;
  state.published = text;
  state.bus.publish("drives", { drives });
}
