/** How long a join code can still be used, in words; what a page shows first and its script keeps right. Pure. */
export function joinCodeLife(seconds: number): string {
  if (seconds <= 0) return "This code has expired. Make a new one.";
  const minutes = Math.ceil(seconds / 60);
  return `It works once, for another ${minutes === 1 ? "minute" : `${minutes} minutes`}.`;
}
