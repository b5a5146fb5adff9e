import { strictEqual as is } from "node:assert/strict";
import type { LocalItem, LocalMeta } from "../../../../lib/library/local_title_model.ts";
import { renderView } from "../../../../lib/ui/render.tsx";
import { LocalMatches } from "./local_match.tsx";

const VIEW = { base: "", assets: {}, instanceName: "Lathe", version: "1", path: "/local/1" };
const ITEM: LocalItem = {
  ...{ id: "1", kind: "movie", title: "Heat", folder: "/media/Heat", root: "/media" },
  ...{ files: [], fileCount: 1, size: 1 },
};

const TABLE: [state: string, meta: Partial<LocalMeta> | undefined, text: string][] = [
  ["not looked up", undefined, "Not looked up yet."],
  ["a lookup that failed", { status: "error" }, "The lookup failed. It is retried after the next scan."],
  ["no match", { status: "none" }, "No reliable match was found."],
  ["no match, by choice", { status: "none", manual: true }, "You rejected all matches."],
  ["a match by choice", { status: "matched", manual: true, score: 40 }, "Selected manually."],
  ["a match", { status: "matched" }, "Matched automatically."],
  ["a match with a score", { status: "matched", score: 92 }, "Matched automatically, with a score of 92."],
];

for (const [state, meta, text] of TABLE) {
  Deno.test(`the page of a local title shows ${state}`, () => {
    const whole = meta && { genres: [], status: "none" as const, matchedAt: "2026-01-01T00:00:00Z", ...meta };
    const lookup = { source: "Radarr", connected: true };
    const page = renderView(
      VIEW,
      <LocalMatches item={{ ...ITEM, ...(whole ? { meta: whole } : {}) }} lookup={lookup} />,
    );
    is(/<h2[^>]*>Match<\/h2><p>(.*?)<\/p>/.exec(page)?.[1], text);
    is(page.includes("Remove match"), meta?.status === "matched", "only a match can be removed");
  });
}
