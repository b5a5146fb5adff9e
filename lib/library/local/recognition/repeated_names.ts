import { mediaType } from "./names.ts";
import type { ParsedName, ParseName } from "./parsed_name.ts";

/** Parts of the simplest form of episode names: title, season and number. Other forms contain more information. */
const EPISODE = /^([^/]*?[ ._-])S(\d{1,3})E(\d{1,4})(?![ ._]*-?[ ._]*(?:S\d+)?E?\d{1,3}(?![\dpi]))(?=[ ._[(])([^/]*)$/i;
const QUALITY =
  /[ ._\-[(](?:\d{3,4}[pi]|4k|uhd|web|web-?dl|web-?rip|blu-?ray|bd|bd-?rip|[hsp]dtv|dvd|remux|[xh][ .]?26[45])(?![a-z0-9])/i;
/** Matches another episode in the same file. */
const STATED = /S\d+[ ._]?E\d/i;
const MAX_KEPT_FORMS = 5000;

/**
 * Returns a parser that parses names of episodes which differ only in number and title once for all of them. A show
 * with two hundred files has only a few forms. The season is part of the form, because season 0 contains specials.
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
    // Folder names are cached too, because that of a show is parsed with each of its seasons.
    if (mediaType(name) === undefined) return read(name, hint);
    const [, head, season, episode, rest = ""] = EPISODE.exec(name) ?? [];
    if (head === undefined || STATED.test(head) || STATED.test(rest)) return parse(name, hint);
    const quality = QUALITY.exec(rest);
    const form = `${head}S${season}E01${
      quality ? rest.slice(quality.index) : /\.[a-z0-9]{2,4}$/i.exec(rest)?.[0] ?? ""
    }`;
    const parsed = read(form, hint);
    // If the parser has parsed the form differently, the full name is parsed.
    if (parsed.season !== Number(season) || parsed.episodes.length !== 1) return parse(name, hint);
    return { ...parsed, episodes: [Number(episode)] };
  };
}
