import type { Random } from "./shared/random.ts";

const FIRST = [
  ..."Silent Crimson Hollow Golden Broken Distant Electric Frozen Hidden Iron Last Midnight Northern Paper".split(" "),
  ..."Quiet Restless Scarlet Seventh Stolen Velvet Violet Wandering White Winter Burning Endless Emerald".split(" "),
];
const SECOND = [
  ..."Harbour Machine Garden Empire Signal River Mirror Orchard Station Horizon Kingdom Lantern Meridian".split(" "),
  ..."Parade Question Republic Shadow Theatre Voyage Witness Archive Bridge Cathedral Dream Engine Frontier".split(" "),
];
const TAIL = ["", "", "", "", " of the North", ": Part Two", " & Sons", ": The Return", " at Dawn", "?", " in Ålesund"];
const STUDIOS = ["Kestrel Pictures", "North Light", "Studio Ponte", "Halcyon"];
const GENRES = ["Drama", "Crime", "Comedy", "Science Fiction", "Thriller", "Adventure", "Documentary", "Horror"];
const PEOPLE = ["Mara", "Ivo", "Lena", "Tomas", "Agnes", "Bela", "Nora", "Emil", "Ruth", "Otto"];
const SURNAMES = [
  "Vance",
  "Okafor",
  "Lindqvist",
  "Marchetti",
  "Novak",
  "Ferreira",
  "Tanaka",
  "Brandt",
  "Kowal",
  "Duarte",
];
const ANIME = ["Hoshi no", "Tsuki no", "Kaze no", "Umi no", "Mahou Shoujo", "Kidou", "Shin"];
const ANIME_END = ["Tabibito", "Uta", "Senki", "Monogatari", "Gakuen", "Densetsu"];

const numeral = (nth: number) => nth === 0 ? "" : ` ${nth + 1}`;

/** Returns a made-up, unique title. When all combinations of words are used, a number is added. */
export function titleOf(index: number, random: Random, anime = false): string {
  if (anime) {
    const all = ANIME.length * ANIME_END.length;
    return `${ANIME[index % ANIME.length]} ${ANIME_END[Math.floor(index / ANIME.length) % ANIME_END.length]}${
      numeral(Math.floor(index / all))
    }`;
  }
  const all = FIRST.length * SECOND.length;
  const spread = (index * 7919) % all;
  const base = `${FIRST[spread % FIRST.length]} ${SECOND[Math.floor(spread / FIRST.length)]}`;
  return `${random.chance(0.3) ? "The " : ""}${base}${numeral(Math.floor(index / all))}${random.pick(TAIL)}`;
}

export const genresOf = (random: Random, anime: boolean): string[] => [
  ...new Set([...(anime ? ["Animation"] : []), random.pick(GENRES), random.pick(GENRES)]),
];

export const studioOf = (random: Random): string => random.pick(STUDIOS);

export const personOf = (index: number): string =>
  `${PEOPLE[index % PEOPLE.length]} ${SURNAMES[Math.floor(index / PEOPLE.length) % SURNAMES.length]}${
    numeral(Math.floor(index / (PEOPLE.length * SURNAMES.length)))
  }`;
