import assert, { deepStrictEqual as same } from "node:assert/strict";
import { createHash } from "node:crypto";
import { basename, dirname, join } from "node:path";
import { makeClip } from "../../../tests/fixtures/clip.ts";
import { capabilities } from "../../../tests/fixtures/encode.ts";
import { openQueue, withFolders } from "../../../tests/fixtures/queue.ts";
import { canMount, withTmpfs } from "../../../tests/fixtures/tmpfs.ts";
import { damagedMedia, hashes, leftovers, toolsWorkingOn } from "../../../tests/soak/checker.ts";
import { runQueue } from "../../../tests/soak/killable.ts";
import { CRASH_POINTS, type CrashPoint } from "./crash_points.ts";
import { BIN_STEPS, type JournalStepName, REPLACE_STEPS } from "./journal_steps.ts";

/**
 * Kills the process at every named point in sequence. Each start must continue from the state left by the previous
 * start, until it is killed as well. Nothing is encoded again for the steps after the encode.
 */

type Scenario =
  | "new name"
  | "same name"
  | "other name"
  | "nothing kept"
  | "other disk"
  | "undo other"
  | "undo same"
  | "replace later"
  | "delete encode";

const moments = (step: JournalStepName): CrashPoint[] => [`${step}:intended`, `${step}:acted`, `${step}:recorded`];

/**
 * Movies, each with the crash points it reaches, in order. If the service dies twice during a job that has not reached
 * delivery, the job waits, so further crash points need another movie. `moved-away` needs a disk without hard links and
 * is covered by `deliver_test.ts`.
 */
const FILMS: [Scenario, CrashPoint[]][] = [
  ["new name", ["created", "claimed", "probed"]],
  ["new name", ["child-intended", "child-spawned"]],
  ["new name", ["child-recorded", "tool-exited"]],
  ["new name", ["encoded:intended", "encoded:acted"]],
  ["new name", ["encoded:recorded", "recovered-one"]],
  ["new name", moments("verified")],
  ["new name", ["published:intended", "published-linked", "published:acted", "published:recorded", "delivered"]],
  ["same name", moments("kept")],
  ["other name", [...moments("retired"), ...moments("sidecars")]],
  ["nothing kept", moments("emptied")],
  ["other disk", ["copied:intended", "copied-half", "copied:acted", "copied:recorded"]],
  ["undo other", (["undo-begun", "undo-restored", "undo-retired", "undo-sidecars"] as const).flatMap(moments)],
  ["undo same", moments("undo-kept")],
  ["replace later", REPLACE_STEPS.flatMap(moments)],
  ["delete encode", BIN_STEPS.flatMap(moments)],
];

Deno.test({
  name: "slow: S-FILE-5: every named crash point is survived by a killed process",
  ignore: !canMount,
  fn: () =>
    withFolders(({ media, configDir }) =>
      withTmpfs(65_536, async (disk) => {
        const profiles = await makeProfiles(configDir, disk);
        const clip = join(media, "clip.mkv");
        await makeClip(clip, { width: 160, height: 90 });
        const bytes = await Deno.readFile(clip);
        await Deno.remove(clip);

        const jobs: { path: string; profileId: string; scenario: Scenario }[] = [];
        const start = (crashAt?: CrashPoint) =>
          runQueue({
            configDir,
            jobs,
            undo: jobs.filter((job) => job.scenario.startsWith("undo")).map((job) => job.path),
            replace: jobs.filter((job) => job.scenario === "replace later").map((job) => job.path),
            deleteEncode: jobs.filter((job) => job.scenario === "delete encode").map((job) => job.path),
            retryInterrupted: true,
            capabilities: known,
            ...(crashAt ? { crashAt } : {}),
          });
        const known = await capabilities();
        const reached: string[] = [];
        for (const [scenario, points] of FILMS) {
          const n = jobs.length;
          const folder = join(media, String(n));
          const path = join(folder, `Film${n}.mkv`);
          await Deno.mkdir(folder);
          // Appends a different number of bytes, so that no two sources are the same file.
          await Deno.writeFile(path, bytes);
          await Deno.writeFile(path, new Uint8Array(n + 1), { append: true });
          await Deno.writeTextFile(join(folder, `Film${n}.en.srt`), "1\n00:00:00,000 --> 00:00:01,000\nHello\n");
          jobs.push({ path, profileId: profiles[scenario], scenario });
          for (const point of points) {
            const { signal, output } = await start(point);
            if (signal === "SIGKILL") reached.push(point);
            else console.log(`${point} was not reached:`, output);
          }
        }
        same(reached.toSorted(), CRASH_POINTS.filter((point) => point !== "moved-away").toSorted());
        const originals = new Map(jobs.map(({ path }, n) => [path, sha256(bytes, n + 1)]));
        const { code, output } = await start();
        same([code, output.includes('"end"')], [0, true], output);

        same(await toolsWorkingOn(media), []);
        const after = await hashes(media);
        same(
          leftovers([
            ...after.keys(),
            ...(await hashes(join(configDir, "cache"))).keys(),
            ...(await hashes(disk)).keys(),
          ]),
          [],
        );
        same(await damagedMedia([...after.keys()].filter((path) => !originals.has(path))), []);
        for (const { path, scenario } of jobs) {
          judge(path, scenario, [...after.keys()]);
          const kept = [...after].filter(([other]) => dirname(other).startsWith(dirname(path)));
          const whole = kept.some(([, hash]) => hash === originals.get(path));
          same(whole, scenario !== "nothing kept", `the original of ${path}, byte by byte`);
        }
      })
    ),
});

const sha256 = (bytes: Uint8Array, zeros: number): string =>
  createHash("sha256").update(bytes).update(new Uint8Array(zeros)).digest("hex");

async function makeProfiles(configDir: string, disk: string) {
  await using queue = await openQueue({ configDir, start: false });
  const replace = { replaceOriginal: true };
  return {
    "new name": await queue.quickProfile(),
    "same name": await queue.quickProfile({ output: { suffix: "", ...replace } }),
    "other name": await queue.quickProfile({ output: { suffix: ".new", ...replace } }),
    "nothing kept": await queue.quickProfile({ output: { suffix: "", ...replace, keepOriginalDays: 0 } }),
    "other disk": await queue.quickProfile({ output: { directory: disk, suffix: "" } }),
    "undo same": await queue.quickProfile({ output: { suffix: "", ...replace } }),
    "replace later": await queue.quickProfile(),
    "delete encode": await queue.quickProfile(),
    "undo other": await queue.quickProfile({ output: { suffix: ".new", ...replace } }),
  };
}

function judge(path: string, scenario: Scenario, all: string[]): void {
  const folder = dirname(path);
  const mine = all.filter((other) => other.startsWith(folder + "/"))
    .map((other) => other.slice(folder.length + 1).replace(/Film\d+/, "Film"));
  const media = mine.filter((name) => name.endsWith(".mkv"));
  const kept = mine.filter((name) => name.startsWith(".lathe-bin/"));
  const where = `${basename(folder)} ${scenario}: ${mine.join(", ")}`;
  if (scenario === "new name") same([media.sort(), kept], [["Film.mkv", "Film.small.mkv"], []], where);
  if (scenario === "same name") same([media, kept.length], [["Film.mkv"], 1], where);
  if (scenario === "other name") {
    same([media, kept.length, mine.includes("Film.new.en.srt")], [["Film.new.mkv"], 1, true], where);
  }
  if (scenario === "replace later") {
    same([media, kept.length, mine.includes("Film.small.en.srt")], [["Film.small.mkv"], 1, true], where);
  }
  if (scenario === "delete encode") {
    same([media, kept.length, mine.includes("Film.en.srt")], [["Film.mkv"], 1, true], where);
    assert(kept[0]?.endsWith(".encode"), where);
  }
  if (scenario === "nothing kept") same([media, kept], [["Film.mkv"], []], where);
  if (scenario === "other disk") same([media, kept], [["Film.mkv"], []], where);
  if (scenario.startsWith("undo")) {
    same([media, kept.length, mine.includes("Film.en.srt")], [["Film.mkv"], 1, true], where);
    assert(kept[0]?.endsWith(".encode"), where);
  }
}
