import { deepStrictEqual as same } from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { inFolder } from "../fixtures/folder.ts";
import { run } from "../kit/run.ts";
import { readOutcome, sumOutcomes } from "./outcome.ts";

/** Returns the report of a real `deno test` on one file with this text. */
async function reportOf(dir: string, text: string): Promise<{ printed: string; code: number }> {
  await Deno.writeTextFile(`${dir}/a_test.ts`, text);
  const { code, stdout, stderr } = await run(Deno.execPath(), [
    "test",
    "--no-check",
    "--no-config",
    `${dir}/a_test.ts`,
  ]);
  return { code, printed: stdout + stderr };
}

inFolder(
  "passed, failed and ignored tests are counted as deno test counts them, and failures are kept",
  async (dir) => {
    const { printed, code } = await reportOf(
      dir,
      `Deno.test("a", () => {}); Deno.test("steps", async (t) => void await t.step("s", () => {}));
    Deno.test("broken", () => { throw new Error("because"); }); Deno.test.ignore("later", () => {});`,
    );
    const { failures, ...counts } = readOutcome(printed, code);
    same(counts, { passed: 2, failed: 1, ignored: 1 });
    same([failures.includes("because"), failures.includes("steps")], [true, false]);
  },
);

inFolder("tests that all pass leave no failures", async (dir) => {
  const { printed, code } = await reportOf(dir, `Deno.test("a", () => console.log("ok | 7 passed | 2 failed"));`);
  same(readOutcome(printed, code), { passed: 1, failed: 0, ignored: 0, failures: "" });
});

for (
  const [what, text] of [
    ["cannot be parsed", "Deno.test("],
    ["cannot be loaded", `import "./missing.ts";`],
    ["ends its process", `Deno.test("a", () => Deno.exit(3));`],
    ["throws while it is loaded", `throw new Error("early");`],
  ] as const
) {
  inFolder(`a file that ${what} is a failure with its whole output`, async (dir) => {
    const { printed, code } = await reportOf(dir, text);
    const outcome = readOutcome(printed, code);
    same([outcome.passed, outcome.failed >= 1, outcome.failures !== ""], [0, true, true]);
  });
}

inFolder("a test that an uncaught error ended is named", async (dir) => {
  const { printed, code } = await reportOf(
    dir,
    `Deno.test("first", () => {}); Deno.test("never ends", async () => {
      setTimeout(() => { throw new Error("late"); }, 1);
      await new Promise(() => setTimeout(() => {}, 60_000));
    }); Deno.test("last", () => {});`,
  );
  const { passed, failed, failures } = readOutcome(printed, code);
  same([passed, failed], [1, 3]);
  same(failures.split("\n")[0], 'The uncaught error ended the test "never ends".');
});

Deno.test("outcomes are added up, with the failures of each", () => {
  const one = { passed: 1, failed: 2, ignored: 3, failures: "x" };
  same(sumOutcomes([one, { ...one, failures: "" }, one]), { passed: 3, failed: 6, ignored: 9, failures: "x\n\nx" });
});

Deno.test("the runner names only existing folders", async () => {
  const runner = fileURLToPath(new URL("main.ts", import.meta.url));
  const { code, stderr } = await run(Deno.execPath(), ["run", "-A", runner, "lib/kit/missing_test.ts"]);
  same([code, stderr.includes("missing_test.ts")], [1, true]);
});
