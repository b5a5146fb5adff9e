import { mediaType } from "./names.ts";
import type { ParsedName, ParseName } from "./parsed_name.ts";

/** Title, season and number of the plainest form of episode names; others have more to tell than this. */
const EPISODE = /^([^/]*?[ ._-])S(\d{1,3})E(\d{1,4})(?![ ._]*-?[ ._]*(?:S\d+)?E?\d{1,3}(?![\dpi]))(?=[ ._[(])([^/]*)$/i;
const QUALITY =
  /[ ._\-[(](?:\d{3,4}[pi]|4k|uhd|web|web-?dl|web-?rip|blu-?ray|bd|bd-?rip|[hsp]dtv|dvd|remux|[xh][ .]?26[45])(?![a-z0-9])/i;
/** One more episode of the same file. */
const STATED = /S\d+[ ._]?E\d/i;
const MAX_KEPT_FORMS = 5000;

/**
 * Reads names of episodes that differ in number and title only once for all of them: a show of two hundred files has a
 * handful of forms. The season stays in the form, since it tells specials.
 */
export function rememberingParse(parse: ParseName): ParseName {
  const forms = new Map<string, ParsedName>();
  const read: ParseName = (name, hint) => {
    const key = `${hint} ${name}`;
    const parsed = forms.get(key) ?? parse(name, hint);
    if (forms.size >= MAX_KEPT_FORMS) forms.clear();
    forms.set(key, parsed);
    return parsed;
  };
  return (name, hint) => {
    // Folders: that of a show is asked for with each of its seasons.
    if (mediaType(name) === undefined) return read(name, hint);
    const [, head, season, episode, rest = ""] = EPISODE.exec(name) ?? [];
    if (head === undefined || STATED.test(head) || STATED.test(rest)) return parse(name, hint);
    const quality = QUALITY.exec(rest);
    const form = `${head}S${season}E01${
      quality ? rest.slice(quality.index) : /\.[a-z0-9]{2,4}$/i.exec(rest)?.[0] ?? ""
    }`;
    const parsed = read(form, hint);
    // A reader that saw something else in it is asked about the whole name.
    if (parsed.season !== Number(season) || parsed.episodes.length !== 1) return parse(name, hint);
    return { ...parsed, episodes: [Number(episode)] };
  };
}
