import { deepStrictEqual as same, match } from "node:assert/strict";
import { renderView } from "../../../lib/ui/render.tsx";
import { monthsUntil, SavedByMonth } from "./saved_notes.tsx";

const VIEW = { base: "", assets: {}, instanceName: "Lathe", version: "1", path: "/" };

Deno.test("monthsUntil(): the last months up to the current one, over the change of year", () => {
  same(monthsUntil(new Date("2027-01-31T23:59:00Z"), 3), ["2026-11", "2026-12", "2027-01"]);
});

Deno.test("SavedByMonth marks the current month, and shows months without savings since the first one", () => {
  const month = (name: string, savedBytes: number) => ({
    ...{ month: name, savedBytes, jobs: 1, inputBytes: 1, encodeSeconds: 1 },
  });
  const byMonth = [month("2020-01", 9), month("2026-08", 3e9), month("2026-10", 2e9)];
  const html = renderView(VIEW, <SavedByMonth byMonth={byMonth} months={12} now={new Date("2026-11-20T12:00:00Z")} />);
  match(html, /aria-label="Saved by month: 2026-08 3\.0 GB, 2026-09 0 B, 2026-10 2\.0 GB, this month 0 B"/);
  same(html.match(/data-open/g)?.length, 1);
});
