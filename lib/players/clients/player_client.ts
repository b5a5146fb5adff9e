import type { Player } from "../../platform/settings/sections/players.ts";

/** A library of a player, with its folders as the player sees them. */
export interface PlayerSection {
  id: string;
  title: string;
  /** Kind of titles in the library. The watched state is transferred only for movies and episodes. */
  type: "movie" | "show" | "other";
  paths: string[];
}

/** A video that a player is currently sending to a user. Texts have a limited length and no control characters. */
export interface PlayerStream {
  user: string;
  title: string;
  /** Device or application that receives the stream. */
  device: string;
  paused: boolean;
  /** True if the player re-encodes the video. False for direct play and remuxing. */
  transcodes: boolean;
}

/** Watched state of one user. */
export interface WatchedState {
  /** ID of the user. Empty if the player has a single user. */
  userId: string;
  watched: boolean;
  /** Position at which the user stopped, in milliseconds. 0 if there is none. */
  positionMs: number;
}

/** A player's item for a file, with the watched state of each user whose state the token may read. */
export interface WatchedItem {
  itemId: string;
  states: WatchedState[];
}

/** Items by the path of their file. */
export type WatchedItems = Map<string, WatchedItem>;

/** A changed file, by its path on the player's machine. */
export interface PlayerChange {
  path: string;
  type: "Created" | "Modified" | "Deleted";
}

/** Limits of one request. */
export interface PlayerLimits {
  totalMs?: number;
  /** Maximum time in milliseconds without requests after repeated failures. */
  maxPauseMs?: number;
  signal?: AbortSignal | undefined;
}

/** Order in which items are searched for a path: new files are among the newest. */
export type SearchOrder = "any" | "newest";

/**
 * API client of one player at one address. All methods throw `PlayerProblem`. All paths are paths on the player's
 * machine.
 */
export interface PlayerClient {
  /** Returns the version if address and token are valid. */
  version(limits?: PlayerLimits): Promise<string>;
  sections(limits?: PlayerLimits): Promise<PlayerSection[]>;
  streams(limits?: PlayerLimits): Promise<PlayerStream[]>;
  /**
   * Requests a rescan of the folders of these files. Returns the folders that are in none of the player's libraries.
   */
  rescan(changes: readonly PlayerChange[], limits?: PlayerLimits): Promise<string[]>;
  /** Returns the items with these files. Files without an item are absent. */
  itemsAt(paths: readonly string[], order: SearchOrder, limits?: PlayerLimits): Promise<WatchedItems>;
  /** Returns all files of movies and episodes, with true for those that at least one user has watched. */
  watchedFiles(limits?: PlayerLimits): Promise<Map<string, boolean>>;
  /** Sets the watched state of one user. */
  setWatched(itemId: string, state: WatchedState, limits?: PlayerLimits): Promise<void>;
}

/** Address and token of a player. */
export type PlayerAddress = Pick<Player, "kind" | "name" | "url" | "token">;

/** Thrown if a request to a player fails. The message is shown to users and contains neither address nor token. */
export class PlayerProblem extends Error {
  override name = "PlayerProblem";
  constructor(
    readonly reason: "unreachable" | "unauthorized" | "wrong_application" | "refused" | "malformed",
    message: string,
    options: { cause?: unknown } = {},
  ) {
    super(message, options);
  }
}
