import { deepStrictEqual as same } from "node:assert/strict";
import { settled, withPage } from "../../tests/fixtures/dom.ts";
import { discChoice } from "../discs/disc_choice.ts";
import { rows } from "../rows.ts";
import { addResetButtons } from "./settings_page.ts";
import { profileForm } from "./profile_form.ts";
import { profileImport } from "./profile_import.ts";
import { tryFile } from "./try_file.ts";

const item = (place: string) =>
  `<li><label for="f-targets-${place}-url">Url</label><input id="f-targets-${place}-url" name="targets.${place}.url" value="${place}">
    <input type="hidden" data-fresh-id name="targets.${place}.id"><i data-props='{"input":"f-targets-${place}-url"}'></i>
    <button type="button" data-remove id="remove-${place}">x</button></li>`;
const LIST = `<div id="host" data-list="targets"><p data-empty hidden>None yet.</p><ul>${item("0")}${item("1")}</ul>
  <template>${item("new")}</template><button type="button" data-add id="add">Add</button></div>`;

Deno.test("added and removed rows are counted in order, including names, IDs and references to them", () =>
  withPage(LIST, async ({ document, one, press }) => {
    rows(one("#host"));
    const names = () => [...document.querySelectorAll("ul [name$=url]")].map((field) => field.getAttribute("name"));
    await press("#add");
    same(names(), ["targets.0.url", "targets.1.url", "targets.2.url"]);
    const added = document.querySelector("ul li:last-child");
    same([added?.querySelector("label")?.getAttribute("for"), added?.querySelector("i")?.getAttribute("data-props")], [
      "f-targets-2-url",
      '{"input":"f-targets-2-url"}',
    ]);
    same([document.activeElement?.id], ["f-targets-2-url"], "what was added is filled in next");
    same(/^[0-9a-f]{16}$/.test(added?.querySelector<HTMLInputElement>("[data-fresh-id]")?.value ?? ""), true);
    await press("ul li:first-child [data-remove]");
    same([names(), document.activeElement?.id], [["targets.0.url", "targets.1.url"], "add"]);
    const values = [...document.querySelectorAll<HTMLInputElement>("ul [name$=url]")].map(({ value }) => value);
    same(values, ["1", "new"], "values stay with their rows");
  }));

Deno.test("a list shows its empty message while it is empty", () =>
  withPage(LIST, async ({ one, press }) => {
    rows(one("#host"));
    for (let i = 0; i < 2; i++) await press("ul li:first-child [data-remove]");
    same(one("[data-empty]").hasAttribute("hidden"), false);
    await press("#add");
    same(one("[data-empty]").hasAttribute("hidden"), true);
  }));

const FIELDS = `<form id="form">
  <div class="field" id="a"><input id="number" value="5"><p class="default-note" data-standard="3" hidden><button type="button" data-reset id="reset-a">3</button></p></div>
  <div class="field" id="b"><input type="hidden" value="false"><input type="checkbox" id="box" checked><p class="default-note" data-standard="true" hidden><button type="button" data-reset id="reset-b">on</button></p></div>
  <div class="field" id="c"><input id="plain" value="x"></div></form>`;

Deno.test("a reset button is shown while a field differs from its default, and restores it", () =>
  withPage(FIELDS, async ({ document, one, press }) => {
    addResetButtons(one<HTMLFormElement>("#form"));
    const isShown = (id: string) => !one(`#${id} .default-note`).hidden;
    const type = (selector: string, value: string) => {
      one<HTMLInputElement>(selector).value = value;
      one(selector).dispatchEvent(new Event("input", { bubbles: true }));
    };
    type("#number", "7");
    type("#plain", "y");
    same(isShown("a"), true);
    await press("#reset-a");
    same([one<HTMLInputElement>("#number").value, isShown("a"), document.activeElement?.id], ["3", false, "number"]);
    await press("#box");
    same(isShown("b"), true);
    await press("#reset-b");
    same([one<HTMLInputElement>("#box").checked, isShown("b")], [true, false]);
  }));

const SCALES = {
  libx265: {
    presets: ["fast", "medium", "slow"],
    quality: { label: "CRF", min: 0, max: 51, step: 0.25, transparent: 18, halving: 6 },
  },
  libsvtav1: {
    presets: ["8", "6", "4", "2"],
    quality: { label: "CRF", min: 0, max: 63, step: 1, transparent: 24, halving: 10 },
  },
  copy: { presets: [] },
};
const ENCODERS = `<form id="host" data-scales='${JSON.stringify(SCALES)}'><select name="video.encoder" id="video">
  ${["libx265", "libsvtav1", "copy"].map((one) => `<option value="${one}"></option>`).join("")}</select>
  <p id="crf" data-of="video.encoder" data-values="libx265 libsvtav1">CRF</p>
  <p id="other" data-of="audio.encoder" data-values="libopus">Sound</p>
  <details id="fold"><input id="needed" required></details>
  <div data-scale="quality"><label></label><input name="video.quality:number" id="q" value="21"><input type="range" id="q-range" min="-2.5" max="1"><output></output></div>
  <div data-scale="preset"><input name="video.preset" id="p" value="slow"><p class="help"></p><input type="range" id="p-range" min="0"></div></form>`;

Deno.test("a form shows the fields of the selected encoder and keeps the others; invalid fields are unfolded", () =>
  withPage(ENCODERS, ({ one }) => {
    profileForm(one("#host"));
    one<HTMLSelectElement>("#video").value = "copy";
    one("#video").dispatchEvent(new Event("change", { bubbles: true }));
    same([one("#crf").hidden, one("#other").hidden], [true, false]);
    one("#needed").dispatchEvent(new Event("invalid", { bubbles: true }));
    same(one("#fold").hasAttribute("open"), true);
  }));

Deno.test("sliders set quality and preset, name them, and another encoder gets the values of the same level", () =>
  withPage(ENCODERS, ({ one }) => {
    profileForm(one("#host"));
    const value = (selector: string) => one<HTMLInputElement>(selector).value;
    const move = (selector: string, to: string, event = "input") => {
      one<HTMLInputElement>(selector).value = to;
      one(selector).dispatchEvent(new Event(event, { bubbles: true }));
    };
    same([one("output").textContent, value("#q-range"), value("#p-range")], ["high", "-0.5", "2"]);
    move("#q-range", "0");
    move("#p-range", "0");
    same([value("#q"), one("output").textContent, value("#p")], ["18", "transparent", "fast"]);
    move("#q", "30");
    same([one("output").textContent, one("#q-range").getAttribute("aria-valuetext")], [
      "very small",
      "CRF 30, very small",
    ]);
    move("#q", "21");
    move("#video", "libsvtav1", "change");
    same([value("#q"), value("#p"), one(".help").textContent], ["29", "8", "8, 6, 4, 2"]);
  }));

Deno.test("a file is tried by clicking an offered one, or with Enter, without saving", () =>
  withPage(
    `<form id="form"><div id="host"><input id="try-path"><button type="button" data-try-path value="/m/a.mkv" id="a"><b id="inner">a</b></button></div></form>`,
    async ({ one, press, key }) => {
      tryFile(one("#host"));
      const tried: string[] = [];
      one("#form").addEventListener("change", () => tried.push(one<HTMLInputElement>("#try-path").value));
      await press("#inner");
      same(tried, ["/m/a.mkv"]);
      one<HTMLInputElement>("#try-path").value = "/m/b.mkv";
      one("#try-path").focus();
      same([key("Enter"), key("b")], [false, true]);
      same(tried, ["/m/a.mkv", "/m/b.mkv"]);
    },
  ));

Deno.test("the text of a selected file is inserted into its field and shown", () =>
  withPage(
    `<div id="host"><input type="file" id="file"><textarea id="source"></textarea><button type="button" data-show id="show">Show</button></div>`,
    async ({ one }) => {
      profileImport(one("#host"));
      const shown: string[] = [];
      one("#show").addEventListener("click", () => shown.push(one<HTMLTextAreaElement>("#source").value));
      const choose = async (files: unknown[]) => {
        Object.defineProperty(one("#file"), "files", { value: files, configurable: true });
        one("#file").dispatchEvent(new Event("change"));
        await settled();
      };
      await choose([]);
      await choose([{ text: () => Promise.resolve('{"PresetList":[]}') }]);
      same(shown, ['{"PresetList":[]}']);
    },
  ));

const track = (title: number, index: number, language: string, checked = false) =>
  `<input type="checkbox" id="t${title}-${index}" value="${index}" ${checked ? "checked" : ""} data-track='${
    JSON.stringify({ index, language, codec: "AC-3", channels: 6, commentary: false })
  }'>`;
const DISC = `<form id="form"><input name="episodeMap.1" id="number" value="4"><input name="label" id="label" value="x">
  <div data-tracks="audio" id="first">${track(1, 0, "eng", true)}${
  track(1, 1, "deu")
}<button type="button" data-apply-tracks id="apply"><i id="icon"></i></button></div>
  <div data-tracks="audio" id="second">${track(2, 0, "deu", true)}${track(2, 1, "eng")}</div>
  <div data-tracks="audio" id="third">${track(3, 0, "fra", true)}</div>
  <div data-tracks="subtitles" id="other">${track(4, 0, "eng")}</div></form>`;

Deno.test("the languages of one title are applied to all others that have them, and to no other kind of track", () =>
  withPage(DISC, async ({ one, press }) => {
    discChoice(one("#form"));
    let changes = 0;
    one("#form").addEventListener("change", () => changes++);
    await press("#icon");
    const ticked = (id: string) => one<HTMLInputElement>(id).checked;
    same([ticked("#t2-0"), ticked("#t2-1"), ticked("#t3-0"), ticked("#t4-0")], [false, true, true, false]);
    same(changes, 1, "what was chosen is saved once");
  }));

Deno.test("episode numbers are sent only after one was entered", () =>
  withPage(DISC, ({ one }) => {
    discChoice(one("#form"));
    const sent = () => {
      const body = new FormData();
      for (const name of ["episodeMap.1", "episodeMap.2", "label"]) body.append(name, "1");
      one("#form").dispatchEvent(new CustomEvent("htmx:config:request", { detail: { ctx: { request: { body } } } }));
      return [...body.keys()];
    };
    same(sent(), ["label"]);
    one("#label").dispatchEvent(new Event("change", { bubbles: true }));
    same(sent(), ["label"]);
    one("#number").dispatchEvent(new Event("change", { bubbles: true }));
    same(sent(), ["episodeMap.1", "episodeMap.2", "label"]);
  }));

Deno.test("numbers that a person entered before are sent from the beginning", () =>
  withPage(DISC.replace('id="form"', 'id="form" data-numbers="user"'), ({ one }) => {
    discChoice(one("#form"));
    const body = new FormData();
    body.append("episodeMap.1", "4");
    one("#form").dispatchEvent(new CustomEvent("htmx:config:request", { detail: { ctx: { request: { body } } } }));
    same([...body.keys()], ["episodeMap.1"]);
  }));
