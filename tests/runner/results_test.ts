import { deepStrictEqual as same } from "node:assert/strict";
import { joinResults, resultsIn } from "./results.ts";

const REPORT = `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="deno test" tests="4" failures="1" errors="0" time="0.3">
    <testsuite name="./a_test.ts" tests="4" disabled="0" errors="0" failures="1">
        <testcase name="S-WEB-1: &quot;a&quot; &lt; b &amp;amp; c&#39;s" classname="./a_test.ts" time="0.001" line="26" col="8">
        </testcase>
        <testcase name="breaks" classname="./a_test.ts" time="0.001"><failure message="no">at x</failure></testcase>
        <testcase name="waits" classname="./a_test.ts" time="0"><skipped/></testcase>
        <testcase name="closed" classname="./a_test.ts" time="0"/>
    </testsuite>
</testsuites>`;

Deno.test("resultsIn() reads names and results from a JUnit report", () => {
  same(resultsIn(REPORT), {
    'S-WEB-1: "a" < b &amp; c\'s': "passed",
    breaks: "failed",
    waits: "skipped",
    closed: "passed",
  });
  same(resultsIn(""), {});
});

Deno.test("joinResults() sorts by name, and a failure counts wherever a name occurs", () => {
  const joined = joinResults([{ b: "passed", a: "failed" }, { a: "passed", b: "skipped" }, { c: "passed" }]);
  same(Object.entries(joined), [["a", "failed"], ["b", "skipped"], ["c", "passed"]]);
});
