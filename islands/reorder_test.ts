import { deepStrictEqual as same } from "node:assert/strict";
import { reorderable } from "./reorder.ts";

/** The parts of a page that the behaviour uses. */
function fakePage() {
  const listeners = new Set<unknown>();
  const page = new EventTarget();
  const document = Object.assign(page, {
    body: new EventTarget(),
    addEventListener(type: string, listener: EventListener, options?: { signal?: AbortSignal }) {
      listeners.add(listener);
      options?.signal?.addEventListener("abort", () => listeners.delete(listener));
      EventTarget.prototype.addEventListener.call(page, type, listener, options);
    },
  });
  const row = Object.assign(new EventTarget(), {
    dataset: { id: "a", title: "A" },
    setAttribute() {},
    removeAttribute() {},
    closest: () => row,
  });
  const list = Object.assign(new EventTarget(), { isConnected: true, querySelectorAll: () => [] });
  const send = (type: string) => {
    const event = new Event(type);
    Object.defineProperty(event, "target", { value: row });
    list.dispatchEvent(event);
  };
  const swap = () => !document.dispatchEvent(new Event("htmx:before:swap", { cancelable: true }));
  return { document, listeners, list, send, swap };
}

Deno.test("a list holds swaps back while a row is dragged, and listens to the document no longer than that", () => {
  const { document, listeners, list, send, swap } = fakePage();
  const known = Object.getOwnPropertyDescriptor(globalThis, "document");
  Object.defineProperty(globalThis, "document", { value: document, configurable: true });
  try {
    for (let n = 0; n < 3; n++) reorderable(list as unknown as HTMLElement);
    same([listeners.size, swap()], [0, false]);
    let drawn = 0;
    document.body.addEventListener("lists", () => drawn++);
    send("dragstart");
    same([swap(), drawn], [true, 0]);
    send("dragend");
    same([listeners.size, swap(), drawn > 0], [0, false, true]);
    send("dragstart");
    list.isConnected = false;
    same([swap(), listeners.size], [false, 0]);
  } finally {
    if (known) Object.defineProperty(globalThis, "document", known);
    else Reflect.deleteProperty(globalThis, "document");
  }
});
