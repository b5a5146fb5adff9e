import type { Place } from "../reading/place.ts";

/** What a number in front of a file's name counts. */
export type Counted = { season?: number; episode: number } | { absolute: number };

/** `1.01 - Title.mkv`: season and episode. */
const DOTTED = /^(\d{1,2})\.(\d{2})(?=\s*[-–._]\s*\D|\s+\D|\.[a-z0-9]{2,4}$)/i;
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
    const rest = withoutShow(name, place.name);
    const digits = LEADING.exec(rest)?.[1];
    // Of a name that begins with the show only three digits count: `Show - 05` is read by the parser.
    const counts = rest === name ? !place.name.startsWith(digits ?? "") : digits?.length === 3;
    if (digits !== undefined && counts && !isYear(digits)) numbers.set(name, digits);
  }
  const long = [...numbers.values()].filter((digits) => digits.length > 2);
  const through = place.anime || long.some((digits) => digits.startsWith("0") || digits.endsWith("00"));
  return (name) => {
    const [, season, episode] = DOTTED.exec(name) ?? [];
    if (episode !== undefined && !place.anime) return { season: Number(season), episode: Number(episode) };
    const digits = numbers.get(name);
    if (digits === undefined || Number(digits) === 0) return undefined;
    if (through) return { absolute: Number(digits) };
    // Below a folder that may be the show's, this one may be any of its seasons.
    if (digits.length < 3) {
      return { ...(place.above.length > 0 || place.anySeason ? {} : { season: 1 }), episode: Number(digits) };
    }
    return { season: Number(digits.slice(0, -2)), episode: Number(digits.slice(-2)) };
  };
}

/** `103.mkv` of `9-1-1 - 103.mkv` in the folder `9-1-1 (2018)`. */
function withoutShow(name: string, folder: string): string {
  const show = folder.replace(/[ ._]\(\d{4}\).*$/, "");
  const rest = show === "" || !name.toLowerCase().startsWith(show.toLowerCase()) ? "" : name.slice(show.length);
  return /^\s*[-–]\s*(?=\d)/.test(rest) ? rest.replace(/^\s*[-–]\s*/, "") : name;
}

const isYear = (digits: string): boolean => /^(?:19|20)\d\d$/.test(digits);

function isSeries(names: readonly string[], { kind }: Place): boolean {
  return kind === "series" || (kind === undefined && names.length > 1 && names.every((name) => THREE.test(name)));
}
