import { match, ok, strictEqual as is } from "node:assert/strict";
import { currentGraph, graphOf, partOf } from "./drawing.ts";

Deno.test("a part is a district of lib, or a folder at the top", () => {
  is(partOf("lib/jobs/run/run.ts"), "lib/jobs");
  is(partOf("db/store.ts"), "db");
});

Deno.test("the drawing counts files by folder and imports between folders, and omits those within one", () => {
  const graph = graphOf(["lib/jobs/a.ts", "lib/jobs/run/b.ts", "lib/kit/c.ts"], [
    { from: "lib/jobs/a.ts", to: "lib/kit/c.ts" },
    { from: "lib/jobs/run/b.ts", to: "lib/kit/c.ts" },
    { from: "lib/jobs/run/b.ts", to: "lib/jobs/a.ts" },
  ]);
  match(graph, /"lib\/jobs" -> "lib\/kit" \[label="2"\]/);
  ok(graph.includes(String.raw`"lib/jobs" [label="lib/jobs\n\n.  1\lrun  1\l"]`), graph);
  is(graph.match(/->/g)?.length, 1);
});

Deno.test("no import points upwards: districts import neither commands nor wiring", async () => {
  const graph = await currentGraph();
  is(/"lib\/(kit|platform|media|encode|jobs|library|ui)" -> "(lib\/(app|cli)|routes)"/.test(graph), false);
});
