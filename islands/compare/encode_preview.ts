import { duration } from "../../lib/kit/format.ts";
import { showPreview } from "./compare.tsx";

/** Maximum number of profiles the service compares at once. */
const MAX_PROFILES = 4;

/** Checkboxes on the profile cards, and the button that previews them. */
export function encodePreview(host: HTMLElement): void {
  const button = host.querySelector<HTMLButtonElement>("[data-preview-start]");
  const target = host.querySelector<HTMLElement>("[data-preview-target]");
  const range = host.querySelector<HTMLInputElement>("input[name=moment]");
  const wanted = host.querySelector<HTMLInputElement>("input[name=withMoment]");
  const { path } = host.dataset;
  if (!button || !target || path === undefined) return;
  const boxes = () => [...document.querySelectorAll<HTMLInputElement>("input[data-preview-profile]")];
  const chosen = () => boxes().filter(({ checked }) => checked);
  const draw = () => {
    const count = chosen().length;
    button.disabled = count === 0;
    button.textContent = count < 2 ? "Preview" : `Preview ${count} profiles`;
    for (const box of boxes()) box.disabled = !box.checked && count >= MAX_PROFILES;
  };
  document.addEventListener("change", ({ target: changed }) => {
    if (host.isConnected && changed instanceof HTMLInputElement && boxes().includes(changed)) draw();
  });
  if (range && wanted) followMoment(host, range, wanted);
  button.addEventListener("click", () => {
    const atSeconds = wanted?.checked && range ? Number(range.value) : undefined;
    const question = { localPath: path, profileIds: chosen().map(({ value }) => value), atSeconds };
    showPreview(target, { question });
    target.scrollIntoView({ block: "nearest" });
  });
  draw();
}

/** Shows the slider's time as text and as a frame. Moving it marks the time as wanted. */
function followMoment(host: HTMLElement, range: HTMLInputElement, wanted: HTMLInputElement): void {
  const text = host.querySelector("output");
  const still = document.querySelector<HTMLImageElement>("img[data-moment]");
  range.addEventListener("input", () => {
    wanted.checked = true;
    if (text) text.textContent = duration(Number(range.value));
  });
  range.addEventListener("change", () => {
    if (still?.dataset.moment !== undefined) still.src = `${still.dataset.moment}&t=${range.value}`;
  });
}
