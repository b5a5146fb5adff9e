import type { Place } from "../reading/place.ts";

/** What a number in front of a file's name counts. */
export type Counted = { season: number; episode: number } | { absolute: number };

/** `204 - Title.mkv`, `05. Name.mkv`, `1001.mkv`; `12 Monkeys.mkv` is a title. */
const LEADING = /^(\d{1,4})(?:\s+[-–]\s+\S|\s*[-–._]\s*\D|\.[a-z0-9]{2,4}$)/i;
/** Three digits alone decide for a folder of which nothing says that it holds a series. */
const THREE = /^\d{3} - \D/;

/**
 * Reads the numbers in front of the names in a series' own folder, where no season's folder says what they count: a
 * season and an episode, or, when one of them cannot be such a pair, all episodes from the first. Pure.
 */
export function leadingNumbers(names: readonly string[], place: Place): (name: string) => Counted | undefined {
  const nothing = () => undefined;
  if (place.container || place.season !== undefined || !isSeries(names, place)) return nothing;
  const numbers = new Map<string, string>();
  for (const name of names) {
    const digits = LEADING.exec(name)?.[1];
    if (digits !== undefined && !place.name.startsWith(digits) && !isYear(digits)) numbers.set(name, digits);
  }
  const long = [...numbers.values()].filter((digits) => digits.length > 2);
  const through = place.anime || long.some((digits) => digits.startsWith("0") || digits.endsWith("00"));
  return (name) => {
    const digits = numbers.get(name);
    if (digits === undefined || Number(digits) === 0) return undefined;
    if (through) return { absolute: Number(digits) };
    return digits.length < 3
      ? { season: 1, episode: Number(digits) }
      : { season: Number(digits.slice(0, -2)), episode: Number(digits.slice(-2)) };
  };
}

const isYear = (digits: string): boolean => /^(?:19|20)\d\d$/.test(digits);

function isSeries(names: readonly string[], { kind }: Place): boolean {
  return kind === "series" || (kind === undefined && names.length > 1 && names.every((name) => THREE.test(name)));
}
