import { deepStrictEqual as same, doesNotMatch, match, ok, strictEqual as is } from "node:assert/strict";
import fc from "fast-check";
import { shownJob } from "../../../../tests/fixtures/shown_job.ts";
import { JOB_STATES } from "../../../jobs/states.ts";
import type { Job, JobProgress } from "../../../jobs/schema.ts";
import { renderView } from "../../render.tsx";
import { JobCard, JobProgressBar } from "./job_card.tsx";
import { mayRetry, resultBytes, statusText } from "./job_status.tsx";

const VIEW = { base: "/lathe", assets: {}, instanceName: "Lathe", version: "1", path: "/" };
const card = (change: Partial<Job>): string => renderView(VIEW, <JobCard job={shownJob(change)} />);
const bar = (change: Partial<Job>): string => renderView(VIEW, <JobProgressBar job={shownJob(change)} />);

const progress = (more: Partial<JobProgress> = {}): JobProgress => ({
  percent: 42.4,
  fps: 87.6,
  speed: "3.65x",
  speedFactor: 3.65,
  bitrate: "4000kbits/s",
  bitrateKbps: 4000,
  outTimeSeconds: 600,
  etaSeconds: 3729,
  frame: 14_400,
  sizeBytes: 300_000_000,
  projectedBytes: 707_000_000,
  ...more,
});
const encoding = (more: Partial<JobProgress> = {}, change: Partial<Job> = {}): Partial<Job> => ({
  status: "encoding",
  progress: progress(more),
  ...change,
});
/** Returns the value of a name in the list of facts. */
const fact = (html: string, name: string): string | undefined =>
  new RegExp(`<dt>${name}</dt><dd>(.*?)</dd>`).exec(html)?.[1]?.replaceAll(/<[^>]*>/g, "");

Deno.test("a suspended encode shows the reason instead of its end, as text", () => {
  const held = { heldBy: "Alice is watching <b>Dune</b> on Plex", endsAt: "2026-11-20T12:00:00.000Z" };
  const html = card(encoding({}, held));
  match(html, /Suspended: Alice is watching &lt;b>Dune&lt;\/b> on Plex/);
  doesNotMatch(html, /1:02:09 left|done at/);
  match(html, /<strong>42 %<\/strong>/);
});

Deno.test("JobProgressBar shows speed, sizes and time of an encode", () => {
  const html = bar(encoding({}, { inputSizeBytes: 4_000_000_000 }));
  match(html, /<strong>42 %<\/strong><span>1:02:09 left<\/span>/);
  is(fact(html, "Speed"), "88 fps, 3.65x");
  is(fact(html, "Written"), "300 MB");
  is(fact(html, "Expected size"), "707 MB");
  is(fact(html, "Source"), "4.0 GB");
  match(html, /aria-label="Heat \(1995\): Encoding, 42 %"/);
});

for (
  const [name, more, change, wanted] of [
    ["a projection from the first percents is none", { percent: 4.9 }, {}, "–"],
    ["a projection from almost no bytes is none", { sizeBytes: 99_999 }, {}, "–"],
    ["from then on it is told", { percent: 5, sizeBytes: 100_000 }, {}, "707 MB"],
    ["beside an estimate", {}, { estimatedBytes: 800_000_000 }, "707 MB / 800 MB"],
    ["an estimate is told before there is a projection", { percent: 1 }, { estimatedBytes: 800_000_000 }, "– / 800 MB"],
  ] as const
) {
  Deno.test(`JobProgressBar: ${name}`, () => {
    const html = bar(encoding(more, change));
    is(fact(html, "Expected size") ?? fact(html, "Expected size / estimate"), wanted);
  });
}

Deno.test("JobProgressBar writes slow encodes with a decimal and an unknown speed as a dash", () => {
  is(fact(bar(encoding({ fps: 3.14, speed: "" })), "Speed"), "3.1 fps, –");
});

Deno.test("JobProgressBar omits an unknown time, and all figures while nothing is encoded", () => {
  doesNotMatch(bar(encoding({ etaSeconds: null })), /left/);
  for (const html of [bar({ status: "finalizing", progress: progress() }), bar({ status: "encoding" })]) {
    doesNotMatch(html, /<dl/);
  }
  match(bar({ status: "probing" }), /<strong>0 %<\/strong>/);
});

const ODD_TITLES = ["<script>alert(1)</script>", '" onmouseover="x', "a&b", "\u202Eevil", "שלום", "x".repeat(5000)];

for (const title of ODD_TITLES) {
  Deno.test(`JobCard draws the title ${JSON.stringify(title.slice(0, 30))} as text`, () => {
    const html = card({ title, subtitle: title, message: title, labels: [title], profileName: title, preview: true });
    doesNotMatch(html, /<script|" onmouseover="x/);
    const shown = /<h3><a href="[^"]*">([^]*?)<\/a>/.exec(html)?.[1] ?? "";
    is(shown.replaceAll("&lt;", "<").replaceAll("&quot;", '"').replaceAll("&amp;", "&"), title);
  });
}

Deno.test("slow: JobCard draws any title with one link and one button", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (title) => {
    const html = card({ title, subtitle: title });
    same([html.match(/<a /g)?.length, html.match(/<button /g)?.length, html.match(/<article /g)?.length], [1, 1, 1]);
  }));
});

Deno.test("JobCard leads below the URL base, and cancels there", () => {
  const html = card({ id: "j7", preview: true });
  match(html, /href="\/lathe\/jobs\/j7"/);
  match(html, /action="\/lathe\/api\/jobs\/j7\/cancel"/);
  const props = /data-props="([^"]*)"/.exec(html)?.[1]?.replaceAll("&quot;", '"') ?? "";
  same(JSON.parse(props), { src: "/lathe/api/jobs/j7/preview/live.jpg", title: "Heat (1995), source" });
});

Deno.test("JobCard shows a live frame only while there is one", () => {
  match(card({ preview: true }), /data-island="LiveFrame"/);
  doesNotMatch(card({ preview: false }), /data-island/);
});

Deno.test("statusText() is the phase of a running job, and its state afterwards", () => {
  is(statusText(shownJob({ status: "encoding", phase: "ocr" })), "Reading bitmap subtitles");
  is(statusText(shownJob({ status: "finalizing", phase: "publish" })), "Moving into place");
  is(statusText(shownJob({ status: "encoding" })), "Encoding");
  is(statusText(shownJob({ status: "failed", phase: "encode" })), "Failed");
  const words = JOB_STATES.map((status) => statusText(shownJob({ status })));
  ok(words.every((word) => word !== ""));
  is(new Set(words).size, JOB_STATES.length);
});

for (const status of JOB_STATES) {
  const wanted = ["publish_failed", "skipped", "failed", "cancelled"].includes(status);
  Deno.test(`mayRetry(): a job that is ${status} ${wanted ? "may" : "may not"} be retried`, () => {
    is(mayRetry(shownJob({ status })), wanted);
    is(mayRetry(shownJob({ status, source: { kind: "file" } })), false);
  });
}

Deno.test("resultBytes() is the size of a file that is there", () => {
  const sizes = { outputSizeBytes: 7 };
  is(resultBytes(shownJob({ ...sizes, status: "done", outputPath: "/out.mkv" })), 7);
  is(resultBytes(shownJob({ ...sizes, status: "publish_failed" })), 7);
  is(resultBytes(shownJob({ ...sizes, status: "done" })), undefined);
  is(resultBytes(shownJob({ ...sizes, status: "failed" })), undefined);
});

Deno.test("JobCard plots speed and bit rate from a few samples on, with the figures in words", () => {
  const samples = [10, 20, 30].map((atSeconds, i) => ({ atSeconds, fps: 50 + i, kbps: 4000 - i * 1000 }));
  const html = card(encoding({}, { samples, mediaSeconds: 100 }));
  match(html, /aria-label="Speed, 0:30 of 1:40: now 52 fps, peak 52 fps"/);
  match(html, /aria-label="Bit rate, 0:30 of 1:40: now 2\.0 Mb\/s, peak 4\.0 Mb\/s"/);
  doesNotMatch(card(encoding({}, { samples: samples.slice(1), mediaSeconds: 100 })), /<polyline/);
  doesNotMatch(card(encoding({}, { samples })), /<polyline/);
});
