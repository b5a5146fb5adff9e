import { deepStrictEqual as same } from "node:assert/strict";
import { connectBrowser } from "../kit/browser.ts";
import { STATES } from "./states/all.ts";
import { visitState } from "./visit.ts";
import { openWorld } from "./world.ts";

/** Checks one page of each kind. `deno task screenshots --no-pictures` checks every state. */
const KINDS = [
  "first-steps-password",
  "home-busy",
  "activity-queue",
  "activity-history",
  "job-done",
  "encode-one",
  "movies-wall",
  "movies-table",
  "movie",
  "series",
  "search-results",
  "discs",
  "cd",
  "profiles",
  "profile",
  "profile-smart",
  "settings-security",
  "system",
  "help-page",
  "login",
  "menu-open",
];

Deno.test({
  name: "slow: a page of each kind has no axe violation and no cut text on a phone and a screen, in both themes",
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    const wanted = STATES.filter(({ name }) => KINDS.includes(name));
    same(wanted.map(({ name }) => name).sort(), KINDS.toSorted());
    await using world = await openWorld();
    const browser = await connectBrowser();
    try {
      for (const state of wanted) {
        const { name, faults } = await visitState(browser, world, state, { widths: [390, 1440] });
        same([...faults], [], name);
      }
    } finally {
      await browser.close();
    }
  },
});
