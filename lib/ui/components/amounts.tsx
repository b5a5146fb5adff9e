/** What a number is followed by: units of `lib/kit/format.ts` and those that are written by hand. */
const AMOUNT =
  /((?:≈ )?[−+]?\d[\d.,:]* (?:kB|MB|GB|TB|PB|B|kb|Mb|kHz|Hz|fps|px|dB|min|ms|h|s|%|days?)(?:\/s)?(?![\p{L}\d]))/u;

/** A text whose numbers stay on one line with their units. The text itself is unchanged: people copy names out of it. */
export const Amounts = ({ text }: { text: string }) => (
  <>{text.split(AMOUNT).map((part, i) => i % 2 === 1 ? <span class="amount">{part}</span> : part)}</>
);
