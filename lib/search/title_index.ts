import MiniSearch, { type Query, type SearchOptions } from "minisearch";
import { fold, lastSigns, wordsOf } from "./fold.ts";
import { type FoldedTitle, foldedTitle, titleScore, withYear } from "./rank.ts";

/** Something with a name, and the other names it goes by. */
export interface Titled<Id> {
  id: Id;
  title: string;
  others: readonly string[];
  year?: number | undefined;
}

/** What was found, how well it fits from 0 to 100, and the name that fits when it is not the main one. */
export interface TitleHit<Id> {
  id: Id;
  score: number;
  matchedOn?: string;
}

/** Titles that can be found with typing errors, and while a word is being typed. About 1 kB of memory for each name. */
export interface TitleIndex<Id> {
  /** Adds these, or writes them anew. */
  put(items: readonly Titled<Id>[]): Promise<void>;
  remove(ids: readonly Id[]): void;
  /** The best `limit` for any of the texts. */
  search(texts: readonly string[], options: { year?: number | undefined; limit: number }): TitleHit<Id>[];
}

interface Name<Id> extends FoldedTitle {
  id: number;
  owner: Titled<Id>;
  text: string;
  main: boolean;
}

/** Titles that are added before others have their turn. */
const AT_ONCE = 200;
/** Fewer of the typed words than this are chance. */
const LEAST_SHARE = 0.5;
const MOST_JOINED = 40;

/** Fewer found than this, and typing errors are thought of. */
const ENOUGH = 5;
/** Of so few letters only beginnings of titles are shown: they stand in every other name. */
const FEW_LETTERS = 2;

const WORDS: SearchOptions = { combineWith: "AND", tokenize: wordsOf, processTerm: (term) => term };
const TYPED: SearchOptions = { ...WORDS, prefix: (term, i, terms) => i === terms.length - 1 || term.length > 4 };
const MISTYPED: SearchOptions = {
  ...TYPED,
  // One typing error in a short word, two in a long one; a number is meant as it is.
  fuzzy: (term) => /\d/.test(term) || term.length < 4 ? 0 : term.length < 6 ? 1 : 2,
};
const SOME_WORDS: SearchOptions = { ...WORDS, combineWith: "OR", fuzzy: 0.2 };

export function createTitleIndex<Id>(): TitleIndex<Id> {
  const names = new Map<number, Name<Id>>();
  const owned = new Map<Id, number[]>();
  const index = new MiniSearch<Name<Id>>({
    fields: ["folded"],
    tokenize: indexWords,
    processTerm: (term) => term,
  });
  let next = 0;

  function remove(id: Id): void {
    for (const name of owned.get(id) ?? []) {
      index.discard(name);
      names.delete(name);
    }
    owned.delete(id);
  }

  function put(owner: Titled<Id>): void {
    remove(owner.id);
    const texts = new Map<string, string>();
    for (const text of [owner.title, ...owner.others]) {
      const folded = fold(text);
      if (folded !== "" && !texts.has(folded)) texts.set(folded, text);
    }
    const own = [...texts].map(([folded, text]): Name<Id> => ({
      ...foldedTitle(folded),
      id: next++,
      owner,
      text,
      main: text === owner.title,
    }));
    owned.set(owner.id, own.map(({ id }) => id));
    for (const name of own) names.set(name.id, name);
    index.addAll(own);
  }

  /** Names that may fit, with the share of the typed words that they hold. */
  function* candidates(typed: FoldedTitle): Generator<[name: Name<Id>, share: number]> {
    if (typed.folded.length <= FEW_LETTERS && typed.folded === typed.words[0]) {
      for (const name of names.values()) if (name.folded.startsWith(typed.folded)) yield [name, 1];
      return;
    }
    let found = 0;
    for (const search of [() => index.search(queryOf(typed), TYPED), () => index.search(queryOf(typed), MISTYPED)]) {
      for (const { id } of search()) {
        const name = names.get(id);
        if (name && ++found) yield [name, 1];
      }
      if (found >= ENOUGH) return;
    }
    if (found > 0) return;
    for (const { id } of index.search(swappedQuery(typed), WORDS)) {
      const name = names.get(id);
      if (name && ++found) yield [name, 1];
    }
    if (found > 0 || typed.words.length < 3) return;
    for (const { id, queryTerms } of index.search(typed.folded, SOME_WORDS)) {
      const [name, share] = [names.get(id), queryTerms.length / typed.words.length];
      if (name && share >= LEAST_SHARE) yield [name, share];
    }
  }

  function find(typed: FoldedTitle, year: number | undefined, best: Map<Id, TitleHit<Id>>): void {
    for (const [name, share] of candidates(typed)) {
      const { owner, main } = name;
      const score = withYear(titleScore(typed, name, share), year, owner.year);
      const known = best.get(owner.id);
      if (known && (known.score > score || (known.score === score && !main))) continue;
      best.set(owner.id, { id: owner.id, score, ...(main ? {} : { matchedOn: name.text }) });
    }
  }

  const titleOf = ({ id }: TitleHit<Id>): string => names.get(owned.get(id)?.[0] ?? -1)?.text ?? "";
  const byScore = (a: TitleHit<Id>, b: TitleHit<Id>): number =>
    b.score - a.score || titleOf(a).length - titleOf(b).length || (titleOf(a) < titleOf(b) ? -1 : 1);

  return {
    async put(items) {
      for (let at = 0; at < items.length; at += AT_ONCE) {
        for (const item of items.slice(at, at + AT_ONCE)) put(item);
        await new Promise<void>((resolve) => setTimeout(resolve, 0));
      }
    },
    remove: (ids) => ids.forEach(remove),
    search(texts, { year, limit }) {
      const best = new Map<Id, TitleHit<Id>>();
      for (const folded of new Set(texts.map(fold))) if (folded !== "") find(foldedTitle(folded), year, best);
      return [...best.values()].sort(byScore).slice(0, limit);
    },
  };
}

/** With the whole name as one word, so that `spiderman` finds `Spider-Man`. */
function indexWords(folded: string): string[] {
  const joined = folded.replaceAll(" ", "").slice(0, MOST_JOINED);
  return [...new Set([...wordsOf(folded), ...lastSigns(folded), joined])];
}

/** Words that stand in so many names that they tell nothing. */
const COMMON = /^(?:the|a|an|of|and|in|on|to|der|die|das|und|von|le|la|les|de|el|los)$/;

/** All words that tell something, or all of them written as one. */
function queryOf({ folded, words }: FoldedTitle): Query {
  const telling = words.filter((word, at) => at === words.length - 1 || !COMMON.test(word)).join(" ");
  const joined = folded.replaceAll(" ", "");
  if (words.length < 2 || words.length > 4 || joined.length < 5) return telling;
  return { combineWith: "OR", queries: [{ combineWith: "AND", queries: [telling] }, joined] };
}

/** All words, each with two neighbouring letters in the other order: in a short word that is one error, not two. */
const swappedQuery = ({ words }: FoldedTitle): Query => ({
  combineWith: "AND",
  queries: words.map((word) => ({ combineWith: "OR", queries: [word, ...swapsOf(word)] })),
});

function swapsOf(word: string): string[] {
  const signs = [...word];
  if (signs.length < 3 || signs.length > 6) return [];
  return signs.slice(1).map((sign, at) => [...signs.slice(0, at), sign, signs[at], ...signs.slice(at + 2)].join(""));
}
