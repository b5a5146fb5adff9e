/** The parsed `lathe agent` command. Options that are not given keep their stored values. */
export interface AgentCommand {
  kind: "agent";
  code?: string;
  config?: string;
  options: {
    name?: string;
    slots?: number;
    cores?: number;
    hours?: { from: string; to: string };
    pauseWhenBusy?: boolean;
    media?: { path: string; local: string }[];
    cards?: { device: string; limit: number }[];
  };
}

/** The raw arguments. */
export interface AgentWords {
  join?: string;
  config?: string;
  name?: string;
  slots?: string;
  cores?: string;
  hours?: string;
  pauseWhenBusy?: boolean;
  media?: string[];
  gpu?: string[];
}

const HOURS = /^((?:[01]\d|2[0-3]):[0-5]\d)-((?:[01]\d|2[0-3]):[0-5]\d)$/;

/** Parses the arguments of `lathe agent`. Pure. Never throws. */
export function agentCommand(words: AgentWords): AgentCommand | { kind: "mistake"; message: string } {
  const mistake = (message: string) => ({ kind: "mistake", message }) as const;
  const slots = countOf(words.slots, 64);
  if (slots === "wrong") return mistake(`--slots takes a number from 1 to 64, not "${words.slots}".`);
  const cores = countOf(words.cores, 4096);
  if (cores === "wrong") return mistake(`--cores takes a number from 1 to 4096, not "${words.cores}".`);
  const [, from, to] = HOURS.exec(words.hours ?? "") ?? [];
  if (words.hours !== undefined && (from === undefined || to === undefined || from === to)) {
    return mistake(`--hours takes two times such as 22:00-07:00, not "${words.hours}".`);
  }
  if (words.name !== undefined && (words.name === "" || words.name.length > 100)) {
    return mistake("--name takes 1 to 100 characters.");
  }
  const media = words.media?.map(rootOf);
  if (media?.includes(undefined)) return mistake("--media takes an absolute path, or two as PATH=LOCAL.");
  const cards = words.gpu?.map(cardOf);
  if (cards?.includes(undefined)) {
    return mistake(
      "--gpu takes an index or a render node and a limit from 0 to 32, such as 0=2 or /dev/dri/renderD128=1.",
    );
  }
  return {
    kind: "agent",
    ...(words.join === undefined ? {} : { code: words.join }),
    ...(words.config === undefined ? {} : { config: words.config }),
    options: {
      ...(words.name === undefined ? {} : { name: words.name }),
      ...(slots === undefined ? {} : { slots }),
      ...(cores === undefined ? {} : { cores }),
      ...(from === undefined || to === undefined ? {} : { hours: { from, to } }),
      ...(words.pauseWhenBusy === undefined ? {} : { pauseWhenBusy: words.pauseWhenBusy }),
      ...(media === undefined ? {} : { media: media.flatMap((root) => root ?? []) }),
      ...(cards === undefined ? {} : { cards: cards.flatMap((card) => card ?? []) }),
    },
  };
}

function countOf(word: string | undefined, most: number): number | undefined | "wrong" {
  if (word === undefined) return undefined;
  const count = Number(word);
  return /^\d+$/.test(word) && count >= 1 && count <= most ? count : "wrong";
}

/** Parses `DEVICE=LIMIT`. */
function cardOf(text: string): { device: string; limit: number } | undefined {
  const [, device, limit] = /^(\d{1,2}|\/dev\/[\w/.-]+)=(\d{1,2})$/.exec(text) ?? [];
  return device === undefined || Number(limit) > 32 ? undefined : { device, limit: Number(limit) };
}

/** Parses `PATH` or `PATH=LOCAL`. Returns undefined unless both are absolute. */
function rootOf(text: string): { path: string; local: string } | undefined {
  const at = text.indexOf("=");
  const [path, local] = at < 0 ? [text, text] : [text.slice(0, at), text.slice(at + 1)];
  const isAbsolute = (one: string) => /^(?:\/|[A-Za-z]:[\\/])/.test(one);
  const trimmed = (one: string) => one.replace(/(?<=[^/\\:])[/\\]+$/, "");
  return isAbsolute(path) && isAbsolute(local) ? { path: trimmed(path), local: trimmed(local) } : undefined;
}
