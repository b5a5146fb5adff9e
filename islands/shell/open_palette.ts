/** Opens the palette with Ctrl K, Cmd K or a button with `data-palette`. */
export function paletteOpener(page: Document): void {
  const open = async () => {
    if (page.querySelector("[data-palette]") === null || page.querySelector("dialog[open]") !== null) return;
    const { openPalette } = await import("../later.tsx");
    // Pressing the key again while the palette is loading must not open a second one.
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
