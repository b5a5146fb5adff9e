import { sendAndReload } from "./restart.ts";

/** Uploads the selected file as the raw request body, because a form would have to be kept in memory. */
export function upload(form: HTMLElement): void {
  const input = form.querySelector<HTMLInputElement>("input[type=file]");
  if (!(form instanceof HTMLFormElement) || input === null) return;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const file = input.files?.[0];
    if (file !== undefined) sendAndReload(form, file);
  });
}
