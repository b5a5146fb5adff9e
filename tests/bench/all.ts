/** Runs all measurements sequentially. `deno task bench`, or `deno task bench overhead` for a single one. */
import { measureActivity } from "./activity.ts";
import { measureAgents } from "./agents.ts";
import { measureAnime } from "./anime.ts";
import { measureBrowser } from "./browser.ts";
import { measureDiscs } from "./discs.ts";
import { measureEstimates } from "./estimates.ts";
import { measureLibrary } from "./library.ts";
import { measureLists } from "./library_lists.ts";
import { measureLocal } from "./local.ts";
import { measureManagers } from "./managers.ts";
import { measureOcr } from "./ocr.ts";
import { measureOverhead } from "./overhead.ts";
import { measurePolicies } from "./policies.ts";
import { measureQuality } from "./quality.ts";
import { measureReleaseNames } from "./release_names.ts";
import { measureSearch } from "./search.ts";
import { measureSegments } from "./segments.ts";
import { measureService } from "./service.ts";
import { measureVerify } from "./verify.ts";
import { runSuite } from "./report.ts";

const suites = {
  service: measureService,
  activity: measureActivity,
  overhead: measureOverhead,
  segments: measureSegments,
  agents: measureAgents,
  estimates: measureEstimates,
  library: measureLibrary,
  lists: measureLists,
  browser: measureBrowser,
  managers: measureManagers,
  policies: measurePolicies,
  quality: measureQuality,
  local: measureLocal,
  ocr: measureOcr,
  names: measureReleaseNames,
  search: measureSearch,
  verify: measureVerify,
  discs: measureDiscs,
  anime: measureAnime,
} as const;
const wanted = Deno.args.length > 0 ? Deno.args : Object.keys(suites);
let misses = 0;
for (const name of wanted) {
  const measure = suites[name as keyof typeof suites];
  if (measure === undefined) throw new Error(`There is no suite "${name}"; try ${Object.keys(suites).join(", ")}.`);
  misses += await runSuite(name, measure);
}
Deno.exit(misses === 0 ? 0 : 1);
