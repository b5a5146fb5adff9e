import { strictEqual as is } from "node:assert/strict";
import { renderView } from "../render.tsx";
import { Moment } from "./moment.tsx";

const VIEW = { base: "", assets: {}, instanceName: "Lathe", version: "1", path: "/" };
const at = "2026-11-20T10:30:00Z";

Deno.test("Moment is marked for the browser, which knows its time zone, and keeps UTC for hover", () => {
  is(
    renderView(VIEW, <Moment at={at} />),
    `<time class="amount" datetime="${at}" title="2026-11-20 10:30 UTC" data-local>2026-11-20 10:30 UTC</time>`,
  );
  is(
    renderView(VIEW, <Moment at={at} clock />),
    `<time class="amount" datetime="${at}" title="2026-11-20 10:30 UTC" data-local="clock">10:30 UTC</time>`,
  );
});
