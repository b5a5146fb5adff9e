import * as z from "zod";
import type { HealthCheck } from "../model.ts";

/** Stored values that survive a restart. */
export interface StoredValues {
  get(key: string): Promise<unknown>;
  set(key: string, value: unknown): Promise<void>;
}

const KEY = "health.dismissed";
/** Severity of each dismissed finding when it was dismissed, by ID. Invalid stored data is treated as empty. */
const Dismissed = z.record(z.string(), z.enum(["warning", "error"])).catch({});

/** Findings that the user dismissed. A dismissal ends when its finding disappears or becomes an error. */
export interface Dismissals {
  /** Marks the dismissed findings, and forgets the dismissals that ended. */
  mark(checks: HealthCheck[]): Promise<HealthCheck[]>;
  set(check: HealthCheck, dismissed: boolean): Promise<void>;
}

/** Creates the dismissals, stored in `values`. */
export function createDismissals(values: StoredValues): Dismissals {
  const load = async () => new Map(Object.entries(Dismissed.parse(await values.get(KEY))));
  const save = (dismissed: Map<string, string>) => values.set(KEY, Object.fromEntries(dismissed));
  return {
    async mark(checks) {
      const dismissed = await load();
      const isDismissed = ({ id, type }: HealthCheck): boolean =>
        type === "error" ? dismissed.get(id) === "error" : type === "warning" && dismissed.has(id);
      const lasting = new Set(checks.filter(isDismissed).map(({ id }) => id));
      const ended = [...dismissed.keys()].filter((id) => !lasting.has(id));
      for (const id of ended) dismissed.delete(id);
      if (ended.length > 0) await save(dismissed);
      return checks.map(({ dismissed: _, ...check }) => lasting.has(check.id) ? { ...check, dismissed: true } : check);
    },

    async set({ id, type }, isDismissed) {
      const dismissed = await load();
      if (isDismissed && type !== "ok") dismissed.set(id, type);
      else dismissed.delete(id);
      await save(dismissed);
    },
  };
}

/** Returns the findings that need attention: neither passed nor dismissed. */
export const openFindings = (checks: readonly HealthCheck[]): HealthCheck[] =>
  checks.filter(({ type, dismissed }) => type !== "ok" && !dismissed);

/** Returns the open findings that Home and the menu show. */
export const urgentFindings = (checks: readonly HealthCheck[]): HealthCheck[] =>
  openFindings(checks).filter(({ optional }) => !optional);
