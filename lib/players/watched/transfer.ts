import type { WatchedItem, WatchedState } from "../clients/player_client.ts";

/** States that a new item lacks. */

const isEmpty = ({ watched, positionMs }: WatchedState): boolean => !watched && positionMs <= 0;

/** Returns the states that are worth keeping. Pure. */
export const keptStates = ({ states }: WatchedItem): WatchedState[] => states.filter((state) => !isEmpty(state));

/**
 * Returns the states that are set in the new item: those of users without a state there. Plex and Jellyfin usually keep
 * the state of a title by its provider IDs, and whatever a user did since then takes precedence. Pure.
 */
export function missingStates(kept: readonly WatchedState[], now: WatchedItem): WatchedState[] {
  return kept.filter(({ userId }) => {
    const state = now.states.find((one) => one.userId === userId);
    return state !== undefined && isEmpty(state);
  });
}
