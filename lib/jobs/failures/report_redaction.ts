import { basename, dirname, extname } from "node:path";
import type { Redact } from "../../platform/logs/log_line.ts";

/** Removes private data from a failure report: paths, names, hosts and keys. Pure. */

/** Private values that a report must not contain. */
export interface PrivateValues {
  /** Removes the secrets of the settings and texts that look like secrets. */
  redact: Redact;
  /** Absolute paths of the job and of the settings. */
  paths: readonly string[];
  /** Titles of the job. */
  titles: readonly string[];
  /** Names of users of the operating system. */
  users: readonly string[];
  /** Names and addresses of this machine and of other machines in the settings. */
  hosts: readonly string[];
}

/** Folders whose paths are equal on all machines and describe the installation. */
const PUBLIC_PATH = /^\/(?:usr|lib|lib64|bin|dev|proc|sys)\//;
/** A path in quotation marks. */
const QUOTED_PATH = /(["'])((?:file:)?(?:[A-Za-z]:\\|\\\\|\/)[^"'\n]{1,1000})\1/g;
/** A path whose name has an extension. It may contain spaces. */
const PATH_TO_FILE = /(?<![\w.\/\\>])(?:[A-Za-z]:\\|\\\\|\/)(?=[^\s\/\\])[^:*?"'<>|\n]{0,500}\.\w{2,8}(?![\w.])/g;
/** The rest of a path below a known folder: up to an extension, otherwise up to a character that ends a path. */
const BELOW_FOLDER = `(?:[\\/\\\\](?:[^:*?"'<>|\\n]{0,500}\\.\\w{2,8}(?![\\w.])|[^:*?"'<>|\\n]{0,500}))?`;
/** A path without spaces. */
const PATH =
  /(?<![\w.\/\\>])(?:[A-Za-z]:\\|\\\\|\/)[^\s\/\\"'<>|:,;()[\]]{1,255}(?:[\/\\][^\s\/\\"'<>|:,;()[\]]{1,255}){0,40}/g;
const URLS = /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s'"<>]{1,1000}/gi;
const EMAIL = /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}/g;
const IPV4 = /(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?![\w.])/g;
const IPV6 = /(?<![\w:])(?:[0-9a-f]{1,4}:){3,7}[0-9a-f]{0,4}(?![\w:])/gi;
const LONG_KEY = /\b(?=[A-Za-z0-9_-]*\d)[A-Za-z0-9_-]{32,}\b|\b[0-9a-f]{24,}\b/gi;

/** Minimum length of a title or file name that is replaced. Shorter ones are ordinary words. */
const SHORTEST_NAME = 4;

/** Returns a function that replaces private data. Equal paths get equal placeholders. */
export function createReportRedaction({ redact, paths, titles, users, hosts }: PrivateValues): Redact {
  const numbers = new Map<string, number>();
  const placeholder = (path: string): string => {
    const number = numbers.get(path) ?? numbers.size + 1;
    numbers.set(path, number);
    return `<path ${number}>${extname(path).replace(/[^.\w]/g, "").slice(0, 9)}`;
  };
  const hidden = (path: string): string => PUBLIC_PATH.test(path) ? path : placeholder(path.replace(/^file:/, ""));
  const known = literals([...paths, ...paths.flatMap(ancestorsOf)].filter((path) => path.length > 1), "", BELOW_FOLDER);
  const names = literals([...titles, ...paths.flatMap(namesOf)].filter((name) => name.length >= SHORTEST_NAME), "");
  const userNames = literals(users.filter((name) => name.length > 1), "\\b");
  const hostNames = literals(hosts.filter((name) => name.length > 1 && name !== "localhost"), "\\b");
  return (text) => {
    let rest = redact(text).replace(URLS, "<url>").replace(
      QUOTED_PATH,
      (_, quote, path) => quote + hidden(path) + quote,
    );
    if (known) rest = rest.replace(known, (path) => hidden(path));
    rest = rest.replace(PATH_TO_FILE, hidden).replace(PATH, hidden);
    rest = rest.replace(EMAIL, "<email>");
    if (names) rest = rest.replace(names, "<name>");
    if (hostNames) rest = rest.replace(hostNames, "<host>");
    if (userNames) rest = rest.replace(userNames, "<user>");
    return rest.replace(IPV4, "<address>").replace(IPV6, "<address>").replace(LONG_KEY, "<key>");
  };
}

/** Returns the folders above a path, except for the root and its direct entries. */
function ancestorsOf(path: string): string[] {
  const above: string[] = [];
  for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) {
    if (dirname(folder) !== folder && dirname(folder) !== dirname(dirname(folder))) above.push(folder);
  }
  return above;
}

/** Returns the file name of a path with and without its extension, and the name of its folder. */
const namesOf = (path: string): string[] => [
  basename(path),
  basename(path, extname(path)),
  ...dirname(dirname(path)) === dirname(path) ? [] : [basename(dirname(path))],
];

/** Returns a pattern that matches any of the texts, longest first, between two patterns. Undefined without texts. */
function literals(texts: readonly string[], boundary: string, end = boundary): RegExp | undefined {
  const sorted = [...new Set(texts)].sort((a, b) => b.length - a.length);
  if (sorted.length === 0) return undefined;
  const escaped = sorted.map((text) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&"));
  return new RegExp(`${boundary}(?:${escaped.join("|")})${end}`, "gi");
}
