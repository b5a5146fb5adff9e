import { call, toast } from "./call.ts";

/** Makes the rows of a queue draggable. For keyboard users, buttons in each row do the same. */
export function reorderable(list: HTMLElement): void {
  let dragged: HTMLElement | undefined;
  let missed = false;
  /** Listeners that exist only during a drag, because the document is never removed, unlike the list. */
  let dragging = new AbortController();

  // Redrawing the list during a drag would remove the dragged row, so it is delayed until the drop.
  const holdSwaps = (event: Event) => {
    if (!list.isConnected) return dragging.abort();
    event.preventDefault();
    missed = true;
  };
  const rowAt = (event: DragEvent): HTMLElement | undefined =>
    (event.target as Element | null)?.closest<HTMLElement>("[data-id]") ?? undefined;
  const unmark = () => {
    for (const row of list.querySelectorAll("[data-drop]")) row.removeAttribute("data-drop");
  };

  list.addEventListener("dragstart", (event) => {
    dragged = rowAt(event);
    if (dragged === undefined) return;
    dragged.setAttribute("data-dragging", "");
    dragging.abort();
    dragging = new AbortController();
    document.addEventListener("htmx:before:swap", holdSwaps, { signal: dragging.signal });
    event.dataTransfer?.setData("text/plain", dragged.dataset.title ?? "");
  });
  list.addEventListener("dragover", (event) => {
    const over = rowAt(event);
    if (dragged === undefined || over === undefined || over === dragged) return;
    event.preventDefault();
    unmark();
    over.setAttribute("data-drop", "");
  });
  list.addEventListener("drop", (event) => {
    const over = rowAt(event);
    if (dragged === undefined || over === undefined || over === dragged) return;
    event.preventDefault();
    list.insertBefore(dragged, over);
    call(`/api/jobs/${dragged.dataset.id}/reorder`, { method: "POST", body: { before: over.dataset.id } })
      .catch((error: Error) => toast(error.message, "bad"));
  });
  list.addEventListener("dragend", () => {
    dragging.abort();
    unmark();
    dragged?.removeAttribute("data-dragging");
    dragged = undefined;
    if (missed) document.body.dispatchEvent(new Event("lists"));
    missed = false;
  });
}
