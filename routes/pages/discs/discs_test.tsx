import { deepStrictEqual as same, doesNotMatch, match, ok, strictEqual as is } from "node:assert/strict";
import type { VNode } from "preact";
import { discTitle } from "../../../tests/fixtures/discs/rips_world.ts";
import type { Drive } from "../../../lib/discs/drive_schema.ts";
import { newRip } from "../../../lib/discs/rips/new_rip.ts";
import { toRip } from "../../../lib/discs/rips/rip_view.ts";
import { type Rip, RipPatch } from "../../../lib/discs/rip_schema.ts";
import { RIP_STATES } from "../../../lib/discs/rip_states.ts";
import { Settings } from "../../../lib/platform/settings/schema.ts";
import { formToJson } from "../../../lib/ui/form_fields.ts";
import { renderView, type View } from "../../../lib/ui/render.tsx";
import { BoxSets } from "./box_set_rows.tsx";
import type { DiscData } from "./disc/disc_data.ts";
import { DiscBody } from "./disc/disc_page.tsx";
import { createDiscsBadge } from "../live/live.tsx";
import { mediaOf } from "./disc_pages.tsx";
import { DiscLists } from "./discs.tsx";
import { driveAction, DriveCards } from "./drive_cards.tsx";
import { createDiscsView } from "../live/live_discs.tsx";

const VIEW: View = { base: "/lathe", assets: {}, instanceName: "Lathe", version: "1", path: "/discs" };
const draw = (node: VNode): string => renderView(VIEW, node);

function rip(more: Partial<Rip> = {}): Rip {
  const { record } = newRip(
    { origin: "image", source: { kind: "image", path: "/a.iso" }, label: "SHOW_S1_D1" },
    Settings.parse({}),
    new Date("2026-01-01T00:00:00Z"),
  );
  return { ...toRip({ record: { ...record, id: "r1" } }, { log: [] }), status: "ready", ...more };
}

const SERIES: Rip["media"] = {
  kind: "series",
  title: "Show",
  seasonNumber: 2,
  externalId: 7,
  genres: [],
  confidence: 95,
};

const season = (more: Partial<Rip> = {}): Rip =>
  rip({
    media: SERIES,
    titles: [0, 1, 2].map((id) => discTitle(id)),
    ripper: { name: "open", reason: "" },
    selectedTitleIds: [0, 1],
    titleRoles: { 2: { kind: "extra", type: "custom", name: "Interview" } },
    episodeMap: { 0: 3, 1: [4, 5] },
    ...more,
  });

const data = (one: Rip, more: Partial<DiscData> = {}): DiscData => ({
  rip: one,
  profiles: [{ id: "p1", name: "Mine" }],
  connected: { movie: true, series: true, music: true },
  ...more,
});

const body = (one: Rip, more: Partial<DiscData> = {}): string => draw(<DiscBody {...data(one, more)} />);

const drive = (state: Drive["state"]): Drive => ({
  index: 3,
  name: "BD-RE",
  path: "/dev/sr0",
  source: "dev:/dev/sr0",
  state,
  discLabel: "",
  virtual: false,
  manual: false,
  detected: true,
  available: true,
  busy: false,
});

for (
  const [state, disc, wanted] of [
    ["empty", undefined, "Open"],
    ["open", undefined, "Detect"],
    ["unknown", undefined, "Detect"],
    ["loaded", undefined, "Detect"],
    ["loading", undefined, undefined],
    ["missing", rip(), undefined],
    ["loaded", rip({ status: "inserted" }), "Scan"],
    ["loaded", rip({ status: "scanning" }), "Show"],
    ["loaded", rip(), "Choose titles"],
    ["loaded", season({ counts: { selected: 2, ripped: 0, verified: 0, delivered: 0 } }), "Rip"],
    ["loaded", season({ counts: { selected: 0, ripped: 0, verified: 0, delivered: 0 } }), "Choose titles"],
    ["loaded", season({ status: "ripping" }), "Show"],
    ["loaded", season({ status: "transcoding", safeToEject: true }), "Eject"],
    ["loaded", season({ status: "failed" }), "Choose titles"],
    ["loaded", season({ status: "done" }), "Eject"],
  ] as [Drive["state"], Rip | undefined, string | undefined][]
) {
  Deno.test(`a drive that is ${state} with ${disc?.status ?? "no disc"} offers ${wanted ?? "nothing"}`, () => {
    is(driveAction(drive(state), disc)?.label, wanted);
  });
}

Deno.test("a disc with a box set question is not ripped by one click", () => {
  const counts = { selected: 2, ripped: 0, verified: 0, delivered: 0 };
  for (
    const more of [
      { slot: { disc: 2, state: "unexpected" as const } },
      { batchOffer: { name: "Show, Season 2", with: [] } },
      { media: { ...SERIES, confidence: 79 } },
    ]
  ) is(driveAction(drive("loaded"), season({ counts, ...more }))?.label, "Choose titles");
});

/** Returns the data that a browser submits for the rendered title form. */
function sent(html: string): Record<string, unknown> {
  const form = /<form id="choice"[^]*?<\/form>/.exec(html)?.[0] ?? "";
  const fields: [string, string][] = [];
  for (const [tag] of form.matchAll(/<input[^>]*>|<select[^]*?<\/select>/g)) {
    const name = /name="([^"]*)"/.exec(tag)?.[1];
    if (name === undefined) continue;
    const value = tag.startsWith("<select")
      ? /<option[^>]*value="([^"]*)"[^>]*selected|selected[^>]*value="([^"]*)"/.exec(tag)?.slice(1).find(Boolean) ??
        /value="([^"]*)"/.exec(tag)?.[1]
      : /value="([^"]*)"/.exec(tag)?.[1];
    if (/type="checkbox"/.test(tag) && !/ checked/.test(tag)) continue;
    fields.push([name, value ?? ""]);
  }
  return formToJson(fields);
}

Deno.test("the form of the titles sends the content of the record, in the words of the API", () => {
  const one = season({ profileId: "p1" });
  const parsed = RipPatch.parse(sent(body(one)));
  same(parsed.selectedTitleIds, [0, 1]);
  same(parsed.episodeMap, { 0: [3], 1: [4, 5] });
  same(parsed.titleRoles, {
    0: { kind: "episode" },
    1: { kind: "episode" },
    2: { kind: "extra", type: "custom", name: "Interview" },
  });
  same(parsed.selectedAudio, { 0: [0], 1: [0], 2: [0] });
  same(parsed.options, { ...one.options, importRejected: false });
  is(parsed.profileId, "p1");
});

Deno.test("a movie offers its titles as movie and extras, and no episodes", () => {
  const html = body(season({ media: { ...SERIES, kind: "movie" } }));
  doesNotMatch(html, /episodeMap\.0|titleRoles\.0\.episode/);
  same(RipPatch.parse(sent(html)).titleRoles?.["0"], { kind: "feature" });
});

Deno.test("frames are shown of readable discs, and not of protected ones", () => {
  is([...body(season()).matchAll(/titles\/0\/picture\?which=\d/g)].length, 4);
  doesNotMatch(body(season({ ripper: { name: "makemkv", reason: "" } })), /\/picture/);
});

Deno.test("every label of a title states why it was left out", () => {
  const marked = season({
    titles: [
      discTitle(0),
      discTitle(1, { flags: ["duplicate"] }),
      discTitle(2, { flags: ["playAll", "obfuscated", "specialOrExtra"], problem: "A clip is missing." }),
    ],
    duplicateOf: { 1: 0 },
  });
  const html = body(marked);
  for (const text of ["Same as title 1", "Play all", "Look-alike", "Special or extra?", "A clip is missing."]) {
    ok(html.includes(text), text);
  }
});

for (const status of RIP_STATES) {
  Deno.test(`a disc that is ${status} offers only the actions of its state`, () => {
    const html = body(season({ status }));
    const offers = (step: string) => html.includes(`action="/lathe/api/disc/rips/r1/${step}"`);
    is(offers("start"), ["ready", "failed", "cancelled", "interrupted"].includes(status), "start");
    is(offers("scan"), ["inserted", "ready", "done", "failed", "cancelled", "interrupted"].includes(status), "scan");
    is(offers("forget"), !["scanning", "ripping", "delivering"].includes(status), "forget");
    const cancels = ["scanning", "identifying", "ripping", "transcoding", "delivering", "interrupted"];
    is(offers("cancel"), cancels.includes(status), "cancel");
  });
}

Deno.test("text of a disc is drawn as text", () => {
  const evil = `<img src=x onerror=alert(1)>`;
  const html = body(season({
    label: evil,
    error: evil,
    scanNote: evil,
    warnings: [evil],
    log: [evil],
    media: { ...SERIES, title: evil, reason: evil },
    candidates: [{ ...SERIES, title: evil, externalId: 9 }],
    titles: [discTitle(0, { name: evil, problem: evil })],
    batchOffer: { name: evil, with: [] },
    files: [{ titleId: 0, path: `/a/${evil}`, sizeBytes: 1, import: { state: "rejected", reason: evil } }],
  }));
  doesNotMatch(html, /<img src=x/);
});

Deno.test("a file shows its import state, the reason, and the job that encoded it", () => {
  const html = body(season({
    status: "failed",
    files: [
      {
        titleId: 0,
        path: "/w/a.mkv",
        finalPath: "/rips/a.mkv",
        sizeBytes: 5,
        jobId: "j1",
        import: { state: "imported" },
      },
      { titleId: 1, path: "/w/b.mkv", sizeBytes: 5, import: { state: "rejected", reason: "Not an upgrade" } },
    ],
  }));
  for (const text of ["/rips/a.mkv", 'href="/lathe/jobs/j1"', "Imported", "Rejected", "Not an upgrade"]) {
    ok(html.includes(text), text);
  }
  match(html, /Also delete copies that/);
});

Deno.test("an offer is answered, and a disc that was not expected is filed or rejected", () => {
  match(
    body(season({ batchOffer: { name: "Show, Season 2", with: ["x"], disc: 2 } })),
    /disc 2 of the box set Show, Season 2/,
  );
  const html = body(season({ slot: { disc: 4, state: "unexpected", expectedDisc: 2 } }));
  match(html, /This is disc 4, but disc 2 was expected\./);
  match(html, /name="reject:boolean"/);
});

Deno.test("a title is added to its manager only where there is one and its id is known", () => {
  const adds = (one: Rip, more: Partial<DiscData> = {}) => body(one, more).includes("add-to-library");
  is(adds(season()), true);
  is(adds(season(), { connected: { movie: true, series: false, music: true } }), false);
  is(adds(season({ media: { ...SERIES, arrId: 4 } })), false);
  is(adds(season({ media: { ...SERIES, externalId: undefined } })), false);
});

Deno.test("the slots of a box set show the missing disc and the episodes of each", () => {
  const html = draw(
    <BoxSets
      sets={[{
        id: "s1",
        name: "Show, Season 2",
        arr: "series",
        title: "Show",
        seasonNumber: 2,
        discCount: 3,
        slots: [
          { disc: 1, ripId: "r1", state: "done", episodes: { from: 1, to: 4 } },
          { disc: 2, state: "expected" },
          { disc: 3, state: "missing" },
        ],
        nextDisc: 2,
        state: "open",
        paused: false,
        createdAt: "2026-01-01T00:00:00.000Z",
      }]}
    />,
  );
  for (
    const text of ["E1–4", "Insert disc", "Missing", "The next disc is disc 2; the set has 3 discs.", "/lathe/discs/r1"]
  ) {
    ok(html.includes(text), text);
  }
});

Deno.test("drives and discs are listed with their number from the first one on", () => {
  const drive = (index: number): Drive => ({
    ...{ index, name: `Drive ${index}`, path: `/dev/sr${index}`, source: `dev:/dev/sr${index}`, state: "empty" },
    ...{ discLabel: "", virtual: false, manual: false, detected: true, available: true, busy: false },
  });
  const lists = (drives: number, rips: number) =>
    draw(
      <DiscLists
        {...{ usesMakemkv: false, sets: [], candidates: [], connected: true }}
        rips={Array.from({ length: rips }, (_, i) => rip({ id: `r${i}` }))}
        status={{
          ...{ enabled: true, ripper: { available: false }, polling: false },
          drives: Array.from({ length: drives }, (_, i) => drive(i)),
        }}
      />,
    );
  const counts = (html: string) =>
    [...html.matchAll(/<span class="quiet small">(\d+ (?:drive|disc)s?)</g)].map(([, text]) => text);
  same(counts(lists(0, 0)), []);
  same(counts(lists(1, 0)), ["1 drive"]);
  same(counts(lists(2, 1)), ["2 drives", "1 disc"]);
  same(counts(lists(0, 2)), ["2 discs"]);
  is(lists(1, 0).includes("No discs yet"), true);
  is(lists(1, 1).includes("No discs yet"), false);
});

Deno.test("MakeMKV is not queried if discs are copied without it", () => {
  const lists = (usesMakemkv: boolean, rips: Rip[]) =>
    draw(
      <DiscLists
        {...{ usesMakemkv, rips, sets: [], candidates: [], connected: true }}
        status={{ enabled: true, ripper: { available: false }, drives: [], polling: false }}
      />,
    );
  for (const rips of [[], [season()]]) {
    match(lists(true, rips), /MakeMKV/);
    doesNotMatch(lists(false, rips), /MakeMKV/);
  }
});

Deno.test("only a disc that was refused for lack of MakeMKV links to it", () => {
  const link = /makemkv\.com\/download/;
  match(body(rip({ status: "failed", error: "Protected. MakeMKV is needed to copy it, and it was not found." })), link);
  doesNotMatch(body(rip({ status: "failed", error: "There is no longer a disc in /dev/sr0." })), link);
});

Deno.test("the number of waiting discs is drawn when it changes", () => {
  let count = 0;
  const badge = createDiscsBadge(VIEW, () => count);
  match(badge(), /#nav-discs[^]*hidden/);
  is(badge(), "");
  count = 2;
  match(badge(), /#nav-discs[^]*>2</);
  is(badge(), "");
});

Deno.test("manually numbered titles can be renumbered in order, while they are not copied", () => {
  const offers = (more: Partial<Rip>) => body(season(more)).includes("Renumber in disc order");
  for (const episodeMapSource of ["user", "discdb", "sharedb", "lengths"] as const) ok(offers({ episodeMapSource }));
  is(offers({ episodeMapSource: "order" }), false);
  is(offers({ episodeMapSource: "user", status: "ripping" }), false);
  is(offers({ episodeMapSource: "user", media: { ...SERIES, kind: "movie" } }), false);
});

Deno.test("a title that was found keeps the season and the disc; an album is no match", () => {
  const found = { kind: "series" as const, title: "Other", overview: "", externalId: "tvdb:81189", inLibrary: false };
  same(mediaOf(found, { ...SERIES, discNumber: 3, episodeStart: 9 }), {
    kind: "series",
    title: "Other",
    externalId: 81189,
    seasonNumber: 2,
    episodeStart: 9,
    discNumber: 3,
    genres: [],
    confidence: 100,
  });
  is(mediaOf({ ...found, kind: "movie", externalId: "tmdb:4", year: 1999 }, SERIES)?.seasonNumber, undefined);
  is(mediaOf({ ...found, kind: "album" }, SERIES), undefined);
});

Deno.test("progress of a disc is drawn in place, and every other change reloads its page", () => {
  const live = createDiscsView("disc:r1", VIEW);
  const ripping = season({ status: "ripping" });
  same(live({ type: "rip", rip: ripping }), { lists: true });
  const progress = { percent: 40, step: "Copying", titleIndex: 1, titleCount: 2 };
  match(live({ type: "rip", rip: { ...ripping, progress } }).html ?? "", /#disc-head[^]*value="40"/);
  same(live({ type: "rip", rip: season({ status: "done" }) }), { lists: true });
  same(live({ type: "rip", rip: { ...ripping, id: "other" } }), {});
  same(live({ type: "jobs" }), {});
  const all = createDiscsView("discs", VIEW);
  all({ type: "rip", rip: ripping });
  match(all({ type: "rip", rip: { ...ripping, progress } }).html ?? "", /#rip-r1[^]*value="20"/);
  same(all({ type: "drives" }), { lists: true });
});

Deno.test("titles of an unknown disc are no movies, and each shows the name of its file", () => {
  const titles = [discTitle(0, { durationSeconds: 6720 }), discTitle(1, { durationSeconds: 1452 })];
  const unknown = rip({ discType: "dvd", titles, selectedTitleIds: [1] });
  const html = body(unknown);
  match(html, /<option value="feature" selected[^>]*>Main title</);
  match(html, /Output: SHOW_S1_D1 - Title 02 \(24 min\) DVD\.mkv/);
  doesNotMatch(html, /Title 01 \(1 h 52 min\)|"feature"[^>]*>Movie</);
  const ripping = body({ ...unknown, status: "ripping" });
  match(ripping, /data-label="Type">Unknown</);
  doesNotMatch(ripping, /data-label="Type">Movie</);
  match(body({ ...unknown, media: { ...SERIES, kind: "movie" } }), /<option value="feature" selected[^>]*>Movie</);
});

Deno.test("the page of a disc has the backdrop of its title behind its state, outside of the part updated live", () => {
  match(
    body(season(), { backdrop: "https://image.example/a b.jpg" }),
    /<img class="backdrop" src="[^"]*\/api\/image\?url=https%3A%2F%2Fimage\.example%2Fa%20b\.jpg"[^>]*><div id="disc-head">/,
  );
  doesNotMatch(body(season()), /class="backdrop"/);
});

Deno.test("the card of a drive shows the poster of its disc", () => {
  const one = season({ media: { ...SERIES, poster: "https://image.example/p.jpg" } });
  const html = draw(<DriveCards drives={[{ ...drive("loaded"), ripId: one.id }]} rips={[one]} sets={[]} />);
  match(html, /<span class="rip-poster"><img [^>]*p\.jpg/);
});
