import { deepStrictEqual as same } from "node:assert/strict";
import { fileFacts } from "../../../../tests/fixtures/policy_files.ts";
import type { DecidedFile } from "../reading/decided.ts";
import { type ProfileOutput, resourcesOf } from "./resources.ts";

const DAY = 24 * 60 * 60;

/** Ten files of 1,000 bytes, encoded to 400 bytes in a day each. */
const files = (seconds: number | undefined = DAY): DecidedFile[] =>
  Array.from({ length: 10 }, (_, i) => ({
    file: fileFacts({ key: `${i}`, sizeBytes: 1_000 }),
    match: { conflicts: [] },
    decision: {
      ...{ outcome: "encode", reason: "ready", profileId: "p", bytesAfter: [300, 400, 500], estimated: false },
      ...(seconds === undefined ? {} : { seconds }),
    },
  }));
const space = (output: Partial<ProfileOutput>, { maxBinBytes = 0, decided = files() } = {}) =>
  resourcesOf(decided, {
    outputs: new Map([["p", { replaces: true, keepDays: 30, machines: 0, ...output }]]),
    maxBinBytes,
  });

Deno.test("a plan needs the space of all encodes while the bin keeps all originals, and of those beside their originals", () => {
  same(space({}).spaceBytes, [3_000, 4_000, 5_000]);
  same(space({ replaces: false, keepDays: 0 }, { maxBinBytes: 1 }).spaceBytes, [3_000, 4_000, 5_000]);
});

Deno.test("originals that the bin deletes meanwhile reduce the space, by its days or its budget", () => {
  same(space({ keepDays: 2 }).spaceBytes, [900, 1_200, 1_500]);
  same(space({ keepDays: 0 }).spaceBytes, [300, 400, 500]);
  same(space({}, { maxBinBytes: 3_000 }).spaceBytes, [1_200, 1_600, 2_000]);
  same(space({ keepDays: 2 }, { decided: files(undefined) }).spaceBytes, [900, 1_200, 1_500]);
});

Deno.test("the time with other machines is stated only while some are connected, and shortens the time in the bin", () => {
  same(space({}).farm, undefined);
  const { farm, spaceBytes } = space({ keepDays: 2, machines: 4 });
  same([farm, spaceBytes], [{ machines: 4, seconds: 2 * DAY }, [3_000, 4_000, 5_000]]);
});

Deno.test("a plan without encodes needs no space", () => same(space({}, { decided: [] }).spaceBytes, [0, 0, 0]));
