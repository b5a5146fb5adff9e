import { duration } from "../../lib/kit/format.ts";
import { showPreview } from "./compare.tsx";
import type { PreviewRequest } from "./compare_model.ts";

/** Maximum number of profiles the service compares at once. */
const MAX_PROFILES = 4;

/** Checkboxes on the profile cards, and the button that previews them. */
export function encodePreview(host: HTMLElement): void {
  const button = host.querySelector<HTMLButtonElement>("[data-preview-start]");
  const rough = host.querySelector<HTMLButtonElement>("[data-preview-rough]");
  const target = host.querySelector<HTMLElement>("[data-preview-target]");
  const range = host.querySelector<HTMLInputElement>("input[name=moment]");
  const wanted = host.querySelector<HTMLInputElement>("input[name=withMoment]");
  const { path } = host.dataset;
  if (!button || !rough || !target || path === undefined) return;
  const boxes = () => [...document.querySelectorAll<HTMLInputElement>("input[data-preview-profile]")];
  const chosen = () => boxes().filter(({ checked }) => checked);
  const draw = () => {
    const count = chosen().length;
    button.disabled = rough.disabled = count === 0;
    button.textContent = count < 2 ? "Preview" : `Preview ${count} profiles`;
    for (const box of boxes()) box.disabled = !box.checked && count >= MAX_PROFILES;
  };
  document.addEventListener("change", ({ target: changed }) => {
    if (host.isConnected && changed instanceof HTMLInputElement && boxes().includes(changed)) draw();
  });
  if (range && wanted) followMoment(host, range, wanted);
  const start = (scenes?: number) => {
    const atSeconds = wanted?.checked && range ? Number(range.value) : undefined;
    // The balanced profile is encoded first, because it suits most files.
    const profiles = chosen().toSorted((a, b) => Number(isFirst(b)) - Number(isFirst(a)));
    const request: PreviewRequest = { localPath: path, profileIds: profiles.map(({ value }) => value) };
    if (atSeconds !== undefined) request.atSeconds = atSeconds;
    if (scenes !== undefined) request.scenes = scenes;
    showPreview(target, { request });
    target.scrollIntoView({ block: "nearest" });
  };
  button.addEventListener("click", () => start());
  rough.addEventListener("click", () => start(1));
  draw();
}

const isFirst = ({ dataset }: HTMLInputElement): boolean => dataset.previewProfile === "first";

/** Shows the slider's time as text and as a frame. Moving the slider selects the checkbox for this time. */
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
