/** File on which a profile is tried. Clicking a suggested file fills the field, which requests the preview. */
export function tryFile(host: HTMLElement): void {
  const field = host.querySelector<HTMLInputElement>("#try-path");
  const changed = () => field?.dispatchEvent(new Event("change", { bubbles: true }));
  host.addEventListener("click", (event) => {
    const chosen = event.target instanceof Element ? event.target.closest<HTMLButtonElement>("[data-try-path]") : null;
    if (!chosen || !field) return;
    event.preventDefault();
    field.value = chosen.value;
    changed();
  });
  field?.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    // The field belongs to the profile form, which Enter would save.
    event.preventDefault();
    changed();
  });
}
