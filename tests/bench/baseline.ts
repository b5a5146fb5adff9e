import { createHash } from "node:crypto";
import { DatabaseSync } from "node:sqlite";

const ROUNDS = 5;
const ROWS = 12_000;

/**
 * Returns the time in milliseconds that this machine, at its current load, needs for typical work of the service: JSON,
 * sorting, hashing, SQLite.
 */
export async function machineMs(): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const started = performance.now();
    work();
    times.push(performance.now() - started);
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  return times.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? NaN;
}

function work(): void {
  const records = Array.from(
    { length: ROWS },
    (_, id) => ({ id, title: `Title ${id * 7919 % ROWS}`, size: id * 9_973 }),
  );
  const read = JSON.parse(JSON.stringify(records)) as typeof records;
  read.sort((a, b) => a.title < b.title ? -1 : 1);
  createHash("sha256").update(JSON.stringify(read)).digest("hex");
  const db = new DatabaseSync(":memory:");
  db.exec(
    "create table t (id integer primary key, title text, size integer); create index by_title on t (title); begin",
  );
  const insert = db.prepare("insert into t values (?, ?, ?)");
  for (const { id, title, size } of read) insert.run(id, title, size);
  db.exec("commit");
  db.prepare("select * from t order by title limit 50 offset 1000").all();
  db.close();
}

/** Starts a minimal Deno server in a separate process: the lower bound for start time and idle memory. */
export async function bareServer(): Promise<{ startMs: number; memoryMb: number }> {
  const folder = await Deno.makeTempDir({ prefix: "lathe-bench-" });
  const script = `${folder}/bare.ts`;
  await Deno.writeTextFile(
    script,
    'Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: ({ port }) => console.log(port) }, () => new Response("ok"));',
  );
  const started = performance.now();
  const child = new Deno.Command(Deno.execPath(), { args: ["run", "-A", script], stdout: "piped" }).spawn();
  try {
    const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
    const port = Number((await reader.read()).value);
    await (await fetch(`http://127.0.0.1:${port}/`)).text();
    const startMs = performance.now() - started;
    for (let i = 0; i < 5; i++) await (await fetch(`http://127.0.0.1:${port}/`)).text();
    return { startMs, memoryMb: await memoryOf(child.pid) };
  } finally {
    child.kill("SIGKILL");
    await child.status;
    await Deno.remove(folder, { recursive: true });
  }
}

/** Returns the resident memory of a process in megabytes. */
export async function memoryOf(pid: number): Promise<number> {
  return Number(/VmRSS:\s+(\d+)/.exec(await Deno.readTextFile(`/proc/${pid}/status`))?.[1]) / 1000;
}
