import { bytes, count } from "../../lib/kit/format.ts";

/** Known figures of one selected job. */
export interface Figures {
  bytes: number;
  expectedBytes?: number | undefined;
  expectedSeconds?: number | undefined;
  /** Size of the encode, if the job has finished and the original still exists. */
  encodeBytes?: number | undefined;
}

/**
 * Returns the question before an action that moves or deletes files of the selected jobs. Undefined for other actions.
 * Pure.
 */
export function questionOf(action: string, figures: readonly Figures[]): string | undefined {
  if (action === "delete-original") {
    return `Delete the replaced originals of ${
      count(figures.length, "job")
    } from the recycle bin? This cannot be undone.`;
  }
  if (action !== "replace" && action !== "delete-encode") return undefined;
  const both = figures.filter(({ encodeBytes }) => encodeBytes !== undefined);
  const sum = (part: (one: Figures) => number) => both.reduce((all, one) => all + part(one), 0);
  const [originals, encodes] = [sum((one) => one.bytes), sum((one) => one.encodeBytes ?? 0)];
  const files = (bytesOf: number, one: string) => `${count(both.length, one)} (${bytes(bytesOf)})`;
  const moved = both.length === 1 ? "is moved to the recycle bin" : "are moved to the recycle bin";
  const others = figures.length - both.length;
  return [
    action === "replace"
      ? `${files(originals, "original")} ${moved} after all frames have been compared.`
      : `${files(encodes, "encode")} ${moved}. The originals are kept.`,
    action === "replace"
      ? `This frees ${bytes(Math.max(0, originals - encodes))} when the recycle bin is emptied.`
      : "",
    others > 0 ? `${count(others, "selected job has", "selected jobs have")} no encode to decide about.` : "",
  ].filter(Boolean).join(" ");
}

/** Lists why jobs were not changed, in a dialog. */
export function listRefusals(reasons: readonly string[]): void {
  const dialog = document.createElement("dialog");
  dialog.setAttribute("aria-labelledby", "refusals-h");
  const head = Object.assign(document.createElement("h2"), { id: "refusals-h" });
  head.textContent = `${count(reasons.length, "job")} not changed`;
  const list = Object.assign(document.createElement("ul"), { className: "refusals" });
  for (const reason of reasons) list.append(Object.assign(document.createElement("li"), { textContent: reason }));
  const form = Object.assign(document.createElement("form"), { method: "dialog", className: "actions" });
  form.append(Object.assign(document.createElement("button"), { type: "submit", textContent: "Close" }));
  dialog.append(head, list, form);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
