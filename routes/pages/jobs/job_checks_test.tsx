import { deepStrictEqual as same } from "node:assert/strict";
import type { Job } from "../../../lib/jobs/schema.ts";
import { renderView } from "../../../lib/ui/render.tsx";
import { JobChecks } from "./job_checks.tsx";

const VIEW = { base: "", assets: {}, instanceName: "Lathe", version: "1", path: "/jobs/j1" };

type Checks = NonNullable<NonNullable<Job["verification"]>["checks"]>;

Deno.test("the checks of a result are folded behind their count, and open if one has failed", () => {
  const summary = (states: Checks[number]["state"][]) => {
    const checks = states.map((state, i) => ({ id: `c${i}`, title: `Check ${i}`, state, text: "" }));
    const html = renderView(VIEW, <JobChecks verification={{ checks }} />);
    return /<details( open)?><summary>([^<]*)/.exec(html)?.slice(1);
  };
  same(summary(["passed", "passed"]), [undefined, "2 of 2 checks passed"]);
  same(summary(["passed", "skipped", "skipped"]), [undefined, "1 of 1 check passed, 2 skipped"]);
  same(summary(["passed", "failed", "unmade"]), [" open", "1 of 3 checks passed"]);
});
