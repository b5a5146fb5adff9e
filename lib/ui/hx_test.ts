import { deepStrictEqual as same, strictEqual as is } from "node:assert/strict";
import { type FormOptions, hxForm } from "./hx.ts";

const attributes = (url: string, options: FormOptions): Record<string, string | undefined> => hxForm(url, options);

Deno.test("hxForm() sends the same with and without script, and requests JSON", () => {
  const form = attributes("/lathe/api/settings", { method: "put", done: "Saved." });
  same([form.method, form.action], ["post", "/lathe/api/settings?_method=put"]);
  same([form["hx-put"], form["hx-post"], form["hx-swap"]], ["/lathe/api/settings", undefined, "none"]);
  same(JSON.parse(form["hx-headers"] ?? ""), { Accept: "application/json" });
  same([form["data-done"], form["data-then"]], ["Saved.", undefined]);
});

Deno.test("hxForm() sends a creating form once, and the last of several saves", () => {
  is(attributes("/api/jobs", { then: "/" })["hx-sync"], "drop");
  is(attributes("/api/settings", { method: "put", done: "Saved." })["hx-sync"], "queue last");
});

Deno.test("hxForm() lets htmx ask for confirmation", () => {
  is(attributes("/api/auto/reset", { confirm: "Forget it?", then: "/auto" })["hx-confirm"], "Forget it?");
  is("hx-confirm" in attributes("/api/auto/scan", { then: "/auto" }), false);
});
