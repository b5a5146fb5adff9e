import { count } from "../../../kit/format.ts";
import type { Policy } from "../model.ts";
import type { PolicyRunResult } from "../plan_model.ts";

/** Reasons for which a file waits for a later run. `next_run`: the run was stopped before, or has queued its maximum. */
export const WAIT_REASONS = ["outside_hours", "daily_limit", "being_written", "next_run"] as const;
/** Reason for which a file waits for a later run. */
export type WaitReason = typeof WAIT_REASONS[number];

/** Number of files by reason. */
export type Waits = Record<WaitReason, number>;

const TEXTS: Record<WaitReason, (policy: Policy) => string> = {
  outside_hours: ({ hours }) => `until ${hours?.from ?? "the hours of the policy"}`,
  daily_limit: () => "until midnight because of the daily limit",
  being_written: () => "because something is still writing to them, or stopped less than 20 seconds ago",
  next_run: () => "for the next run",
};

/** Returns why a run queued no file. Undefined if it queued one. Pure. */
export function runNote(
  policy: Policy,
  { queued, skipped, refused, errors }: Pick<PolicyRunResult, "queued" | "skipped" | "refused" | "errors">,
  waits: Waits,
): string | undefined {
  if (queued.length > 0) return undefined;
  const parts = [
    ...WAIT_REASONS.flatMap((reason) =>
      waits[reason] === 0 ? [] : [`${count(waits[reason], "file")} waiting ${TEXTS[reason](policy)}`]
    ),
    ...(skipped === 0 ? [] : [`${count(skipped, "file")} skipped`]),
    ...(refused === 0 ? [] : [`${count(refused, "file")} refused`]),
  ];
  const sentence = `No file was queued: ${parts.length === 0 ? "no file matches the policy" : parts.join(", ")}.`;
  return [sentence, ...errors.slice(0, 1)].join(" ");
}
