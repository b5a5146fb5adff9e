import { count } from "../../kit/format.ts";

/** Explains why a scan found no title, based on the lengths (in seconds) of all titles on the disc. Pure. */
export function nothingFound(lengths: readonly number[], minSeconds: number, said?: string): string {
  if (lengths.length === 0) return said === undefined ? "The disc has no titles." : `The disc has no titles. ${said}`;
  const longest = lengthText(Math.max(...lengths));
  return lengths.length === 1
    ? `The disc has one title of ${longest}, but the minimum length is ${minSeconds} s.`
    : `${count(lengths.length, "title")}, none of at least ${minSeconds} s; the longest is ${longest}.`;
}

const lengthText = (seconds: number): string =>
  seconds < 60 ? `${Math.round(seconds)} s` : `${Math.floor(seconds / 60)} min`;
