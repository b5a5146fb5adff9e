/** The file that a profile is tried on: pressing one of those offered fills the field, which asks for the preview. */
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
    // It belongs to the form of the profile, which Enter would save.
    event.preventDefault();
    changed();
  });
}
