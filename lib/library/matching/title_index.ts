import { yieldToEventLoop } from "../../kit/async.ts";
import { fold, lastSigns } from "../../kit/fold.ts";
import { type FoldedTitle, foldedTitle, titleScore, withYear } from "./rank.ts";
import { mistyped, someOf, typedAsOne, typedWords } from "./typed_words.ts";
import { createWordIndex, type WordIndex } from "./word_index.ts";

/** An item with its name and alternative names. */
export interface Titled<Id> {
  id: Id;
  title: string;
  others: readonly string[];
  year?: number | undefined;
}

/** A match, its score from 0 to 100, and the name that matched if it is not the main name. */
export interface TitleHit<Id> {
  id: Id;
  score: number;
  matchedOn?: string;
}

/** An index of titles that tolerates typing errors and incomplete words. Uses about 1 kB of memory per name. */
export interface TitleIndex<Id> {
  /** Adds or replaces titles. */
  put(items: readonly Titled<Id>[]): Promise<void>;
  remove(ids: readonly Id[]): void;
  /** Returns the best `limit` matches for any of the texts. */
  search(texts: readonly string[], options: { year?: number | undefined; limit: number }): TitleHit<Id>[];
}

interface Name<Id> extends FoldedTitle {
  owner: Titled<Id>;
  text: string;
  main: boolean;
}

/** Number of titles that are added before other tasks can run. */
const BATCH_SIZE = 200;
/** Minimum number of results. If there are fewer, typing errors are considered. */
const MIN_WITHOUT_ERRORS = 5;
/**
 * Maximum number of letters of a text that is only compared with the start of titles, because most titles contain such
 * a short text.
 */
const MAX_PREFIX_LENGTH = 2;

interface IndexState<Id> {
  /** Names of each title, by the title's ID. */
  readonly names: Map<Id, Name<Id>[]>;
  readonly words: WordIndex<Name<Id>>;
}

/** Creates an empty index. Texts are folded here, so they must be passed unchanged. */
export function createTitleIndex<Id>(): TitleIndex<Id> {
  const state: IndexState<Id> = { names: new Map(), words: createWordIndex() };
  return {
    async put(items) {
      for (let at = 0; at < items.length; at += BATCH_SIZE) {
        for (const item of items.slice(at, at + BATCH_SIZE)) putTitle(state, item);
        await yieldToEventLoop();
      }
    },
    remove: (ids) => ids.forEach((id) => removeTitle(state, id)),
    search: (texts, options) => searchTitles(state, texts, options),
  };
}

function removeTitle<Id>({ names, words }: IndexState<Id>, id: Id): void {
  for (const name of names.get(id) ?? []) words.remove(indexWords(name), name);
  names.delete(id);
}

function putTitle<Id>(state: IndexState<Id>, owner: Titled<Id>): void {
  removeTitle(state, owner.id);
  const texts = new Map<string, string>();
  for (const text of [owner.title, ...owner.others]) {
    const folded = fold(text);
    if (folded !== "" && !texts.has(folded)) texts.set(folded, text);
  }
  const own = [...texts].map(([folded, text]): Name<Id> => ({
    ...foldedTitle(folded),
    owner,
    text,
    main: text === owner.title,
  }));
  state.names.set(owner.id, own);
  for (const name of own) state.words.add(indexWords(name), name);
}

function searchTitles<Id>(
  state: IndexState<Id>,
  texts: readonly string[],
  { year, limit }: { year?: number | undefined; limit: number },
): TitleHit<Id>[] {
  const best = new Map<Titled<Id>, Found<Id>>();
  for (const folded of new Set(texts.map(fold))) {
    if (folded !== "") keepBest(state, foldedTitle(folded), year, best);
  }
  return top([...best.values()], limit).map(({ name: { owner, text, main }, score }) => ({
    id: owner.id,
    score,
    ...(main ? {} : { matchedOn: text }),
  }));
}

/** Stores the best name of each candidate in `best`. */
function keepBest<Id>(
  state: IndexState<Id>,
  typed: FoldedTitle,
  year: number | undefined,
  best: Map<Titled<Id>, Found<Id>>,
): void {
  for (const [name, share] of candidates(state, typed)) {
    const score = withYear(titleScore(typed, name, share), year, name.owner.year);
    const known = best.get(name.owner);
    if (known && (known.score > score || (known.score === score && !name.main))) continue;
    best.set(name.owner, { name, score });
  }
}

/** Yields possible matches, with the fraction of the words that they contain. */
function* candidates<Id>(
  { names, words: index }: IndexState<Id>,
  typed: FoldedTitle,
): Generator<[name: Name<Id>, share: number]> {
  if (typed.folded.length <= MAX_PREFIX_LENGTH && typed.folded === typed.words[0]) {
    for (const own of names.values()) {
      for (const name of own) if (name.folded.startsWith(typed.folded)) yield [name, 1];
    }
    return;
  }
  let found = 0;
  for (const words of [typedWords(typed), typedAsOne(typed), mistyped(typed)]) {
    if (words.length === 0 || (found >= MIN_WITHOUT_ERRORS && words.some(({ errors }) => errors))) continue;
    const fitting = index.withAll(words);
    found += fitting.size;
    for (const name of fitting) yield [name, 1];
  }
  for (const words of found === 0 ? someOf(typed) : []) {
    for (const name of index.withAll(words)) yield [name, words.length / typed.words.length];
  }
}

interface Found<Id> {
  name: Name<Id>;
  score: number;
}

/**
 * Returns the best matches in order. There may be thousands of weak matches, so only those that can be among the best
 * are sorted.
 */
function top<Id>(all: Found<Id>[], limit: number): Found<Id>[] {
  const least = Float64Array.from(all, ({ score }) => -score).sort()[limit - 1];
  const rest = least === undefined ? all : all.filter(({ score }) => score >= -least);
  const length = ({ name: { owner } }: Found<Id>) => owner.title.length;
  return rest.sort((a, b) =>
    b.score - a.score || length(a) - length(b) || (a.name.owner.title < b.name.owner.title ? -1 : 1)
  ).slice(0, limit);
}

const MAX_JOINED_LENGTH = 40;

/** Adds the words of a name. The whole name is added as one word, so that `spiderman` finds `Spider-Man`. */
const indexWords = ({ folded, words, joined }: FoldedTitle): Set<string> =>
  new Set([...words, ...lastSigns(folded), joined.slice(0, MAX_JOINED_LENGTH)]);
