import { sendAndComeBack } from "./restart.ts";

/** Sends the chosen file as the body itself: a form would have to be held in memory whole. */
export function upload(form: HTMLElement): void {
  const input = form.querySelector<HTMLInputElement>("input[type=file]");
  if (!(form instanceof HTMLFormElement) || input === null) return;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const file = input.files?.[0];
    if (file !== undefined) sendAndComeBack(form, file);
  });
}
