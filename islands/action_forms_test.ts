import { deepStrictEqual as same } from "node:assert/strict";
import { ActionForms } from "./action_forms.ts";

/** As much of a form as is touched before anything is sent. */
class FakeForm extends EventTarget {
  action = "/api/auto/reset";
  constructor(readonly dataset: Record<string, string>) {
    super();
  }
}

class NoFields {
  [Symbol.iterator]() {
    return [].values();
  }
}

/** Submits a form of these facts where a person answers `yes`; tells what was asked and what was sent. */
function submitted(dataset: Record<string, string>, yes: boolean) {
  const asked: string[] = [];
  const sent: string[] = [];
  const before = { ...BROWSER };
  Object.assign(globalThis, {
    HTMLFormElement: FakeForm,
    FormData: NoFields,
    confirm: (question: string) => (asked.push(question), yes),
    fetch: (url: string) => (sent.push(url), new Promise(() => {})),
  });
  try {
    const form = new FakeForm(dataset);
    ActionForms(form as unknown as HTMLElement);
    const event = Object.assign(new Event("submit", { cancelable: true }), { submitter: null });
    form.dispatchEvent(event);
    return { asked, sent, isKept: event.defaultPrevented };
  } finally {
    Object.assign(globalThis, before);
  }
}

const BROWSER = {
  HTMLFormElement: undefined,
  FormData: globalThis.FormData,
  confirm: globalThis.confirm,
  fetch: globalThis.fetch,
};

Deno.test("a form that asks first is sent after a yes only, and never by the browser itself", () => {
  const question = "Forget every file that was seen?";
  same(submitted({ confirm: question }, false), { asked: [question], sent: [], isKept: true });
  same(submitted({ confirm: question }, true), { asked: [question], sent: ["/api/auto/reset"], isKept: true });
});

Deno.test("a form that asks nothing is sent at once", () => {
  same(submitted({}, false), { asked: [], sent: ["/api/auto/reset"], isKept: true });
});
