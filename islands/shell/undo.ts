import { toast, type Undo } from "../call.ts";

/** Offers to undo the action of a form or button with `data-undo` after the server has completed it. */
export function offerUndo(page: EventTarget): void {
  page.addEventListener("htmx:after:request", (event) => {
    const { ctx } = (event as CustomEvent<{ ctx?: { sourceElement?: Element; response?: { status: number } } }>).detail;
    const source = ctx?.sourceElement;
    if (!(source instanceof HTMLElement) || (ctx?.response?.status ?? 500) >= 400) return;
    const { undo, undone, did } = source.dataset;
    if (undo === undefined || did === undefined) return;
    toast(did, "plain", { calls: JSON.parse(undo) as Undo["calls"], done: undone ?? "Undone." });
  });
}
