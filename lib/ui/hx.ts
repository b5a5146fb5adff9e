/**
 * htmx attributes for a JSX spread: JSX cannot spell `hx-status:4xx` or `hx-sse:connect`, an object can. Absent values
 * leave their attribute out.
 */
export function hx(attributes: Record<string, string | undefined>): Record<string, string> {
  const set: Record<string, string> = {};
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined) set[`hx-${name}`] = value;
  return set;
}

/** An action that changes something and lets the live stream redraw the page: nothing of the answer is swapped in. */
export const hxAction = (url: string): Record<string, string> => hx({ post: url, swap: "none" });
