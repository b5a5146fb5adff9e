const NAMES: Record<number, string> = {
  2000: "Movies",
  2030: "Movies/SD",
  2040: "Movies/HD",
  2045: "Movies/UHD",
  2050: "Movies/BluRay",
  3000: "Audio",
  3010: "Audio/MP3",
  3040: "Audio/Lossless",
  5000: "TV",
  5030: "TV/SD",
  5040: "TV/HD",
  5045: "TV/UHD",
  5070: "TV/Anime",
};

/** A category as an indexer reports it. */
export const category = (id: number) => ({ id, name: NAMES[id] ?? "Other", subCategories: [] });

/** Categories of all indexers by kind. */
export const CATEGORIES = [2000, 3000, 5000].map((top) => ({
  ...category(top),
  subCategories: Object.keys(NAMES).map(Number).filter((id) => id > top && id < top + 1000).map(category),
}));
