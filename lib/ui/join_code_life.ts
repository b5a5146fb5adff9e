/** Returns the remaining lifetime of a join code as text. Rendered by the page, and updated by its script. Pure. */
export function joinCodeLife(seconds: number): string {
  if (seconds <= 0) return "This code has expired. Create a new one.";
  const minutes = Math.ceil(seconds / 60);
  return `Valid once, for another ${minutes === 1 ? "minute" : `${minutes} minutes`}.`;
}
