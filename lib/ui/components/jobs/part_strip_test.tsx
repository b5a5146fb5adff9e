import { doesNotMatch, match, strictEqual as is } from "node:assert/strict";
import { renderToString } from "preact-render-to-string";
import type { JobPart } from "../../../jobs/schema.ts";
import { shownJob } from "../../../../tests/fixtures/shown_job.ts";
import { PartStrip } from "./part_strip.tsx";

const parts: JobPart[] = [
  { number: 0, count: 3, fromSeconds: 0, untilSeconds: 180, state: "done", machine: null },
  {
    number: 3,
    count: 1,
    fromSeconds: 180,
    untilSeconds: 240,
    state: "encoding",
    machine: { id: "a", name: "Attic" },
    fps: 31,
  },
  { number: 4, count: 6, fromSeconds: 240, untilSeconds: 600, state: "waiting" },
];

Deno.test("PartStrip states in words how many segments are done and what each machine does", () => {
  const html = renderToString(<PartStrip job={shownJob()} parts={parts} />);
  match(html, /aria-label="3 of 10 segments done"/);
  match(html, /This server: 3 segments done/);
  match(html, /Attic: 0 segments done, 1 being encoded at 31 fps/);
  is(html.match(/data-state=/g)?.length, 2);
  doesNotMatch(html, /style=/);
});

Deno.test("PartStrip distinguishes a verified from an encoded segment, in words and by its height", () => {
  const [, encoding] = parts;
  const html = renderToString(
    <PartStrip job={shownJob()} parts={encoding ? [{ ...encoding, state: "verifying", fps: undefined }] : []} />,
  );
  match(html, /Attic: 0 segments done, 1 being verified</);
  match(html, /<rect class="part" data-state="verifying"[^>]* y="7"[^>]* height="21"/);
});

Deno.test("PartStrip shows no speed for an encoder that has not reported one", () => {
  const [, encoding] = parts;
  const html = renderToString(<PartStrip job={shownJob()} parts={encoding ? [{ ...encoding, fps: 0 }] : []} />);
  match(html, /Attic: 0 segments done, 1 being encoded</);
});

Deno.test("PartStrip distinguishes a dozen machines by colour and pattern together", () => {
  const many: JobPart[] = Array.from({ length: 12 }, (_, number) => ({
    ...{ number, count: 1, fromSeconds: number * 60, untilSeconds: number * 60 + 60, state: "done" },
    machine: number === 0 ? null : { id: `m${String(number).padStart(2, "0")}`, name: `Machine ${number}` },
  }));
  const [, legend = ""] = renderToString(<PartStrip job={shownJob()} parts={many} />).split("<ul");
  const looks = legend.split("<li").slice(1).map((item) =>
    `${/data-machine="(\d)"/.exec(item)?.[1]} ${/url\(#part-(\d)/.exec(item)?.[1] ?? "plain"}`
  );
  is(looks.length, 12);
  is(new Set(looks).size, 12, looks.join(", "));
});

Deno.test("PartStrip draws an encoded segment lower than a finished one, not only in another colour", () => {
  const html = renderToString(<PartStrip job={shownJob()} parts={parts} />);
  match(html, /<rect class="part" data-state="done"[^>]* y="0"[^>]* height="28"/);
  match(html, /<rect class="part" data-state="encoding"[^>]* y="14"[^>]* height="14"/);
});
