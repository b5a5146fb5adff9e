import type { Hono } from "hono";
import type { AppEnv } from "./router.ts";
import type { Services } from "../services/services.ts";

/** Routes that are loaded together at the first request to one of their paths. */
export interface Group<R = Hono<AppEnv>> {
  /** Path prefixes from the root. Each path in the group equals a prefix or is below it. */
  at: readonly string[];
  /** Prefix that the paths in the group's routes omit. */
  below?: "/api";
  load(): Promise<(services: Services) => R>;
}

/** Returns the groups that may handle a path. Pure. */
export const groupsOf = <G extends Pick<Group, "at">>(groups: readonly G[], path: string): G[] =>
  groups.filter(({ at }) => at.some((start) => path === start || path.startsWith(`${start}/`)));
