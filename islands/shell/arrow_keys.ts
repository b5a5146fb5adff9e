/**
 * Makes the results below a search field accessible with the arrow keys. Down moves from the field to the first result,
 * Up from the first result back to the field. Escape closes the results and returns to the field.
 */
export function arrowKeys(host: HTMLElement): void {
  const field = host.querySelector("input");
  if (field === null) return;
  host.addEventListener("keydown", (event) => {
    const hits = [...host.querySelectorAll<HTMLElement>("a[href]")];
    const at = hits.indexOf(document.activeElement as HTMLElement);
    if (event.key === "Escape") {
      host.querySelector("[id]:not(input)")?.replaceChildren();
      field.focus();
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const to = at + (event.key === "ArrowDown" ? 1 : -1);
      // Arrow Up has no effect in the field.
      if (hits.length === 0 || to < -1) return;
      event.preventDefault();
      (hits[to] ?? (to < 0 ? field : hits[at]))?.focus();
    }
  });
}
