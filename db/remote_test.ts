import { deepStrictEqual as same, match, ok, rejects, strictEqual as is } from "node:assert/strict";
import { join } from "node:path";
import { startLibsqlServer } from "../tests/fakes/libsql_server.ts";
import { inFolder } from "../tests/fixtures/folder.ts";
import { ALL_FREE, jobRow } from "../tests/fixtures/job_rows.ts";
import { insertJobs } from "./jobs/job_insert.ts";
import { jobRepository } from "./jobs/jobs.ts";
import { keyValueRepository } from "./platform/key_values.ts";
import { openStore } from "./store.ts";

const TOKEN = "a-token";
const start = (dir: string) => startLibsqlServer({ path: join(dir, "server.db"), token: TOKEN });
const open = (url: string) => openStore({ url, authToken: TOKEN });

inFolder("a store on a server is migrated once and remembers", async (dir) => {
  await using server = start(dir);
  const first = await open(server.url);
  await keyValueRepository(first).set("k", { n: 1 });
  await first.close();
  const second = await open(server.url);
  same(await keyValueRepository(second).get("k"), { n: 1 });
  await second.close();
});

inFolder("three claimers on a server lease three different jobs", async (dir) => {
  await using server = start(dir);
  const store = await open(server.url);
  const jobs = jobRepository(store);
  await store.write((tx) => insertJobs(tx, [1, 2, 3].map((n) => jobRow({ id: `job${n}`, position: n }))));
  const lease = { instance: "i", boot: "b" };
  const claimed = await Promise.all([1, 2, 3].map(() => jobs.claim(lease, { free: ALL_FREE, at: 1, maxPauseMs: 0 })));
  same(new Set(claimed.map((row) => row?.id)), new Set(["job1", "job2", "job3"]));
  await store.close();
});

inFolder("a transaction that throws leaves nothing on the server", async (dir) => {
  await using server = start(dir);
  const store = await open(server.url);
  const jobs = jobRepository(store);
  await rejects(
    store.write(async (tx) => {
      await tx.run("insert into key_values (key, value) values ('half', '1')");
      throw new Error("changed my mind");
    }),
    /changed my mind/,
  );
  is(await keyValueRepository(store).get("half"), undefined);
  is(await jobs.get("nobody"), undefined);
  await store.close();
});

inFolder("a wrong token and a failing server are reported at the start", async (dir) => {
  await using server = start(dir);
  await rejects(openStore({ url: server.url, authToken: "wrong" }), (error: Error) => {
    is(error.name, "StoreProblem");
    match(error.message, /database server|401/i);
    ok(!error.message.includes("wrong"), "the token is not in the message");
    return true;
  });
  for (const how of ["500", "html", "cut"] as const) {
    server.misbehave(how, 20);
    await rejects(open(server.url), { name: "StoreProblem" }, how);
    server.misbehave(how, 0);
  }
  await rejects(open("http://127.0.0.1:1"), { name: "StoreProblem" });
});
