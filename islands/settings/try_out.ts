import { h, render } from "preact";
import { Icon } from "../../lib/ui/icon.tsx";
import { refusalText } from "../call.ts";

/** Sends a part of the form as entered and shows the result next to the button. */
export async function tryOut(form: HTMLFormElement, button: HTMLElement): Promise<void> {
  const { scope = "", fields, try: url = "" } = button.dataset;
  const output = button.parentElement?.querySelector("output");
  if (!output) return;
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    const field = name.slice(scope.length + 1);
    if (!name.startsWith(`${scope}.`) || (fields && !fields.split(" ").includes(field))) continue;
    body.append(field, String(value));
  }
  const say = (ok: boolean, words: string) => {
    output.dataset.tone = ok ? "good" : "bad";
    render([h(Icon, { name: ok ? "check" : "warn", size: 18 }), h("span", null, words)], output);
  };
  button.ariaDisabled = "true";
  delete output.dataset.tone;
  render("Testing …", output);
  try {
    const response = await fetch(url, { method: "POST", headers: { Accept: "application/json" }, body });
    const answer = await response.json().catch(() => undefined);
    const { ok, appName = "", version = "", detail, error } = answer ?? {};
    if (!response.ok) say(false, refusalText(response.status, answer));
    else if (ok !== true) say(false, `The test failed: ${error ?? detail ?? "no reason was given"}`);
    else say(true, [`It works.`, `${appName} ${version}`.trim(), detail, error].filter(Boolean).join(" "));
  } catch {
    say(false, "The server cannot be reached.");
  }
  button.ariaDisabled = null;
}
