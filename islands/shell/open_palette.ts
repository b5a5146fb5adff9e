/** Opens the palette by Ctrl K, Cmd K or a button with `data-palette`, which names the script; that is loaded once it is wanted. */
export function paletteOpener(page: Document): void {
  const open = async () => {
    const script = page.querySelector<HTMLElement>("[data-palette]")?.dataset.palette;
    if (script === undefined || page.querySelector("dialog[open]") !== null) return;
    const { openPalette } = await import(script) as { openPalette(): void };
    // A second press while it was loading opens no second one.
    if (page.querySelector("dialog[open]") === null) openPalette();
  };
  page.addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    event.preventDefault();
    void open();
  });
  page.addEventListener("click", (event) => {
    if (event.target instanceof Element && event.target.closest("[data-palette]") !== null) void open();
  });
}
