import { joinCodeLife } from "../../lib/ui/join_code_life.ts";

const EVERY_MS = 1_000;

/**
 * Keeps the text about a join code up to date, and marks the code when it expires. Counts down from the seconds
 * reported by the server, as the local clock may be wrong.
 */
export function joinCode(host: HTMLElement): void {
  const words = host.querySelector<HTMLElement>("[data-seconds]");
  if (words === null) return;
  const until = performance.now() + Number(words.dataset.seconds) * 1000;
  const timer = setInterval(() => {
    if (!words.isConnected) return clearInterval(timer);
    const left = (until - performance.now()) / 1000;
    const text = joinCodeLife(left);
    // Screen readers announce every change of the text, so it is set only when it differs.
    if (words.textContent !== text) words.textContent = text;
    if (left > 0) return;
    host.dataset.expired = "";
    clearInterval(timer);
  }, EVERY_MS);
}
