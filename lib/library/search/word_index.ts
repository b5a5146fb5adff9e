import SearchableMap from "minisearch/SearchableMap";

/** Which names hold a word, or one that begins like it, or one with a typing error. */
export interface WordIndex<N> {
  add(words: Iterable<string>, name: N): void;
  remove(words: Iterable<string>, name: N): void;
  /** Names that hold every one of these words. */
  withAll(words: readonly WantedWord[]): ReadonlySet<N>;
}

/** A word as it was typed. */
export interface WantedWord {
  /** Any of these spellings will do. */
  spellings: readonly string[];
  /** It may go on. */
  begun?: boolean;
  /** Letters that may be wrong, missing or too many. */
  errors?: number;
}

/** An empty index; words must be folded. A typing error is one letter too many, missing or replaced. */
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
      // The rarest word first: the others only have to be looked up for what holds it.
      const [first = [], ...others] = words.map(setsOf).sort((a, b) => size(a) - size(b));
      const found = first.length === 1 ? first[0] ?? new Set<N>() : new Set(first.flatMap((names) => [...names]));
      if (others.length === 0) return found;
      return new Set([...found].filter((name) => others.every((sets) => sets.some((names) => names.has(name)))));
    },
  };
}
