import SearchableMap from "minisearch/SearchableMap";

/** Finds names that contain a word, a word with a prefix, or a word with a typing error. */
export interface WordIndex<N> {
  add(words: Iterable<string>, name: N): void;
  remove(words: Iterable<string>, name: N): void;
  /** Returns the names that contain all of these words. */
  withAll(words: readonly WantedWord[]): ReadonlySet<N>;
}

/** A word of the search text. */
export interface WantedWord {
  /** Alternative spellings. */
  spellings: readonly string[];
  /** True if the word may be incomplete. */
  begun?: boolean;
  /** Maximum number of wrong, missing or extra letters. */
  errors?: number;
}

/** Creates an empty index. Words must be folded. A typing error is one extra, missing or different letter. */
export function createWordIndex<N>(): WordIndex<N> {
  const tree = new SearchableMap<Set<N>>();

  function setsOf({ spellings, begun = false, errors = 0 }: WantedWord): Set<N>[] {
    return spellings.flatMap((word) => {
      if (word === "") return [];
      const near = errors > 0 ? [...tree.fuzzyGet(word, errors).values()].map(([names]) => names) : [];
      const longer = begun ? [...tree.atPrefix(word).values()] : [];
      const exact = tree.get(word);
      return [...near, ...longer, ...(exact && !begun && errors === 0 ? [exact] : [])];
    });
  }

  return {
    add(words, name) {
      for (const word of words) {
        const known = tree.get(word);
        if (known) known.add(name);
        else tree.set(word, new Set([name]));
      }
    },
    remove(words, name) {
      for (const word of words) {
        const known = tree.get(word);
        known?.delete(name);
        if (known?.size === 0) tree.delete(word);
      }
    },
    withAll(words) {
      const size = (sets: Set<N>[]) => sets.reduce((sum, { size }) => sum + size, 0);
      // Starts with the rarest word, so that other words are only checked in names that contain it.
      const [first = [], ...others] = words.map(setsOf).sort((a, b) => size(a) - size(b));
      const found = first.length === 1 ? first[0] ?? new Set<N>() : new Set(first.flatMap((names) => [...names]));
      if (others.length === 0) return found;
      return new Set([...found].filter((name) => others.every((sets) => sets.some((names) => names.has(name)))));
    },
  };
}
