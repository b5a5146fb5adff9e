import type { Hono } from "hono";
import type { AppEnv } from "./http/router.ts";
import type { Services } from "./services.ts";

/** Routes that are loaded together, when one of their addresses is asked for the first time. */
export interface Group<R = Hono<AppEnv>> {
  /** Where its addresses begin, from the root: each is one of these or lies below one. */
  at: readonly string[];
  /** What its routes leave out of their addresses. */
  below?: "/api";
  load(): Promise<(services: Services) => R>;
}

/** The groups that may answer a path. Pure. */
export const groupsOf = <G extends Pick<Group, "at">>(groups: readonly G[], path: string): G[] =>
  groups.filter(({ at }) => at.some((start) => path === start || path.startsWith(`${start}/`)));
