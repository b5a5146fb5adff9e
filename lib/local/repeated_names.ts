import type { ParsedName, ParseName } from "./parsed_name.ts";

/** Title, season and number of the plainest form of episode names; others have more to tell than this. */
const EPISODE = /^([^/]*?[ ._-])S(\d{1,3})E(\d{1,4})(?![ ._]*-?[ ._]*(?:S\d+)?E?\d{1,3}(?![\dpi]))(?=[ ._[(])([^/]*)$/i;
const QUALITY =
  /[ ._\-[(](?:\d{3,4}[pi]|4k|uhd|web|web-?dl|web-?rip|blu-?ray|bd|bd-?rip|[hsp]dtv|dvd|remux|[xh][ .]?26[45])(?![a-z0-9])/i;
const MOST = 5000;

/**
 * Reads names of episodes that differ in number and title only once for all of them: a show of two hundred files has a
 * handful of forms. The season stays in the form, since it tells specials.
 */
export function rememberingParse(parse: ParseName): ParseName {
  const forms = new Map<string, ParsedName>();
  return (name, hint) => {
    const [, head, season, episode, rest = ""] = EPISODE.exec(name) ?? [];
    if (head === undefined || /S\d+E\d/i.test(rest)) return parse(name, hint);
    const quality = QUALITY.exec(rest);
    const form = `${head}S${season}E01${
      quality ? rest.slice(quality.index) : /\.[a-z0-9]{2,4}$/i.exec(rest)?.[0] ?? ""
    }`;
    const key = `${hint} ${form}`;
    let parsed = forms.get(key);
    if (parsed === undefined) {
      parsed = parse(form, hint);
      if (forms.size >= MOST) forms.clear();
      forms.set(key, parsed);
    }
    // A reader that saw something else in it is asked about the whole name.
    if (parsed.season !== Number(season) || parsed.episodes.length !== 1) return parse(name, hint);
    return { ...parsed, episodes: [Number(episode)] };
  };
}
