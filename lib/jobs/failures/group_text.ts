import type { Cause } from "./cause_model.ts";
import type { Explanation } from "./explain.ts";
import type { FailureExplanation } from "./schema.ts";

/** Maximum number of characters of a decisive line that is shown and stored. */
const LONGEST_LINE = 500;

/** Returns the ID of the group of an explained failure. */
export const groupOf = ({ cause, fingerprint }: Explanation): string => cause?.id ?? `unknown-${fingerprint}`;

/** Returns the line that represents a failure, shortened. */
export const decisiveLine = ({ lines }: Explanation, message: string | null): string =>
  (lines[0] ?? message ?? "").slice(0, LONGEST_LINE).toWellFormed();

/** Returns the texts of a group: those of its cause, or for an unknown cause those of its decisive line. */
export function groupText(
  group: string,
  cause: Cause | undefined,
  line: string,
): Omit<FailureExplanation, "lines"> {
  if (cause !== undefined) {
    const { title, explanation, remedy, action } = cause;
    return { group, known: true, title, explanation, remedy, ...(action === undefined ? {} : { action }) };
  }
  return {
    group,
    known: false,
    title: "The cause is not known",
    explanation: line === "" ? "The tool ended without an error message." : `The decisive line is: ${line}`,
    remedy: "Read the log of the job. After you have removed the cause, retry all jobs of this group together.",
  };
}
