import { deepStrictEqual as same, doesNotMatch, match, strictEqual as is } from "node:assert/strict";
import { renderView } from "../../render.tsx";
import { type Tile, Treemap } from "./treemap.tsx";

const VIEW = { base: "/lathe", assets: {}, instanceName: "Lathe", version: "1", path: "/" };
const tile = (label: string, value: number): Tile => ({
  ...{ label, value, amount: `${value} B`, text: `${label}: ${value} B`, href: `/movies?q=${label}` },
  colour: 3,
});
const draw = (...groups: Tile[][]): string => renderView(VIEW, <Treemap title="Disk usage" groups={groups} />);

Deno.test("Treemap: each tile is a link with its complete text as its name", () => {
  const html = draw([tile("A", 3), tile("B", 1)]);
  const links = [...html.matchAll(/<a href="([^"]*)" aria-label="([^"]*)"><svg /g)];
  same(links.map(([, href, name]) => [href, name]), [
    ["/lathe/movies?q=A", "A: 3 B"],
    ["/lathe/movies?q=B", "B: 1 B"],
  ]);
});

Deno.test("Treemap: only tiles with enough room have a label, and wide ones have it on phones too", () => {
  const html = draw([tile("Large", 900), tile("Medium", 90), tile("Tiny", 0.1)]);
  const labels = [...html.matchAll(/data-fits="(\w+)" aria-hidden="true"><text[^>]*>(\w+)</g)].map((
    [, fits, label],
  ) => [label, fits]);
  same(labels, [["Large", "always"], ["Medium", "wide"]]);
});

Deno.test("Treemap: several groups have frames, and empty ones are omitted", () => {
  is(draw([tile("A", 1)], [tile("B", 1)], []).match(/treemap-frame/g)?.length, 2);
  doesNotMatch(draw([tile("A", 1)], []), /treemap-frame/);
});

Deno.test("Treemap: without tiles there is an empty map and no invalid number", () => {
  const html = draw([]);
  match(html, /aria-label="Disk usage"/);
  doesNotMatch(html, /NaN|Infinity|<a /);
});

Deno.test("Treemap: labels full of markup stay text", () => {
  doesNotMatch(draw([tile('"><script>', 1)]), /<script>|""/);
});
