import { deepStrictEqual as same, throws } from "node:assert/strict";
import { Fault } from "../../kit/fault.ts";
import { createSelections } from "./selections.ts";

Deno.test("a selection holds each path once, and the oldest are dropped beyond fifty", () => {
  const selections = createSelections();
  const first = selections.keep(["/a", "/b", "/a"]);
  same(selections.paths(first), ["/a", "/b"]);
  for (let i = 0; i < 49; i++) selections.keep([`/${i}`]);
  same(selections.paths(first), ["/a", "/b"]);
  const last = selections.keep(["/last"]);
  throws(() => selections.paths(first), (error) => error instanceof Fault && error.code === "not_found");
  same(selections.paths(last), ["/last"]);
});
