import { call, toast } from "./call.ts";

/** Lets the rows of a queue be dragged before one another. The buttons in each row do the same from the keyboard. */
export function reorderable(list: HTMLElement): void {
  for (const row of list.querySelectorAll<HTMLElement>("[data-id]")) row.draggable = true;
  if (list.dataset.reorderable !== undefined) return;
  list.dataset.reorderable = "";
  let dragged: HTMLElement | undefined;

  const rowAt = (event: DragEvent): HTMLElement | undefined =>
    (event.target as Element | null)?.closest<HTMLElement>("[data-id]") ?? undefined;
  const unmark = () => {
    for (const row of list.querySelectorAll("[data-drop]")) row.removeAttribute("data-drop");
  };

  list.addEventListener("dragstart", (event) => {
    dragged = rowAt(event);
    dragged?.setAttribute("data-dragging", "");
    event.dataTransfer?.setData("text/plain", dragged?.dataset.title ?? "");
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
    unmark();
    dragged?.removeAttribute("data-dragging");
    dragged = undefined;
  });
}
