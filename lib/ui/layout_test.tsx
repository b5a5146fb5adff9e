import { deepStrictEqual as same, doesNotMatch, match, ok, strictEqual as is } from "node:assert/strict";
import { MENU, MENU_PAGES } from "./menu_pages.ts";
import { Document, Note, Page } from "./layout.tsx";
import { Partial as Fragment, renderView, type View } from "./render.tsx";

const view = (more: Partial<View> = {}): View => ({
  base: "",
  assets: {},
  instanceName: "Lathe",
  version: "1.2.3",
  path: "/",
  ...more,
});
const page = (more: Partial<View> = {}, live?: string): string =>
  renderView(view(more), <Page title="Activity" live={live}>content</Page>);
const menuOf = (html: string): string => /<nav class="nav".*?<\/nav>/s.exec(html)?.[0] ?? "";
const barOf = (html: string): string => /<nav class="phone-bar".*?<\/nav>/s.exec(html)?.[0] ?? "";
/** Returns the menu links that are marked as the current page. */
const current = (path: string): string[] =>
  [...menuOf(page({ path })).matchAll(/<a href="([^"]*)" aria-current="page"/g)].map(([, href]) => href ?? "");

for (
  const [path, wanted] of [
    ["/", ["/"]],
    ["/activity", ["/activity"]],
    ["/jobs/j1", ["/activity"]],
    ["/encode", ["/encode"]],
    ["/checks", ["/system"]],
    ["/movies/5", ["/movies"]],
    ["/profiles", ["/profiles"]],
    ["/smart-profiles/new", ["/profiles"]],
    ["/setup", ["/system"]],
    ["/system/backups", ["/system"]],
    ["/docs/presets", ["/docs"]],
    ["/api/docs", ["/docs"]],
    ["/wanted", ["/discs"]],
    ["/discs/r1", ["/discs"]],
    ["/moviesque", []],
    ["/nowhere", []],
    ["", ["/"]],
  ] as [string, string[]][]
) {
  Deno.test(`the navigation marks ${wanted.join() || "nothing"} on ${JSON.stringify(path)}`, () => {
    same(current(path), wanted);
  });
}

Deno.test("below a URL base every address of a page begins with it", () => {
  const html = page({ base: "/apps/lathe", user: "anna" }, "queue");
  const addresses = [...html.matchAll(/(?:href|src|action|hx-get|hx-sse:connect)="(\/[^"]*)"/g)].map(([, one = ""]) =>
    one
  );
  ok(addresses.length > 15);
  for (const address of addresses) ok(address.startsWith("/apps/lathe/"), address);
  match(html, /data-base="\/apps\/lathe"/);
});

Deno.test("pages without a use for this instance are left out of the navigation", () => {
  const html = menuOf(page({ unused: ["/music", "/series"] }));
  doesNotMatch(html, /href="\/(?:music|series)"/);
  match(html, /href="\/movies"/);
});

Deno.test("the navigation shows the number of waiting discs, if there are any", () => {
  match(page({ discs: 2 }), /title="Discs that need attention">2</);
  doesNotMatch(page({ discs: 0 }), /Discs that need/);
});

for (
  const [name, health, wanted] of [
    ["nothing was looked at", undefined, undefined],
    ["nothing is wrong", { count: 0, worst: "warning" }, undefined],
    ["something may be wrong", { count: 3, worst: "warning" }, "warn"],
    ["something is wrong", { count: 1, worst: "error" }, "bad"],
  ] as [string, View["health"], string | undefined][]
) {
  Deno.test(`the navigation shows ${wanted ?? "no"} badge where ${name}`, () => {
    const badge = /<span class="badge" data-tone="(\w+)"[^>]*>(\d+)</.exec(page({ health }));
    is(badge?.[1], wanted);
    if (wanted) is(badge?.[2], String(health?.count));
  });
}

Deno.test("only a logged-in user can log out", () => {
  match(page({ user: "anna" }), /Logged in as anna/);
  doesNotMatch(page(), /Log out/);
});

Deno.test("the search page has no second search field, and its menu is in the usual place", () => {
  match(page({ path: "/encode" }), /class="side-find"><form class="quick-search"/);
  doesNotMatch(page({ path: "/search" }), /class="quick-search"/);
  match(page({ path: "/search" }), /class="side-find"><button/);
});

Deno.test("the menu has three groups, with a unique icon and letter for every page", () => {
  same(MENU.map(({ name }) => name), ["Work", "Library", "Setup"]);
  for (const field of ["icon", "key", "path", "label"] as const) {
    is(new Set(MENU_PAGES.map((one) => one[field])).size, MENU_PAGES.length, field);
  }
});

Deno.test("the bar of a phone has four pages and opens the menu without a script", () => {
  const bar = barOf(page({ path: "/profiles", discs: 2, health: { count: 1, worst: "error" } }));
  same([...bar.matchAll(/href="([^"]*)"/g)].map(([, href]) => href), ["/", "/activity", "/movies", "/search"]);
  match(bar, /<button type="button" popovertarget="menu" data-current/);
  match(bar, />3<\/span>/);
  match(menuOf(page()), /id="menu" popover="auto"/);
  doesNotMatch(barOf(page({ path: "/movies" })), /data-current/);
});

Deno.test("a page listens to its own live view only", () => {
  match(page({}, "queue & more"), /hx-sse:connect="\/api\/events\?view=queue%20%26%20more"/);
  match(page({ followedFrom: 41 }, "queue"), /hx-sse:connect="\/api\/events\?view=queue&amp;after=41"/);
  doesNotMatch(page(), /hx-sse/);
});

Deno.test("assets are requested by their served names", () => {
  const html = page({ assets: { "app.js": "app.4f2a.js" } });
  match(html, /src="\/static\/app\.4f2a\.js"/);
  match(html, /href="\/static\/style\.css"/);
});

Deno.test("htmx evaluates nothing and sends requests to no other host", () => {
  const html = page();
  const config = /name="htmx-config" content="([^"]*)"/.exec(html)?.[1]?.replaceAll("&quot;", '"') ?? "{}";
  is(JSON.parse(config).mode, "same-origin");
  is(JSON.parse(config).includeIndicatorCSS, false);
  doesNotMatch(html, / on\w+="|style="|<script>/);
});

Deno.test("names full of markup stay text", () => {
  const odd = "</title><script>alert(1)</script>";
  const html = renderView(
    view({ instanceName: odd, user: odd, version: odd }),
    <Page title={odd} lead={odd}>{odd}</Page>,
  );
  is(html.match(/<script/g)?.length, 1);
  is(html.match(/<\/title>/g)?.length, 1);
});

Deno.test("a document has a title of page and instance, without a frame", () => {
  const html = renderView(view({ instanceName: "Attic" }), <Document title="Login">content</Document>);
  match(html, /<title>Login · Attic<\/title>/);
  match(html, /<body>content<\/body>/);
});

Deno.test("a document is drawn in the theme that its browser chose, else in that of its system", () => {
  const drawn = (more: Partial<View>) => renderView(view(more), <Document title="Login">content</Document>);
  match(drawn({ theme: "dark" }), /^<html [^>]*data-theme="dark"/);
  doesNotMatch(drawn({}), /data-theme/);
});

Deno.test("a document without scripts loads none", () => {
  const html = renderView(view(), <Document title="Offline" scripts={false}>content</Document>);
  doesNotMatch(html, /<script/);
  match(html, /<link rel="manifest" href="\/manifest.webmanifest" crossorigin="use-credentials"/);
});

Deno.test("a note about a problem has another icon", () => {
  const notes = (["info", "warn", "bad"] as const).map((tone) => renderView(view(), <Note tone={tone}>x</Note>));
  const icons = notes.map((html) => /<path d="([^"]*)"/.exec(html)?.[1]);
  is(icons[1], icons[2]);
  ok(icons[0] !== icons[1]);
  same(notes.map((html) => /data-tone="(\w+)"/.exec(html)?.[1]), ["info", "warn", "bad"]);
});

Deno.test("a live fragment names its target, and is morphed by default", () => {
  is(
    renderView(view(), <Fragment target="#job-1">x</Fragment>),
    '<hx-partial hx-target="#job-1" hx-swap="outerMorph">x</hx-partial>',
  );
  match(renderView(view(), <Fragment target="#queue" swap="innerHTML" />), /hx-swap="innerHTML"><\/hx-partial>/);
});
