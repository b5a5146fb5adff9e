/** Units after a number: those of `lib/kit/format.ts`, and others that occur in texts. */
const AMOUNT =
  /((?:≈ )?[−+]?\d[\d.,:]* (?:kB|MB|GB|TB|PB|B|kb|Mb|kHz|Hz|fps|px|dB|min|ms|h|s|%|days?)(?:\/s)?(?![\p{L}\d]))/u;

/** Keeps numbers on the same line as their units. The text itself is not changed, because users copy names from it. */
export const Amounts = ({ text }: { text: string }) => (
  <>{text.split(AMOUNT).map((part, i) => i % 2 === 1 ? <span class="amount">{part}</span> : part)}</>
);
