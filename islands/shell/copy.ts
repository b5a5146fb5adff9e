import { toast } from "../call.ts";

/** Copies the value of a button's `data-copy`. */
export function copyOnClick(page: Document): void {
  page.addEventListener("click", async ({ target }) => {
    const text = target instanceof Element ? target.closest<HTMLElement>("[data-copy]")?.dataset.copy : undefined;
    if (text === undefined) return;
    // The clipboard API is available only over HTTPS and on localhost. Otherwise the text is copied from a selected
    // field.
    const isCopied = await (navigator.clipboard?.writeText(text).then(() => true, () => copyField(page, text)) ??
      copyField(page, text));
    toast(isCopied ? "Copied." : "The browser blocked access to the clipboard.", isCopied ? "plain" : "bad");
  });
}

function copyField(page: Document, text: string): boolean {
  const field = page.createElement("textarea");
  field.value = text;
  page.body.append(field);
  field.select();
  const isCopied = page.execCommand("copy");
  field.remove();
  return isCopied;
}
