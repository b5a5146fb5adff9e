import { deepStrictEqual as same, strictEqual as is } from "node:assert/strict";
import { followForms } from "./form_answers.ts";

/**
 * Returns the field at a path, or the list that contains it. Prefers a visible field to a hidden field with the same
 * name.
 */
class FakeForm extends EventTarget {
  readonly output = { textContent: "", hidden: true };
  readonly copy = { dataset: { copy: "" }, hidden: true };
  constructor(readonly dataset: Record<string, string>) {
    super();
  }
  querySelector(selector: string) {
    return selector === "output" ? this.output : selector === "[data-copy]" ? this.copy : null;
  }
  querySelectorAll() {
    return [];
  }
}

/** Returns the page's reaction to a response for a form with these data attributes. */
function answered(dataset: Record<string, string>, body: unknown, status = 200, type = "application/json") {
  const form = new FakeForm(dataset);
  const toasts: string[] = [];
  const location = { href: "" };
  const document = Object.assign(new EventTarget(), { documentElement: { dataset: { base: "/lathe" } } });
  document.addEventListener("lathe:toast", (event) => toasts.push((event as CustomEvent).detail.message));
  const saved: unknown[] = [];
  form.addEventListener("lathe:saved", (event) => saved.push((event as CustomEvent).detail));
  const fakes = { document, location, HTMLFormElement: FakeForm };
  const known = Object.keys(fakes).map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const);
  for (const [name, value] of Object.entries(fakes)) {
    Object.defineProperty(globalThis, name, { value, configurable: true });
  }
  try {
    followForms(document);
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const response = { status, headers: new Headers({ "Content-Type": type }) };
    const send = (name: string) =>
      document.dispatchEvent(
        new CustomEvent(name, { detail: { ctx: { sourceElement: form, response, text } }, cancelable: true }),
      );
    send("htmx:after:request");
    if (status >= 400) send("htmx:response:error");
    return {
      toasts,
      opened: location.href,
      saved,
      output: form.output,
      copy: form.copy,
      isSwapped: send("htmx:before:swap"),
    };
  } finally {
    for (const [name, descriptor] of known) {
      if (descriptor) Object.defineProperty(globalThis, name, descriptor);
      else Reflect.deleteProperty(globalThis, name);
    }
  }
}

Deno.test("a created item is opened below the URL base once the server has created it", () => {
  is(answered({ then: "/jobs/{id}" }, { id: "a/b" }, 201).opened, "/lathe/jobs/a%2Fb");
  is(answered({ then: "/" }, "", 204, "text/plain").opened, "/lathe/");
});

Deno.test("a form that stays on its page shows its own message, and passes the answer on", () => {
  const { toasts, opened, saved } = answered({ done: "Settings saved." }, { concurrency: 3 });
  same([toasts, opened, saved], [["Settings saved."], "", [{ concurrency: 3 }]]);
});

Deno.test("an answer that explains why nothing was created is shown, and no page opens", () => {
  for (const answer of [{ skipped: true, reason: "It is queued." }, { note: "It is queued." }]) {
    const { toasts, opened } = answered({ then: "/" }, answer);
    same([toasts, opened], [["It is queued."], ""]);
  }
});

Deno.test("a field of the answer is shown if the form has an element for it", () => {
  const { output, copy } = answered({ done: "A new API key was created.", reveal: "apiKey" }, { apiKey: "k1" });
  same(output, { textContent: "k1", hidden: false });
  same(copy, { dataset: { copy: "k1" }, hidden: false });
});

Deno.test("a refused form opens nothing and saves nothing", () => {
  const refused = answered({ then: "/" }, { detail: "No." }, 409, "application/problem+json");
  same([refused.opened, refused.saved, refused.toasts], ["", [], []]);
});

Deno.test("a form without an instruction for afterwards is left to the live stream", () => {
  const { toasts, opened, saved } = answered({}, { id: "a", note: "It is queued." });
  same([toasts, opened, saved], [[], "", []]);
});

Deno.test("JSON is never swapped into the page, whatever its text; a fragment is", () => {
  const spelled = { title: '<hx-partial hx-target="body">' };
  is(answered({}, spelled).isSwapped, false);
  is(answered({}, { detail: spelled.title }, 409, "application/problem+json; charset=utf-8").isSwapped, false);
  is(answered({}, "<p>drawn</p>", 200, "text/html; charset=UTF-8").isSwapped, true);
});
