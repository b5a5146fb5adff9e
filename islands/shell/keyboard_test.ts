import { deepStrictEqual as same } from "node:assert/strict";
import { settled, withPage } from "../../tests/fixtures/dom.ts";
import { arrowKeys } from "./arrow_keys.ts";
import { actionOf, ask, confirmInDialogs } from "./ask.ts";
import { copyOnClick } from "./copy.ts";
import { offerUndo } from "./undo.ts";

const SEARCH =
  `<div id="search"><input id="q"><ul id="hits"><li><a href="/1" id="a">1</a></li><li><a id="none">no link</a></li>
  <li><a href="/2" id="b">2</a></li></ul></div>`;

Deno.test("hits below a search are walked by the arrow keys, up from the first leads back to the field", () =>
  withPage(SEARCH, ({ document, one, key }) => {
    arrowKeys(one("#search"));
    one("#q").focus();
    const seen: (string | undefined)[] = [];
    for (const name of ["ArrowUp", "ArrowDown", "ArrowDown", "ArrowDown", "ArrowUp", "ArrowUp"]) {
      key(name);
      seen.push(document.activeElement?.id);
    }
    same(seen, ["q", "a", "b", "b", "a", "q"]);
    same([key("ArrowDown"), key("x"), key("Tab")], [false, true, true], "only the arrows are taken from the browser");
  }));

Deno.test("Escape closes the hits and returns to the field; without hits the arrows do nothing", () =>
  withPage(SEARCH, ({ document, one, key }) => {
    arrowKeys(one("#search"));
    one("#b").focus();
    key("Escape");
    same([document.activeElement?.id, one("#hits").children.length], ["q", 0]);
    same(key("ArrowDown"), true);
  }));

Deno.test("a question is answered by its own button, and by nothing else", () =>
  withPage('<button id="before">Delete …</button>', async ({ document, one }) => {
    for (const [value, yes] of [["yes", true], ["", false]] as const) {
      one("#before").focus();
      const answer = ask({ text: "It goes for good.", action: "Delete the profile" });
      const dialog = one<HTMLDialogElement>("dialog");
      same([dialog.getAttribute("role"), dialog.getAttribute("aria-label")], ["alertdialog", "Delete the profile"]);
      same([...dialog.querySelectorAll("button")].map(({ textContent }) => textContent), [
        "Keep",
        "Delete the profile",
      ]);
      dialog.close(value);
      same(await answer, yes);
      same([document.querySelector("dialog"), document.activeElement?.id], [null, "before"]);
    }
  }));

Deno.test("a form with a confirmation waits for it, and is dropped when it is refused", () =>
  withPage('<form id="f"><button type="submit"> Remove it </button></form>', async ({ document, one }) => {
    confirmInDialogs(document);
    const done: string[] = [];
    const confirm = (question: string | undefined) =>
      document.dispatchEvent(
        new CustomEvent("htmx:confirm", {
          cancelable: true,
          detail: {
            ctx: { confirm: question, sourceElement: one("#f") },
            issueRequest: () => done.push("sent"),
            dropRequest: () => done.push("dropped"),
          },
        }),
      );
    Object.defineProperty(globalThis, "SubmitEvent", { value: class {}, configurable: true });
    try {
      same(confirm(undefined), true, "what asks nothing is left to htmx");
      for (const value of ["yes", ""]) {
        same(confirm("Sure?"), false);
        same(one("dialog").getAttribute("aria-label"), "Remove it");
        one<HTMLDialogElement>("dialog").close(value);
        await settled();
      }
      same(done, ["sent", "dropped"]);
    } finally {
      Reflect.deleteProperty(globalThis, "SubmitEvent");
    }
  }));

Deno.test("the button of a confirmation has the label of the clicked button", () =>
  withPage(
    '<button id="a"> Remove <b>all</b> </button><button id="b" aria-label="Eject">⏏</button><i id="c"></i>',
    ({ one }) => {
      same(["#a", "#b", "#c"].map((selector) => actionOf(one(selector))), ["Remove all", "Eject", "Continue"]);
      same(actionOf(undefined), "Continue");
    },
  ));

const UNDO =
  `<form id="f" data-did="Job cancelled." data-undo='[{"path":"/api/jobs/1/retry"}]' data-undone="It is back."></form>
  <form id="plain"></form>`;

Deno.test("a completed action is announced with an undo button once the server has performed it", () =>
  withPage(UNDO, ({ document, one, toasts }) => {
    offerUndo(document);
    const answered = (selector: string, status: number) =>
      document.dispatchEvent(
        new CustomEvent("htmx:after:request", {
          detail: { ctx: { sourceElement: one(selector), response: { status } } },
        }),
      );
    answered("#plain", 200);
    answered("#f", 409);
    same(toasts, []);
    answered("#f", 200);
    same(toasts, [{
      message: "Job cancelled.",
      tone: "plain",
      undo: { calls: [{ path: "/api/jobs/1/retry" }], done: "It is back." },
    }]);
  }));

Deno.test("a text is copied through the clipboard, else through a selected field, and an error shows when neither works", () =>
  withPage(
    '<button data-copy="key"><i id="icon">⧉</i></button><p id="p">text</p>',
    async ({ document, press, toasts }) => {
      copyOnClick(document);
      const known = Object.getOwnPropertyDescriptor(globalThis, "navigator");
      const copied: string[] = [];
      const clipboard = { writeText: (text: string) => Promise.resolve(void copied.push(text)) };
      const browser = (more: object) =>
        Object.defineProperty(globalThis, "navigator", { value: more, configurable: true });
      try {
        browser({ clipboard });
        await press("#p");
        await press("#icon");
        same([copied, toasts.map(({ message }) => message)], [["key"], ["Copied."]]);
        for (const isAllowed of [true, false]) {
          browser({ clipboard: { writeText: () => Promise.reject(new Error("denied")) } });
          Object.assign(document, { execCommand: () => isAllowed });
          Object.assign((globalThis as unknown as { HTMLElement: { prototype: object } }).HTMLElement.prototype, {
            select() {},
          });
          await press("#icon");
          same(toasts.at(-1)?.message, isAllowed ? "Copied." : "The browser blocked access to the clipboard.");
        }
        same(document.querySelector("textarea"), null);
      } finally {
        if (known) Object.defineProperty(globalThis, "navigator", known);
      }
    },
  ));
