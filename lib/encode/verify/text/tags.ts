import type { Evidence, Findings } from "../model.ts";

/** Tags that players display for a track. */
const SHOWN = ["title", "artist", "album"];

/** Compares the tags of music files with their source. Pure. */
export function checkTags({ probe, result }: Evidence): Findings {
  const sources = tagsOf(probe);
  const results = tagsOf(result);
  const problems = SHOWN.flatMap((name) => {
    const [should, is] = [sources.get(name), results.get(name)];
    return should === undefined || is === should ? [] : [
      is === undefined ? `The tag ${name} is missing.` : `The tag ${name} is "${is}", but "${should}" in the source.`,
    ];
  });
  return { problems, text: `${SHOWN.filter((name) => sources.has(name)).join(", ") || "none in the source"}` };
}

const tagsOf = ({ tags }: Evidence["probe"]): Map<string, string> =>
  new Map(
    Object.entries(tags).map(([name, value]) => [name.toLowerCase(), value.normalize().trim()] as const)
      .filter(([, value]) => value !== ""),
  );
