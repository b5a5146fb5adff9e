import type { Place } from "../reading/place.ts";

/** Meaning of a number at the start of a file name. */
export type Counted = { season?: number; episode: number } | { absolute: number };

/** Matches `1.01 - Title.mkv`: season and episode. */
const DOTTED = /^(\d{1,2})\.(\d{2})(?=\s*[-–._]\s*\D|\s+\D|\.[a-z0-9]{2,4}$)/i;
/** Matches `204 - Title.mkv`, `05. Name.mkv` and `1001.mkv`, but not `12 Monkeys.mkv`, which is a title. */
const LEADING = /^(\d{1,4})(?:\s+[-–]\s+\S|\s*[-–._]\s*\D|\.[a-z0-9]{2,4}$)/i;
/** Matches three digits. In a folder that is not known to contain a series, only these are used. */
const THREE = /^\d{3} - \D/;

/**
 * Interprets numbers at the start of file names in a series folder without season folders. They are season and episode
 * or, if one of them cannot be that, absolute episode numbers. Pure.
 */
export function leadingNumbers(names: readonly string[], place: Place): (name: string) => Counted | undefined {
  const nothing = () => undefined;
  if (place.container || place.season !== undefined || !isSeries(names, place)) return nothing;
  const numbers = new Map<string, string>();
  for (const name of names) {
    const rest = withoutShow(name, place.name);
    const digits = LEADING.exec(rest)?.[1];
    // If the name starts with the show, only three digits are used. The name parser handles `Show - 05`.
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
    // If there are folders between a folder of many titles and this one, this folder may be any season of the show.
    if (digits.length < 3) {
      return { ...(place.above.length > 0 || place.anySeason ? {} : { season: 1 }), episode: Number(digits) };
    }
    return { season: Number(digits.slice(0, -2)), episode: Number(digits.slice(-2)) };
  };
}

/** Returns `103.mkv` for `9-1-1 - 103.mkv` in the folder `9-1-1 (2018)`. */
function withoutShow(name: string, folder: string): string {
  const show = folder.replace(/[ ._]\(\d{4}\).*$/, "");
  const rest = show === "" || !name.toLowerCase().startsWith(show.toLowerCase()) ? "" : name.slice(show.length);
  return /^\s*[-–]\s*(?=\d)/.test(rest) ? rest.replace(/^\s*[-–]\s*/, "") : name;
}

const isYear = (digits: string): boolean => /^(?:19|20)\d\d$/.test(digits);

function isSeries(names: readonly string[], { kind }: Place): boolean {
  return kind === "series" || (kind === undefined && names.length > 1 && names.every((name) => THREE.test(name)));
}
