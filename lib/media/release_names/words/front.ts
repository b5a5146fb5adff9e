/** Matches groups in brackets before the title, as in anime names. */

const FRONT = /^\s*\[([^\]]{1,60})\][\s_.-]*/u;
/** Matches `(Group) Title - 05 [1080p]`. Parentheses contain a group only if an anime number follows. */
const ROUND_FRONT = /^\s*\(([^()]{1,40})\)\s+(?=\D{1,120} - \d{2,3}(?:v\d)?\s*[[(])/u;

/** Matches `{GROUP} Title`. */
const CURLY_FRONT = /^\s*\{(\p{L}[\p{L}\p{N}]{1,20})\}[\s_.-]+(?=\S)/u;

/** Separates the group from the title in `[Group] Title`, and in names that consist only of brackets. */
export function frontGroup(text: string): { text: string; group?: string; brackets?: string[] } {
  const leading = /^\s*\[(\d{3,4}[pi])\]\s*(?=\S)/iu.exec(text);
  if (leading) return { text: `${text.slice(leading[0].length)} [${leading[1]}]` };
  const match = FRONT.exec(text) ?? CURLY_FRONT.exec(text) ?? ROUND_FRONT.exec(text);
  const group = match?.[1]?.trim();
  if (!match || !group || /^(?:(?:19|20)\d\d|\d{1,2}x\d{1,3}|S\d+E\d+|REQ|\d+)$/iu.test(group)) {
    return { text };
  }
  // In `[REC].2007` and `[REC] (2007)`, there is no other text that could be the title.
  if (/^[^\]]+\](?:\.(?:19|20)\d\d[. ]| \((?:19|20)\d\d\))/u.test(text)) return { text };
  let rest = text.slice(match[0].length).replace(/^\s*★[^★]*★\s*/u, "");
  const next = FRONT.exec(rest);
  if (next && /^F-B$|^\d{4,}$/u.test(next[1] ?? "")) rest = rest.slice(next[0].length);
  if (!/^\s*\[/u.test(rest)) return rest.trim() === "" ? { text } : { text: rest, group };
  const brackets = [...rest.matchAll(/\[([^\]]*)\]/gu)];
  const number = brackets.findIndex((each, at) =>
    at > 0 &&
    /^(?:第?\d{1,4}(?:\.5)?(?:v\d)?(?:-\d{1,4})?(?:話|话|集)?(?: ?END)?|\d{3,4}[pP].*|(?:BD|WEB|HEVC|AVC).*)$/u.test(
      each[1] ?? "",
    )
  );
  const named = brackets.slice(0, number > 0 ? number : 1).map((each) => each[1] ?? "");
  return { text: rest, group, brackets: named.filter((each) => !/^(?:19|20)\d\d$/.test(each)) };
}
