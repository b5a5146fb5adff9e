import { countCostTests } from "./cost_tests.ts";

/** Results of one `deno test` process. */
export interface Outcome {
  passed: number;
  failed: number;
  ignored: number;
  /** Output about the failures. Empty if there are none. */
  failures: string;
}

// deno-lint-ignore no-control-regex
const COLOURS = /\u001b\[[0-9;]*m/g;
const SUMMARY =
  /^(?:ok|FAILED) \| (\d+) passed(?: \(\d+ steps?\))? \| (\d+) failed(?: \(\d+ steps?\))?(?: \| (\d+) ignored)?/gm;

/** The test that an uncaught error ended, because the error does not name it. Later tests are cancelled as well. */
const CANCELLED = /^(.*) \.\.\. cancelled \(/m;

/**
 * Parses the report of `deno test`. A process that failed without naming a test, e.g. because a file could not be
 * loaded, is treated as one failure with all of its output.
 */
export function readOutcome(printed: string, code: number): Outcome {
  const text = printed.replaceAll(COLOURS, "");
  const [, all = "0", failed = "0", ignored = "0"] = [...text.matchAll(SUMMARY)].at(-1) ?? [];
  const passed = Math.max(0, Number(all) - countCostTests(text));
  if (code === 0) return { passed, failed: 0, ignored: Number(ignored), failures: "" };
  const start = text.search(/^ ERRORS /m);
  const cancelled = CANCELLED.exec(text)?.[1];
  return {
    passed,
    failed: Math.max(1, Number(failed)),
    ignored: Number(ignored),
    failures: [
      ...(cancelled === undefined ? [] : [`The uncaught error ended the test "${cancelled}".\n`]),
      (start < 0 ? text : text.slice(start)).trim(),
    ].join("\n"),
  };
}

export const sumOutcomes = (all: Outcome[]): Outcome => ({
  passed: all.reduce((sum, { passed }) => sum + passed, 0),
  failed: all.reduce((sum, { failed }) => sum + failed, 0),
  ignored: all.reduce((sum, { ignored }) => sum + ignored, 0),
  failures: all.map(({ failures }) => failures).filter((text) => text !== "").join("\n\n"),
});
