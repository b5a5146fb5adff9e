/** Formats numbers and sentences for display. Pure. */

/** Formats a size as `38.1 GB`, in decimal units, as used for disks and by comparable applications. */
export function bytes(value: number): string {
  const units = ["B", "kB", "MB", "GB", "TB", "PB"];
  let size = Math.abs(value);
  let unit = 0;
  while (size >= 999.5 && unit < units.length - 1) {
    size /= 1000;
    unit++;
  }
  const digits = unit === 0 || size >= 99.5 ? 0 : 1;
  return `${value < 0 ? "−" : ""}${size.toFixed(digits)} ${units[unit]}`;
}

/** Formats a duration as `1:02:09` or `0:42`. */
export function duration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  const rest = String(whole % 60).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

/** Formats an estimated duration like `duration`, but 24 hours or more as `6 days 5 h`. */
export function estimatedTime(seconds: number): string {
  if (seconds < 86_400) return duration(seconds);
  const hours = Math.round(seconds / 3600);
  return `${count(Math.floor(hours / 24), "day")} ${hours % 24} h`;
}

/** Formats a bitrate as `9.1 Mb/s` or `640 kb/s`. */
export const bitrate = (kbps: number): string =>
  kbps >= 999.5 ? `${(kbps / 1000).toFixed(1)} Mb/s` : `${Math.round(kbps)} kb/s`;

export const percent = (value: number): string => `${value < 10 && value > 0 ? value.toFixed(1) : Math.round(value)} %`;

/** Adds a full stop to a message from another program if it has no final punctuation, so that a sentence can follow. */
export const withFullStop = (text: string): string => /[.!?…]$/.test(text) ? text : `${text}.`;

/** Formats a difference in size as `75 % smaller`, `3 % larger` or `same size`. */
export function saving(before: number, after: number): string {
  if (before <= 0) return "";
  const change = Math.round((1 - after / before) * 100);
  if (change === 0) return "same size";
  return change > 0 ? `${change} % smaller` : `${-change} % larger`;
}

/** Formats a time as `2026-11-20 19:32 UTC`, for tooltips. `<Time>` displays the local format. */
export const exactTime = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;

/** Formats a time as `18:42 UTC`, without seconds, so that it does not change constantly. */
export const clockTime = (iso: string): string => `${iso.slice(11, 16)} UTC`;

/** Formats the time since an event as `just now`, `4 min ago`, `3 h ago` or `12 days ago`. */
export function ago(iso: string, now: Date): string {
  const seconds = (now.getTime() - Date.parse(iso)) / 1000;
  if (seconds < 60) return "just now";
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < 48 * 3600) return `${Math.floor(seconds / 3600)} h ago`;
  return `${Math.floor(seconds / 86_400)} days ago`;
}

/** Formats a number with a noun: `1 job`, `2 jobs`. */
export const count = (value: number, one: string, many = `${one}s`): string => `${value} ${value === 1 ? one : many}`;
