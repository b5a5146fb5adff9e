import type { WatchedItem, WatchedState } from "../clients/player_client.ts";

/** Selects the watched states to transfer to a new item of a player. */

const isEmpty = ({ watched, positionMs }: WatchedState): boolean => !watched && positionMs <= 0;

/** Returns the states of users who have watched the item or started to watch it. Pure. */
export const keptStates = ({ states }: WatchedItem): WatchedState[] => states.filter((state) => !isEmpty(state));

/**
 * Returns the states to set in the new item: those of users who have no state there. An existing state is not replaced,
 * because Plex and Jellyfin usually keep the state by the title's provider IDs, or the user has watched the new item
 * since. Pure.
 */
export function missingStates(kept: readonly WatchedState[], now: WatchedItem): WatchedState[] {
  return kept.filter(({ userId }) => {
    const state = now.states.find((one) => one.userId === userId);
    return state !== undefined && isEmpty(state);
  });
}
