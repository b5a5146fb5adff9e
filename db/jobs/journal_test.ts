import { deepStrictEqual as same } from "node:assert/strict";
import { binRow } from "../../tests/fixtures/bin_row.ts";
import { jobRow } from "../../tests/fixtures/job_rows.ts";
import { withStore } from "../../tests/fixtures/store.ts";
import type { BinRow } from "../schema/jobs.ts";
import { insertJobs } from "./job_insert.ts";
import { journalRepository } from "./journal.ts";

const inBin = (path: string, deleteAfter = 100): BinRow =>
  binRow({ path, jobId: "a", successorPath: "/m/Film.mkv", successorSizeBytes: 5, deleteAfter });

Deno.test("the journal keeps the first intent of a step, and the result with it", () =>
  withStore(async (store) => {
    const journal = journalRepository(store);
    await store.write((tx) => insertJobs(tx, [jobRow({ id: "a" })]));
    await journal.intend("a", "published", { from: "x" }, 1);
    await journal.intend("a", "published", { from: "y" }, 2);
    same(await journal.steps("a"), [{ step: "published", intent: { from: "x" }, result: null }]);
    await journal.intend("a", "retired", {}, 3);
    await journal.complete("a", "published", { at: "z" }, 4, inBin("/m/bin/1"));
    same((await journal.steps("a")).map(({ step, result }) => [step, result]), [
      ["published", { at: "z" }],
      ["retired", null],
    ]);
    same(await journal.binEntry("/m/bin/1"), inBin("/m/bin/1"));
    await journal.clear("a");
    same(await journal.steps("a"), []);
  }));

Deno.test("closing an undo changes bin, job and journal together", () =>
  withStore(async (store) => {
    const journal = journalRepository(store);
    await store.write((tx) => insertJobs(tx, [jobRow({ id: "a", status: "done" }), jobRow({ id: "b" })]));
    await journal.addBinEntry(inBin("/m/bin/old"));
    await journal.intend("a", "undo-begun", {}, 1);
    await journal.intend("b", "encoded", {}, 1);
    same(await journal.openUndos(), ["a"]);
    const row = await journal.closeUndo("a", {
      gone: "/m/bin/old",
      added: inBin("/m/bin/new"),
      patch: { message: "put back" },
    });
    same([row?.message, await journal.openUndos(), await journal.steps("a")], ["put back", [], []]);
    same([await journal.binEntry("/m/bin/old"), await journal.binEntry("/m/bin/new")], [
      undefined,
      inBin("/m/bin/new"),
    ]);
  }));

Deno.test("a bin entry expires after its time, and outlives its job", () =>
  withStore(async (store) => {
    const journal = journalRepository(store);
    for (const entry of [inBin("/m/1", 100), inBin("/m/2", 200)]) await journal.addBinEntry(entry);
    same((await journal.expiredBinEntries(100)).map(({ path }) => path), []);
    same((await journal.expiredBinEntries(101)).map(({ path }) => path), ["/m/1"]);
    await journal.removeBinEntry("/m/1");
    same((await journal.expiredBinEntries(1000)).map(({ path }) => path), ["/m/2"]);
  }));
