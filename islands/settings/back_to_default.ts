/** Shows a reset button next to each field that differs from its default. */
export function wayBack(form: HTMLFormElement): void {
  const draw = (field: Element) => {
    const note = field.querySelector<HTMLElement>(":scope > .default-note");
    const control = controlOf(field);
    if (note === null || control === undefined) return;
    note.hidden = valueOf(control) === (note.dataset.standard ?? "");
  };
  const onChange = ({ target }: Event) => {
    const field = target instanceof Element ? target.closest(".field") : null;
    if (field !== null) draw(field);
  };
  form.addEventListener("input", onChange);
  form.addEventListener("change", onChange);
  form.addEventListener("click", ({ target }) => {
    const note = target instanceof Element && target.closest("[data-reset]") !== null
      ? target.closest<HTMLElement>(".default-note")
      : null;
    const control = note?.parentElement ? controlOf(note.parentElement) : undefined;
    if (!note || control === undefined) return;
    if (isBox(control)) control.checked = note.dataset.standard === "true";
    else control.value = note.dataset.standard ?? "";
    control.dispatchEvent(new Event("input", { bubbles: true }));
    control.focus();
  });
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Returns the field's control, not the hidden input before a checkbox. */
const controlOf = (field: Element): Control | undefined =>
  field.querySelector<Control>("input:not([type=hidden]), select, textarea") ?? undefined;

const isBox = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && control.type === "checkbox";

const valueOf = (control: Control): string => isBox(control) ? String(control.checked) : control.value;
