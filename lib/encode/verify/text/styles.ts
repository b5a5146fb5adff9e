import type { Evidence, Findings } from "../model.ts";

/** Compares the headers of copied styled subtitles: fonts, sizes and the screen size of the layout. */
export async function checkStyles(evidence: Evidence): Promise<Findings> {
  const { probe, path } = evidence;
  const pairs = styledPairs(evidence);
  const [source, result] = await Promise.all([evidence.headers(probe.path), evidence.headers(path)]);
  if (!source || !result) return { problems: [], unmade: "The subtitle styles could not be read." };
  const hash = (all: typeof source, index: number) => all.find((stream) => stream.index === index)?.extradata_hash;
  const problems = pairs.filter((pair) => hash(source, pair.source) !== hash(result, pair.result))
    .map(({ name }) => `The styles of the ${name} do not match the source.`);
  return { problems, text: `subtitle styles match byte for byte (tracks: ${pairs.length})` };
}

/** Returns the copied ASS and SSA tracks. */
export const styledPairs = ({ pairs, probe, plan }: Evidence) =>
  pairs.filter(({ kind, copied, source, position }) =>
    kind === "subtitle" && copied && !plan.subtitles[position]?.ocr &&
    probe.streams.some(({ index, codec }) => index === source && (codec === "ass" || codec === "ssa"))
  );
