import { deepStrictEqual as same, throws } from "node:assert/strict";
import { Fault } from "../../kit/fault.ts";
import { createSelections } from "./selections.ts";

Deno.test("a selection contains each path once, and the oldest selections beyond fifty are dropped", () => {
  const selections = createSelections();
  const first = selections.keep([{ path: "/a" }, { path: "/b" }, { path: "/a", sizeBytes: 5 }]);
  same(selections.paths(first), ["/a", "/b"]);
  same(selections.files(first), [{ path: "/a", sizeBytes: 5 }, { path: "/b" }]);
  for (let i = 0; i < 49; i++) selections.keep([{ path: `/${i}` }]);
  same(selections.paths(first), ["/a", "/b"]);
  const last = selections.keep([{ path: "/last" }]);
  throws(() => selections.paths(first), (error) => error instanceof Fault && error.code === "not_found");
  same(selections.paths(last), ["/last"]);
});
