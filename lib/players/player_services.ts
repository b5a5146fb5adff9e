import type { JobBusEvents, Jobs } from "../jobs/service.ts";
import { later } from "../kit/lazy.ts";
import type { Core, District } from "../platform/core.ts";
import type { Player } from "../platform/settings/sections/players.ts";
import { playersProbe } from "./health/players.ts";
import type { PlayerTime } from "./player_time.ts";
import type { PlayerService } from "./service.ts";

/** Functions of the players district that routes and pages use. */
export type Players = Pick<PlayerService, "test" | "list" | "pollNow" | "watchedStates">;

/** Services of the players district. */
export interface PlayerServices {
  players: Players;
}

/** Services outside the core that players need. */
export interface PlayerUpstream {
  jobs: Pick<Jobs, "hold" | "release">;
  /** Replaced by tests. */
  time?: PlayerTime;
}

/**
 * Creates the players district. Its code is loaded when a player is used for the first time. Until then, nothing runs.
 */
export function createPlayerServices(
  core: Pick<Core<JobBusEvents>, "settings" | "http" | "bus" | "clock" | "log">,
  { jobs, time }: PlayerUpstream,
): District<PlayerServices> {
  const { settings, bus, log } = core;
  const players = (): readonly Player[] => settings.current().players.servers;
  const { calls, built } = later<PlayerService, keyof PlayerService>(async () => {
    const [{ createPlayerService }, { systemTime }] = await Promise.all([
      import("./service.ts"),
      import("./player_time.ts"),
    ]);
    const hold = (reason: string | undefined) => reason === undefined ? jobs.release() : jobs.hold(reason);
    return createPlayerService({ ...core, players, hold, time: time ?? systemTime });
  }, ["test", "list", "changed", "watch", "watchedStates", "pollNow", "close"]);
  const failed = (message: string) => (error: unknown) => log("error", message, { error: String(error) });

  const watch = createWatchSwitch((watched) =>
    calls.watch(watched).catch(failed("The playback of players could not be monitored."))
  );
  const watched = (isBusy: boolean) => isBusy ? players().filter((one) => one.enabled && one.pauseEncodes) : [];
  let isBusy = false;
  const stop = [
    bus.on("queue", ({ running, queued, heldBy, heldUntil, paused, outsideSchedule }) => {
      // While playback holds the queue and a job is waiting, players are polled to detect its end, which is not known in
      // advance. If no job is running or waiting, players are not polled.
      const isHeld = heldBy !== undefined && heldUntil === undefined;
      isBusy = running > 0 || (isHeld && queued > 0 && !paused && !outsideSchedule);
      watch.set(watched(isBusy));
    }),
    bus.on("files-changed", (change) => {
      if (!players().some((one) => one.enabled && (one.rescan || one.keepWatched))) return;
      void calls.changed(change).catch(failed("Players were not informed about a changed file."));
    }),
    settings.onChange((keys) => {
      if (keys.some((key) => key.startsWith("players"))) watch.set(watched(isBusy), { isChanged: true });
    }),
  ];
  return {
    services: {
      players: {
        test: calls.test,
        list: async () => players().length === 0 ? [] : await calls.list(),
        watchedStates: async (paths) =>
          players().some(({ enabled }) => enabled)
            ? await calls.watchedStates(paths)
            : { watched: new Map(), errors: [] },
        pollNow: async (id) => await (await built())?.pollNow(id),
      },
    },
    probes: [playersProbe({ settings, players: calls.list })],
    async close() {
      for (const off of stop) off();
      await watch.settled();
      await (await built())?.close();
    },
  };
}

/** Starts and stops polling the players, one call after another. Calls nothing while no player is to be polled. */
function createWatchSwitch(apply: (players: readonly Player[]) => Promise<void>) {
  let isOn = false;
  let last = Promise.resolve();
  return {
    set(players: readonly Player[], { isChanged = false } = {}): void {
      const isWanted = players.length > 0;
      if (isWanted === isOn && !(isOn && isChanged)) return;
      isOn = isWanted;
      last = last.then(() => apply(players));
    },
    settled: () => last,
  };
}
