import type { DecidedFile } from "../reading/decided.ts";
import type { PolicyPlan } from "../plan_model.ts";

/** Number of points of the curve in addition to its start. */
const MAX_POINTS = 24;
/** Space in bytes that is offered as a goal: 100 GB to 20 TB. */
const GOALS = [1e11, 2.5e11, 5e11, 1e12, 2e12, 5e12, 1e13, 2e13];
/** Maximum number of goals. The largest ones are offered. */
const MAX_GOALS = 3;

/**
 * Adds up saved space and encoding time in the order of the saving per hour, so that the first hours save the most.
 * Files whose time is unknown are omitted. Pure.
 */
export function gainsOf(decided: readonly DecidedFile[]): PolicyPlan["gains"] {
  const files = decided.flatMap(({ file, decision }) => {
    if (decision?.outcome !== "encode" || decision.seconds === undefined || decision.bytesAfter === undefined) {
      return [];
    }
    const savedBytes = file.sizeBytes - decision.bytesAfter[1];
    return savedBytes > 0 ? [{ savedBytes, seconds: Math.max(1, decision.seconds) }] : [];
  }).sort((a, b) => b.savedBytes / b.seconds - a.savedBytes / a.seconds);
  const total = files.reduce((sum, { savedBytes }) => sum + savedBytes, 0);
  const goals = GOALS.filter((goal) => goal < total).slice(-MAX_GOALS);
  const every = Math.max(1, Math.ceil(files.length / MAX_POINTS));
  const curve: PolicyPlan["gains"]["curve"] = [];
  const reached: PolicyPlan["gains"]["goals"] = [];
  const sum = { files: 0, savedBytes: 0, seconds: 0 };
  for (const { savedBytes, seconds } of files) {
    sum.files++;
    sum.savedBytes += savedBytes;
    sum.seconds += seconds;
    if (sum.files % every === 0 || sum.files === files.length) curve.push({ ...sum });
    while (goals[0] !== undefined && sum.savedBytes >= goals[0]) {
      reached.push({ goalBytes: goals.shift() ?? 0, ...sum });
    }
  }
  return { curve, goals: reached };
}
