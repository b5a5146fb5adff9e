import type { Credential, Request } from "./oracle.ts";

/** Components of a request and their representation on the wire. */

export const PEERS: Record<string, boolean> = {
  "127.0.0.1": true,
  "::1": true,
  "::ffff:127.0.0.1": true,
  "192.168.1.7": true,
  "10.9.8.7": true,
  "::ffff:172.16.0.2": true,
  "fd12::7": true,
  "fe80::1%eth0": true,
  "203.0.113.9": false,
  "::ffff:203.0.113.9": false,
  "2606:4700::1111": false,
  "100.64.0.1": false,
};

export const FORWARDED: { headers: [string, string][]; means: Request["forwarded"] }[] = [
  { headers: [], means: "nothing" },
  { headers: [["X-Forwarded-For", "192.168.1.50"]], means: "local" },
  { headers: [["X-Forwarded-For", "fd00::1, 10.0.0.1"]], means: "local" },
  { headers: [["X-Forwarded-For", "198.51.100.4"]], means: "remote" },
  { headers: [["X-Forwarded-For", "127.0.0.1, 198.51.100.4"]], means: "remote" },
  { headers: [["X-Forwarded-For", "198.51.100.4, 127.0.0.1"]], means: "remote" },
  { headers: [["X-Forwarded-For", "127.0.0.1"], ["X-Real-IP", "198.51.100.4"]], means: "remote" },
  { headers: [["Forwarded", 'for="[2606:4700::1]:443"']], means: "remote" },
  { headers: [["X-Forwarded-For", "unknown"]], means: "remote" },
  { headers: [["CF-Connecting-IP", "198.51.100.4"]], means: "remote" },
];

/** Proxy that may name the user, while the header is enabled. */
export const LISTED_PROXY = "192.168.1.7";
export const LISTED_USER = "alice";

export const USER_HEADERS: { headers: [string, string][]; means: NonNullable<Request["proxy"]>["user"] }[] = [
  { headers: [], means: "none" },
  { headers: [["Remote-User", LISTED_USER]], means: "listed" },
  { headers: [["remote-user", LISTED_USER]], means: "listed" },
  { headers: [["Remote_User", LISTED_USER]], means: "none" },
  { headers: [["X-Remote-User", LISTED_USER]], means: "none" },
  { headers: [["Remote-User", "mallory"]], means: "unlisted" },
  { headers: [["Remote-User", "Alice"]], means: "unlisted" },
  { headers: [["Remote-User", "me"]], means: "unlisted" },
  { headers: [["Remote-User", LISTED_USER], ["Remote-User", LISTED_USER]], means: "malformed" },
  { headers: [["Remote-User", "mallory"], ["Remote-User", LISTED_USER]], means: "malformed" },
  { headers: [["Remote-User", ""]], means: "malformed" },
];

export const CREDENTIALS: Credential[] = [
  "nothing",
  "key in header",
  "key in query",
  "the same key twice",
  "wrong key",
  "two different keys",
  "key repeated in query",
  "session",
  "session tampered with",
  "session that ended",
  "basic",
  "wrong basic",
];

export const MODES = ["none", "basic", "forms"] as const;
export const REQUIRED = ["enabled", "disabledForLocalAddresses"] as const;

export const ORIGINS: [value: string | undefined, means: Request["origin"]][] = [
  [undefined, "none"],
  ["http://lathe.local:3939", "own"],
  ["https://lathe.local:3939", "own"],
  ["https://lathe.example.org", "application"],
  ["http://evil.example", "foreign"],
  ["null", "foreign"],
  ["http://sub.lathe.local:3939", "foreign"],
  ["http://lathe.local:8080", "foreign"],
  ["http://lathe.local", "foreign"],
  ["http://lathe.local.evil.example:3939", "foreign"],
];
export const SITES: [value: string | undefined, means: Request["fetchSite"]][] = [
  [undefined, "none"],
  ["same-origin", "same-origin"],
  ["same-site", "other"],
  ["cross-site", "other"],
  ["none", "other"],
];
export const HOSTS: [value: string, means: Request["host"]][] = [
  ["lathe.local:3939", "known"],
  ["evil.example:3939", "foreign"],
  ["lathe.example.org.evil.example", "foreign"],
];

/**
 * Returns rows that contain every pair of values of any two columns at least once (greedy and deterministic). `sizes`
 * is the number of values per column. A row has one index per column.
 */
export function pairwise(sizes: number[]): number[][] {
  const open = new Set<string>();
  const key = (i: number, a: number, j: number, b: number) => `${i}:${a}|${j}:${b}`;
  sizes.forEach((size, i) => {
    for (let j = i + 1; j < sizes.length; j++) {
      for (let a = 0; a < size; a++) for (let b = 0; b < (sizes[j] ?? 0); b++) open.add(key(i, a, j, b));
    }
  });
  const rows: number[][] = [];
  for (const first of open) {
    if (!open.has(first)) continue;
    const [[i = 0, a = 0] = [], [j = 0, b = 0] = []] = first.split("|").map((part) => part.split(":").map(Number));
    const row: (number | undefined)[] = sizes.map(() => undefined);
    row[i] = a;
    row[j] = b;
    sizes.forEach((size, column) => {
      if (row[column] !== undefined) return;
      let best = 0;
      let gain = -1;
      for (let value = 0; value < size; value++) {
        // Each row starts its search at a different value, so that ties do not always select the first.
        const candidate = (value + rows.length) % size;
        const covered = row.reduce<number>((sum, other, at) => {
          if (other === undefined) return sum;
          const pair = at < column ? key(at, other, column, candidate) : key(column, candidate, at, other);
          return sum + (open.has(pair) ? 1 : 0);
        }, 0);
        if (covered > gain) [best, gain] = [candidate, covered];
      }
      row[column] = best;
    });
    const full = row.map((value) => value ?? 0);
    full.forEach((x, at) => full.forEach((y, other) => other > at && open.delete(key(at, x, other, y))));
    rows.push(full);
  }
  return rows;
}
