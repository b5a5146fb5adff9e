import { joinCodeLife } from "../../lib/ui/join_code_life.ts";

const EVERY_MS = 1_000;

/**
 * Keeps the words about a join code right while it gets older, and marks it when it has expired. By the seconds that the
 * server said were left: the clock of this machine may be wrong.
 */
export function joinCode(host: HTMLElement): void {
  const words = host.querySelector<HTMLElement>("[data-seconds]");
  if (words === null) return;
  const until = performance.now() + Number(words.dataset.seconds) * 1000;
  const timer = setInterval(() => {
    if (!words.isConnected) return clearInterval(timer);
    const left = (until - performance.now()) / 1000;
    const text = joinCodeLife(left);
    // Read out when it changes, not every second.
    if (words.textContent !== text) words.textContent = text;
    if (left > 0) return;
    host.dataset.expired = "";
    clearInterval(timer);
  }, EVERY_MS);
}
