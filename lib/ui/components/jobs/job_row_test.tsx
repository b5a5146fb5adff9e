import { deepStrictEqual as same, doesNotMatch, match } from "node:assert/strict";
import { shownJob } from "../../../../tests/fixtures/shown_job.ts";
import type { Job } from "../../../jobs/schema.ts";
import { renderView } from "../../render.tsx";
import { QueueRow } from "./job_row.tsx";

const VIEW = { base: "/lathe", assets: {}, instanceName: "Lathe", version: "1", path: "/" };
const queued = (change: Partial<Job>): string => renderView(VIEW, <QueueRow job={shownJob(change)} />);
/** Returns the buttons that move a job, and whether they are disabled. */
const moves = (html: string) =>
  [...html.matchAll(/<button[^>]*data-move="(\w+)"[^>]*>/g)].map(([tag, label]) => [label, / disabled/.test(tag)]);
/** Returns the requests of the buttons that move a job. */
const sent = (html: string) =>
  [...html.matchAll(/data-move="\w+" name="([^"]+)" value="([^"]+)"/g)].map(([, name, value]) => [name, value]);

Deno.test("QueueRow: the first of the queue moves down only", () => {
  same(moves(queued({ position: 1 })), [["first", true], ["up", true], ["down", false]]);
});

Deno.test("QueueRow: every other job moves everywhere, by its neighbours' places", () => {
  const html = queued({ position: 3 });
  same(moves(html), [["first", false], ["up", false], ["down", false]]);
  same(sent(html), [["direction", "top"], ["position:number", "2"], ["position:number", "4"]]);
});

Deno.test("QueueRow: a job without a place cannot be moved before the first", () => {
  const html = queued({ position: undefined });
  same(sent(html).map(([, value]) => value), ["top", "1", "2"]);
  match(html, /aria-label="Position">–</);
});

Deno.test("QueueRow: a job that waits for its file cannot be moved, and shows its reason", () => {
  const html = queued({ status: "waiting", message: "Waiting for <Radarr>", position: undefined });
  same(moves(html), []);
  match(html, /Waiting for &lt;Radarr>/);
  match(html, />Waiting<\/span>/);
  doesNotMatch(queued({ message: "Not said of a queued job" }), /Not said/);
});

Deno.test("QueueRow: every row can be cancelled, below the URL base", () => {
  match(queued({ id: "j9" }), /action="\/lathe\/api\/jobs\/j9\/cancel"/);
});

Deno.test("QueueRow: a title full of markup stays text, also in attributes", () => {
  const html = queued({ title: '"><img src=x onerror=y>', subtitle: "<b>", profileName: "'&" });
  doesNotMatch(html, /<img|<b>/);
  match(html, /data-title="&quot;>&lt;img src=x onerror=y>"/);
});

Deno.test("QueueRow: a row shows the expected input and output size, and again in one line for narrow screens", () => {
  const html = queued({ inputSizeBytes: 4e9, expectedBytes: 1e9, expectedSeconds: 3729 });
  match(html, /4\.0 GB<\/span> → <span class="amount">1\.0 GB<\/span> <span[^>]*>75 % smaller/);
  match(html, /queue-figures">4\.0 GB → 1\.0 GB · about 1:02:09</);
  match(queued({ inputSizeBytes: 4e9 }), /queue-size small">4\.0 GB</);
});

Deno.test("QueueRow: a queued job is cancelled at once, and can be restored to its place", () => {
  const html = queued({ position: 4 });
  doesNotMatch(html, /hx-confirm/);
  match(html, /data-did="Heat \(1995\) was cancelled\."/);
  match(
    html.replaceAll("&quot;", '"'),
    /\/api\/jobs\/j1\/retry"\},\{"path":"\/api\/jobs\/j1\/reorder","body":\{"position":4\}/,
  );
});

Deno.test("QueueRow: its checkbox belongs to the bulk form, and has the values for sums", () => {
  const html = queued({ id: "j9", inputSizeBytes: 4e9, expectedBytes: 1e9 });
  match(html, /name="ids:texts" value="j9" form="change-jobs" aria-label="Select Heat \(1995\)"/);
  match(html, /data-bytes="4000000000" data-expected="1000000000"/);
});

Deno.test("QueueRow: the planned time is a bar between now and the last end, with the end as text", () => {
  const hour = (at: number) => new Date(Date.UTC(2026, 10, 20, 12 + at)).toISOString();
  const plan = { now: new Date(hour(0)), startsAt: hour(1), endsAt: hour(3), until: hour(4) };
  const html = renderView(VIEW, <QueueRow job={shownJob()} plan={plan} />);
  match(html, /<rect class="plot-bar" x="25.00%" width="50.00%"/);
  match(html, /done <time[^>]* datetime="2026-11-20T15:00:00.000Z"[^>]* data-local="near"/i);
  doesNotMatch(queued({}), /queue-bar|done </);
});
