import { deepStrictEqual as same, doesNotMatch, match, ok, strictEqual as is } from "node:assert/strict";
import fc from "fast-check";
import { renderView } from "../../render.tsx";
import { BarPlot, LinePlot, type LinePlotProps } from "./plot.tsx";

const VIEW = { base: "", assets: {}, instanceName: "Lathe", version: "1", path: "/" };
const bars = (values: number[]): string =>
  renderView(
    VIEW,
    <BarPlot title="Saved" bars={values.map((value, i) => ({ label: `m${i}`, value, text: `${value} B` }))} />,
  );
const line = (more: Partial<LinePlotProps>): string =>
  renderView(
    VIEW,
    <LinePlot
      title="Score"
      points={[]}
      xRange={[0, 100]}
      yRange={[0, 100]}
      xText={String}
      yText={String}
      {...more}
    />,
  );

/** Returns the numbers in one attribute of all elements of a kind. */
const numbers = (html: string, element: string, attribute: string): number[] =>
  [...html.matchAll(new RegExp(`<${element} [^>]*?\\b${attribute}="([^"]*)"`, "g"))].map(([, value]) => Number(value));
const rectangles = (html: string) =>
  numbers(html, "rect", "y").map((y, i) => ({ y, height: numbers(html, "rect", "height")[i] ?? NaN }));
const zeroOf = (html: string): number => numbers(html, "line", "y1")[0] ?? NaN;

Deno.test("BarPlot: bars start at zero, and negative ones extend below it", () => {
  const html = bars([100, -50]);
  const [up, down] = rectangles(html);
  ok(up && down);
  is(Math.round(up.y + up.height), Math.round(zeroOf(html)));
  is(Math.round(down.y), Math.round(zeroOf(html)));
  ok(Math.abs(up.height - 2 * down.height) < 1);
  is(html.match(/plot-bad/g)?.length, 1);
});

Deno.test("BarPlot: a bar of nothing is still seen", () => {
  same(rectangles(bars([0, 0])).map(({ height }) => height), [1, 1]);
});

Deno.test("BarPlot: every figure is also given in words", () => {
  match(bars([100, -50]), /aria-label="Saved: m0 100 B, m1 -50 B"/);
  match(bars([100]), /<title>m0: 100 B<\/title>/);
});

Deno.test("BarPlot: many bars share labels, and the last bar keeps its own", () => {
  const labels = [...bars(Array(24).fill(1)).matchAll(/>(m\d+)<\/text>/g)].map(([, label]) => label);
  is(labels.length, 12);
  is(labels.at(-1), "m23");
});

Deno.test("BarPlot: without bars there is an axis and no invalid number", () => {
  const html = bars([]);
  match(html, /aria-label="Saved: "/);
  doesNotMatch(html, /NaN|Infinity|<rect/);
});

Deno.test("BarPlot: the axis names the largest value, at any position", () => {
  match(bars([1, 300, 2]), /text-anchor="end">300 B</);
});

Deno.test("BarPlot: labels full of markup stay text", () => {
  const odd = '"><script>';
  const html = renderView(VIEW, <BarPlot title={odd} bars={[{ label: odd, value: 1, text: odd }]} />);
  doesNotMatch(html, /<script>|"">/);
});

Deno.test("BarPlot: any values stay inside the plot", () => {
  const value = fc.double({ min: -1e15, max: 1e15, noNaN: true });
  fc.assert(fc.property(fc.array(value, { minLength: 1, maxLength: 40 }), (values) => {
    const html = bars(values);
    doesNotMatch(html, /="-?(?:NaN|Infinity)/);
    const [left, width] = [numbers(html, "rect", "x"), numbers(html, "rect", "width")];
    for (const [i, { y, height }] of rectangles(html).entries()) {
      // The bar of a zero value is one pixel high.
      ok(y >= 0 && y + height <= 220 + 1, `${y} ${height}`);
      ok((left[i] ?? -1) >= 0 && (left[i] ?? 0) + (width[i] ?? 0) <= 720.001);
    }
  }));
});

const pointsOf = (html: string): number[][] =>
  (/points="([^"]*)"/.exec(html)?.[1] ?? "").split(" ").filter(Boolean).map((pair) => pair.split(",").map(Number));

Deno.test("LinePlot: later is further right, more is further up", () => {
  const [first, second] = pointsOf(line({ points: [{ x: 10, y: 20 }, { x: 90, y: 80 }] }));
  ok(first?.[0] !== undefined && second?.[0] !== undefined && second[0] > first[0]);
  ok(first[1] !== undefined && second[1] !== undefined && second[1] < first[1]);
});

Deno.test("LinePlot: the ends of the axes are written as the caller wants", () => {
  const html = line({
    xRange: [0, 60],
    yRange: [90, 99],
    xText: (value) => `${value} s`,
    yText: (value) => `${value} %`,
  });
  for (const text of ["0 s", "60 s", "90 %", "99 %"]) ok(html.includes(`>${text}<`), text);
});

Deno.test("LinePlot: a flat line and one moment are drawn, with numbers that are numbers", () => {
  const html = line({
    points: [{ x: 0, y: 95 }],
    xRange: [0, 0],
    yRange: [95, 95],
    marks: [{ x: 0, y: 95, text: "here" }],
  });
  doesNotMatch(html, /NaN|Infinity/);
  is(pointsOf(html).length, 1);
  match(html, /<circle[^>]*><title>here<\/title>/);
});

Deno.test("LinePlot: no points are a line of none", () => same(pointsOf(line({})), []));
