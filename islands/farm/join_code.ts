import { joinCodeLife } from "../../lib/ui/join_code_life.ts";

const EVERY_MS = 1_000;

/**
 * Updates the text about a join code, and marks the code as expired when its lifetime ends. Counts down from the number
 * of seconds reported by the server, because the local clock may be wrong.
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
