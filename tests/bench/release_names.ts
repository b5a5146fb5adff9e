/** Parses hostile and ordinary names. `deno task bench names`. */
import { parseReleaseName } from "../../lib/media/release_names/parse.ts";
import { mediaTitle } from "../../lib/media/release_names/media_title.ts";
import { hostileLines } from "../corpus/hostile_lines.ts";
import { readCorpus, readStated } from "../corpus/read.ts";
import { WRITTEN } from "../corpus/release_names.ts";
import { SIXTH_MOVIES } from "../corpus/sixth/movies.ts";
import { SIXTH_SERIES } from "../corpus/sixth/series.ts";
import { type Figure, median } from "./report.ts";

/**
 * Maximum ratio of the parsing times. An ordinary name has 60 characters and parsing stops after 4,096, so linear work
 * takes about seventy times as long.
 */
const MAX_TIMES = 500;
const LENGTH = 100_000;
/** Maximum time for one ordinary name, in milliseconds. */
const MAX_NAME_MS = 50;

/**
 * Compares the parsing time of the slowest hostile line with that of an ordinary name, and checks that twice the length
 * takes twice the time.
 */
export function measureReleaseNames(): Promise<Figure[]> {
  const names = readCorpus(WRITTEN).map(({ name }) => name);
  for (const name of names) parseReleaseName(name);
  const ordinary = fastest(() => names.forEach((name) => parseReleaseName(name))) / names.length;
  const hostile = hostileLines(LENGTH).map((line) => fastest(() => parseReleaseName(line)));
  const each = readStated(SIXTH_MOVIES + SIXTH_SERIES).map(({ name, hint }) =>
    fastest(() => parseReleaseName(name, hint))
  );
  const titles = ["a ", "DTS.", "S01E01", "(1999) ", "[", ". ", "1080"].map((piece) => {
    const [short, long] = [piece.repeat(20_000), piece.repeat(40_000)];
    mediaTitle(short);
    return fastest(() => mediaTitle(long)) / fastest(() => mediaTitle(short));
  });
  return Promise.resolve([
    { name: "slowest hostile line", value: Math.max(...hostile) / ordinary, unit: "ordinary names", limit: MAX_TIMES },
    { name: "slowest name of the sixth set", value: Math.max(...each), unit: "ms", limit: MAX_NAME_MS },
    { name: "a title of twice the length", value: median(titles), unit: "times", limit: 3, note: "linear is 2" },
  ]);
}

/**
 * Returns the time of the fastest of five runs in milliseconds, because other processes may have used the processor.
 */
function fastest(work: () => void): number {
  let best = Infinity;
  for (let run = 0; run < 5; run++) {
    const started = performance.now();
    work();
    best = Math.min(best, performance.now() - started);
  }
  return Math.max(best, 1e-4);
}
