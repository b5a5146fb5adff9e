/** An entry as submitted, in the xmcd format. `text` is sent unchanged. */
export interface FakeEntry {
  category: string;
  id: string;
  /** Name in the results of a query: `Artist / Title`. */
  heading: string;
  text: string;
  /** True if queries for similar discs find the entry, and a query for its ID does not. */
  isNear?: boolean;
}

/** A CDDB server over HTTP that enforces the protocol: it rejects missing handshakes and wrong track counts. */
export interface CddbFake extends AsyncDisposable {
  /** URL of its command script. */
  url: string;
  /** Received commands with their handshakes. */
  seen: { cmd: string; hello: string; proto: string }[];
  entries: FakeEntry[];
  /**
   * Replacements for the first response line, by the second word of the command. The HTTP status is 200, as with real
   * servers.
   */
  refusals: { query?: string; read?: string };
  /** Behaviour at the HTTP level. */
  manner: "well" | "unavailable" | "redirect" | "hang" | "cut";
  /** Charset of the response text. */
  charset: "utf-8" | "latin1";
}

/** Starts a fake on a free port of this machine. */
export function startCddb(entries: FakeEntry[] = []): CddbFake {
  const held = Promise.withResolvers<void>();
  const fake = {
    seen: [] as CddbFake["seen"],
    entries,
    refusals: {} as CddbFake["refusals"],
    manner: "well" as CddbFake["manner"],
    charset: "utf-8" as CddbFake["charset"],
  };
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    const url = new URL(request.url);
    const [cmd = "", hello = "", proto = ""] = ["cmd", "hello", "proto"].map((name) =>
      url.searchParams.get(name) ?? ""
    );
    if (fake.manner === "redirect" && url.pathname !== "/moved.cgi") {
      return new Response("", { status: 302, headers: { location: `/moved.cgi${url.search}` } });
    }
    fake.seen.push({ cmd, hello, proto });
    if (fake.manner === "unavailable") return new Response("<html>busy</html>", { status: 503 });
    if (fake.manner === "hang") await held.promise;
    const text = answerOf(fake, cmd, hello);
    const sent = fake.charset === "utf-8" ? new TextEncoder().encode(text) : latin1(text);
    return new Response(fake.manner === "cut" ? sent.slice(0, sent.length >> 1) : sent);
  });
  return Object.assign(fake, {
    url: `http://127.0.0.1:${server.addr.port}/~cddb/cddb.cgi`,
    async [Symbol.asyncDispose]() {
      held.resolve();
      await server.shutdown();
    },
  });
}

const latin1 = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0) & 0xff);

function answerOf(fake: Pick<CddbFake, "entries" | "refusals">, cmd: string, hello: string): string {
  const [service, verb, ...words] = cmd.split(" ");
  if (hello.split(" ").length !== 4) return "409 No handshake.\r\n";
  if (service !== "cddb") return "500 Unrecognized command.\r\n";
  if (verb === "query") return fake.refusals.query ? `${fake.refusals.query}\r\n` : queryAnswer(fake.entries, words);
  if (verb === "read") return fake.refusals.read ? `${fake.refusals.read}\r\n` : readAnswer(fake.entries, words);
  return "500 Unrecognized command.\r\n";
}

function queryAnswer(entries: FakeEntry[], [id = "", count = "", ...places]: string[]): string {
  const numbers = places.map(Number);
  if (numbers.length !== Number(count) + 1 || idOf(numbers) !== id) return "500 Command syntax error.\r\n";
  const rows = (list: FakeEntry[]) => list.map((one) => `${one.category} ${one.id} ${one.heading}`);
  const exact = entries.filter((one) => one.id === id && !one.isNear);
  const near = entries.filter(({ isNear }) => isNear);
  if (exact.length === 1) return `200 ${rows(exact)[0]}\r\n`;
  if (exact.length > 1) {
    return ["210 Found exact matches, list follows (until terminating `.')", ...rows(exact), ".", ""].join("\r\n");
  }
  return near.length === 0
    ? "202 No match found.\r\n"
    : ["211 Found inexact matches, list follows (until terminating `.')", ...rows(near), ".", ""].join("\r\n");
}

function readAnswer(entries: FakeEntry[], [category, id]: string[]): string {
  const entry = entries.find((one) => one.category === category && one.id === id);
  if (!entry) return `401 ${category} ${id} No such CD entry in database.\r\n`;
  const lines = entry.text.split("\n").map((line) => line.startsWith(".") ? `.${line}` : line);
  return [`210 ${category} ${id} CD database entry follows (until terminating \`.')`, ...lines, ".", ""].join("\r\n");
}

/** Computes the disc ID from the offsets and the length in seconds, according to its definition. */
function idOf(numbers: number[]): string {
  const [offsets, seconds] = [numbers.slice(0, -1).map((offset) => Math.floor(offset / 75)), numbers.at(-1) ?? 0];
  const digits = (value: number) => [...String(value)].reduce((sum, digit) => sum + Number(digit), 0);
  const sum = offsets.reduce((all, offset) => all + digits(offset), 0);
  const id = ((sum % 255) * 2 ** 24) + ((seconds - (offsets[0] ?? 0)) << 8) + offsets.length;
  return id.toString(16).padStart(8, "0");
}
