import type { RipRow } from "../../../db/schema/discs.ts";
import { createMutex, keepWhileRunning } from "../../kit/async.ts";
import { Fault } from "../../kit/fault.ts";
import { count } from "../../kit/format.ts";
import { remembered } from "../../kit/lazy.ts";
import type { Drive } from "../drive_schema.ts";
import { READING_STATES } from "../rip_states.ts";
import { addDrive, candidateDrives, linkImage, openImage, removeDrive, unlinkImage } from "./change_drives.ts";
import type { DriveEntry, DrivesDeps, DrivesState } from "./deps.ts";
import { createDriveMemory } from "./drive_memory.ts";
import { ejectDiscOf, ejectDrive } from "./eject.ts";
import type { Drives } from "./model.ts";
import { readCd } from "./read_cd.ts";
import { offerForgotten } from "./check_drive.ts";
import { checkDrives, refreshPlaces } from "./poll.ts";
import { announceDrives, listDrives, toDrive } from "./view.ts";

/** The drives, and the functions that run them. */
export interface RunningDrives extends Drives {
  /** Checks all drives and returns a one-line summary. Does nothing while disc ripping is disabled. */
  poll(signal: AbortSignal): Promise<string>;
  /** Opens the drive with the disc of a rip, if that disc is still in it. Throws `bad_state`, `upstream_failed`. */
  ejectRip(rip: RipRow): Promise<void>;
  /** Loads the stored state and subscribes to changes of settings. */
  start(): Promise<void>;
  close(): Promise<void>;
}

/** The settings that affect drives. */
const DRIVE_SETTINGS = /^disc\.(enabled|ripper|ripperPath|physicalDrives|virtualDrives|virtualDriveDirectory)\b/;

/** Creates the drives service. No drive is checked before `poll` or `detect`. */
export function createDrives(deps: DrivesDeps): RunningDrives {
  const state: DrivesState = {
    ...deps,
    entries: new Map(),
    memory: createDriveMemory(deps.keyValues),
    inTurn: createMutex(),
    ending: new AbortController(),
    running: new Set(),
    polling: false,
  };
  const { get: load } = remembered(() => state.memory.load());
  const stops: (() => void)[] = [];
  /** Loads the stored state, then runs `work` while the mutex of the drives is locked. */
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    await load();
    return await state.inTurn(work);
  };
  const { settings } = deps;
  const isEnabled = () => settings.current().disc.enabled;

  return {
    async status() {
      const ripper = await deps.ripperStatus();
      const { driveError, polling } = state;
      const drives = listDrives(state);
      return { enabled: isEnabled(), ripper, drives, ...(driveError && { driveError }), polling };
    },
    list: () => listDrives(state),
    awaited: () => state.memory.awaited(),
    async detect() {
      if (!isEnabled()) throw new Fault("bad_state", "Disc ripping is disabled. Enable it in Settings > Discs.");
      return {
        created: await inTurn(async () => {
          await offerForgotten(state);
          return await checkDrives(state, state.ending.signal, { queryRipper: true });
        }),
      };
    },
    candidates: () =>
      inTurn(async () => {
        await refreshPlaces(state, state.ending.signal, false);
        return await candidateDrives(state);
      }),
    add: (wanted) => inTurn(() => addDrive(state, wanted)),
    remove: (id) => inTurn(() => removeDrive(state, id)),
    virtual: () => settings.current().disc.virtualDrives,
    link: (wanted) => inTurn(() => linkImage(state, wanted)),
    unlink: (id) => inTurn(() => unlinkImage(state, id)),
    open: (path) => inTurn(() => openImage(state, path)),
    eject: (index) => inTurn(() => ejectDrive(state, index)),
    ejectRip: (rip) => inTurn(() => ejectDiscOf(state, rip)),
    readCd: (index) => inTurn(() => readCd(state, index)),
    await: (index, waitingFor) => awaitDisc(state, index, waitingFor),
    async poll(signal) {
      if (!isEnabled()) return "Disc ripping is disabled";
      const either = AbortSignal.any([signal, state.ending.signal]);
      const created = await inTurn(() => checkDrives(state, either));
      const drives = count(state.entries.size, "drive");
      return created.length === 0 ? drives : `${drives}, ${count(created.length, "new disc")}`;
    },
    async start() {
      await load();
      stops.push(...follow(state, () => inTurn(() => checkDrives(state, state.ending.signal))));
    },
    async close() {
      for (const stop of stops) stop();
      state.ending.abort(new Fault("shutting_down", "Lathe is shutting down."));
      await Promise.all(state.running);
      // A task that has locked the mutex may still be writing to the store.
      await state.inTurn(() => Promise.resolve());
    },
  };
}

/** Checks the drives again if their settings change, and publishes updates about the rips of discs. */
function follow(state: DrivesState, check: () => Promise<unknown>): (() => void)[] {
  const inBackground = (what: string, work: Promise<unknown>) =>
    keepWhileRunning(
      state.running,
      work.catch((error) => {
        if (!state.ending.signal.aborted) state.log("warn", what, { error: String(error) });
      }),
    );
  return [
    state.settings.onChange((changed) => {
      if (!changed.some((key) => DRIVE_SETTINGS.test(key)) || !state.settings.current().disc.enabled) return;
      if (changed.some((key) => key.startsWith("disc.ripper"))) state.ripperList = undefined;
      inBackground("The drives could not be checked.", check());
    }),
    state.bus.on("rip", ({ rip: { id, status } }) => {
      for (const entry of entriesOf(state, id)) entry.busy = READING_STATES.some((one) => one === status);
      announceDrives(state);
    }),
    state.bus.on("rip-removed", ({ id }) => {
      for (const { place: { key } } of entriesOf(state, id)) {
        const { seen } = state.memory.of(key);
        // The drive's record keeps the disc, which is offered again only if the user requests a check of the drives.
        if (seen !== undefined) {
          inBackground(
            "The state of a drive could not be saved.",
            state.memory.change(key, { seen: { ...seen, ripId: "" } }),
          );
        }
      }
      announceDrives(state);
    }),
  ];
}

const entriesOf = ({ entries, memory }: DrivesState, ripId: string): DriveEntry[] =>
  [...entries.values()].filter(({ place }) => memory.of(place.key).seen?.ripId === ripId);

function awaitDisc(state: DrivesState, index: number, waitingFor: Drive["waitingFor"]): Drive {
  const entry = [...state.entries.values()].find(({ place }) => state.memory.of(place.key).index === index);
  if (entry === undefined) throw new Fault("not_found", `There is no drive ${index}.`);
  keepWhileRunning(
    state.running,
    state.memory.change(entry.place.key, { waitingFor }).catch((error) =>
      state.log("warn", "A drive waiting for a disc could not be saved.", { error: String(error) })
    ),
  );
  announceDrives(state);
  return toDrive(state, entry);
}
