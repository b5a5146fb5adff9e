import { doesNotMatch, match } from "node:assert/strict";
import { renderView } from "../../../lib/ui/render.tsx";
import { PendingRemuxList, RemuxList } from "./remux_list.tsx";
import type { RemuxEstimate, RemuxOffer } from "./remux_offers.ts";

const VIEW = { base: "/lathe", assets: {}, instanceName: "Lathe", version: "1", path: "/" };
const TB = 1e12;
const estimate = (more: Partial<RemuxEstimate> = {}): RemuxEstimate => ({
  ...{ profileName: "Movie 1080p", bytes: 0.9 * TB, encodeSeconds: undefined, nothingToDo: false },
  ...more,
});
const text = (...offers: RemuxOffer[]): string =>
  renderView(VIEW, <RemuxList offers={offers} />).replaceAll(/<(?!a )[^>]*>/g, "");
const movies = { kind: "movie", files: 187, sourceBytes: 2.5 * TB } as const;

Deno.test("RemuxList: one sentence with number, sizes and time, and the button that opens the files", () => {
  const html = text({ ...movies, estimate: estimate({ encodeSeconds: 9 * 86_400 }) });
  match(html, /187 movie remuxes to encode, 2\.5 TB → about 900 GB \(64 % smaller\) with Movie 1080p\./);
  match(html, /About 9 days 0 h, based on earlier encodes\./);
  match(html, /<a class="button primary" href="\/lathe\/home\/remuxes\/movie">Encode 187 movies$/);
});

Deno.test("RemuxList: no time is shown before earlier encodes provide one", () => {
  doesNotMatch(text({ ...movies, estimate: estimate() }), /About|earlier/);
});

Deno.test("RemuxList: files that cannot be opened, and profiles without effect, have no result", () => {
  match(text(movies), /None of the files can be opened on this server\..*Find mapping/);
  const html = text({ ...movies, estimate: estimate({ nothingToDo: true }) });
  match(html, /Movie 1080p would not change these files\./);
  doesNotMatch(html, /→/);
});

Deno.test("PendingRemuxList: number, size and button are there before the files are read", () => {
  const html = renderView(VIEW, <PendingRemuxList offers={[movies]} />);
  match(html, /hx-get="\/lathe\/home\/remuxes\?part=results"/);
  match(
    html.replaceAll(/<[^>]*>/g, ""),
    /^187 movie remuxes to encode, 2\.5 TB, calculating the result …Encode 187 movies$/,
  );
});

Deno.test("RemuxList: without remuxes, nothing is offered", () => {
  match(text(), /All remuxes are encoded or queued\./);
});
