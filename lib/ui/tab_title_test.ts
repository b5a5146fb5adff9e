import { strictEqual as is } from "node:assert/strict";
import { tabProgress, tabTitle } from "./tab_title.ts";

Deno.test("a tab's title shows the page and the instance, and the progress only while something runs", () => {
  is(tabTitle("Activity", "Lathe", tabProgress([])), "Activity · Lathe");
  is(tabTitle("Activity", "Attic", tabProgress([34.9])), "34 % · Activity · Attic");
  is(tabTitle("Activity", "Lathe", tabProgress([100, 0, 2])), "3 encodes, 34 % · Activity · Lathe");
});
