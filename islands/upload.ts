import { sendAndComeBack } from "./restart.ts";

/** Sends the selected file as the raw body, as a form would have to be held in memory. */
export function upload(form: HTMLElement): void {
  const input = form.querySelector<HTMLInputElement>("input[type=file]");
  if (!(form instanceof HTMLFormElement) || input === null) return;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const file = input.files?.[0];
    if (file !== undefined) sendAndComeBack(form, file);
  });
}
