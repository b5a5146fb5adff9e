/** Returns the remaining lifetime of a join code as text, for the page and the script that updates it. Pure. */
export function joinCodeLife(seconds: number): string {
  if (seconds <= 0) return "This code has expired. Create a new one.";
  const minutes = Math.ceil(seconds / 60);
  return `Valid once, for another ${minutes === 1 ? "minute" : `${minutes} minutes`}.`;
}
