import { deepStrictEqual as same, ok } from "node:assert/strict";
import { type Bench, openBench, type Wired } from "./bench.ts";
import {
  CREDENTIALS,
  FORWARDED,
  HOSTS,
  LISTED_PROXY,
  MODES,
  ORIGINS,
  pairwise,
  PEERS,
  REQUIRED,
  SITES,
  USER_HEADERS,
} from "./cases.ts";
import { verdict } from "./oracle.ts";

/**
 * Access to every route with every kind of request. A regular run tests every pair of values. With LATHE_MATRIX=all
 * (`deno task matrix`), the gate is tested with every combination. With LATHE_MATRIX_BASE, all tests use this URL base.
 */
const ALL = Deno.env.get("LATHE_MATRIX") === "all";

const BASE = Deno.env.get("LATHE_MATRIX_BASE") ?? "";

/** Authentication modes that this process tests with all combinations, so that several processes can share the work. */
const WANTED = (Deno.env.get("LATHE_MATRIX_MODES") ?? "none,basic,forms").split(",");
const LOOKED_AT = MODES.filter((mode) => WANTED.includes(mode));

/** Routes with side effects even for an invalid body. They are called only if they must reject the request. */
const ACTS =
  /apikey$|backups$|\/tasks\/|retry-failed$|\/clear$|restart$|shutdown$|restore$|logs$|events$|^\/api\/image|^\/api\/system$/;

const OWN = { origin: "none", fetchSite: "none", host: "known", hostName: "lathe.local:3939" } as const;
const peers = Object.entries(PEERS);

const printCount = (asked: number): void =>
  console.log(`${asked} requests in mode ${LOOKED_AT.join(", ")}${BASE === "" ? "" : ` below ${BASE}`}`);

async function judge(bench: Bench, request: Wired, wrong: string[]): Promise<void> {
  const expected = verdict(request);
  const wanted = expected === "public" ? "in" : expected;
  const runs = wanted === "in";
  const answer = ALL || (runs && ACTS.test(request.path)) ? await bench.askGate(request) : await bench.ask(request);
  if (answer !== wanted) {
    const { method, path, mode, required, peer, headers, credential, hostName } = request;
    wrong.push(JSON.stringify({ answer, wanted, method, path, mode, required, peer, headers, credential, hostName }));
  }
}

function* combinations(sizes: number[]): Generator<number[]> {
  const total = sizes.reduce((product, size) => product * size, 1);
  for (let i = 0; i < total; i++) {
    let rest = i;
    yield sizes.map((size) => {
      const value = rest % size;
      rest = Math.floor(rest / size);
      return value;
    });
  }
}

/** Combinations of authentication mode and required logins. They are the last column of each table. */
const LOGINS = LOOKED_AT.flatMap((mode) => REQUIRED.map((required) => ({ mode, required })));

/** Returns the rows of a table, sorted by the last column, because changing the mode is slow. */
const rowsOf = (sizes: number[]): Iterable<number[]> =>
  ALL ? combinations(sizes) : pairwise(sizes).toSorted((a, b) => (a.at(-1) ?? 0) - (b.at(-1) ?? 0));

Deno.test("slow: S-AUTH-1, S-AUTH-3 to -6: route x mode x required x peer x forwarded x credential: the gate never errs", async () => {
  await using bench = await openBench(BASE);
  const { routes } = bench;
  const wrong: string[] = [];
  let asked = 0;
  let last: unknown;
  const sizes = [routes.length, peers.length, FORWARDED.length, CREDENTIALS.length, LOGINS.length];
  for (const [r, p, f, c, l] of rowsOf(sizes)) {
    const [route, said, credential, login] = [
      routes[r ?? 0],
      FORWARDED[f ?? 0],
      CREDENTIALS[c ?? 0],
      LOGINS[l ?? 0],
    ];
    const [peer, peerLocal] = peers[p ?? 0] ?? ["", false];
    ok(route && said && credential && login);
    if (login !== last) await bench.setMode(login.mode, login.required);
    last = login;
    const { headers, means: forwarded } = said;
    await judge(bench, { ...OWN, ...route, ...login, peer, peerLocal, forwarded, headers, credential }, wrong);
    asked++;
  }
  same(wrong, []);
  ok(asked > 1000 * LOOKED_AT.length, `${asked} requests`);
  if (ALL) printCount(asked);
});

Deno.test("slow: S-AUTH-13: route x mode x peer x forwarded x user header x credential: the gate never errs", async () => {
  await using bench = await openBench(BASE);
  const wrong: string[] = [];
  // The gate is already tested with every route and every credential.
  const routes = bench.routes.filter(({ path }, i) => i % 8 === 0 || path.startsWith("/login"));
  const credentials = ["nothing", "key in header", "wrong key", "session", "session that ended", "basic"] as const;
  let asked = 0;
  const sizes = [
    ...[routes.length, peers.length, FORWARDED.length, USER_HEADERS.length],
    ...[credentials.length, LOGINS.length],
  ];
  const rows = pairwise(sizes);
  for (const [l, login] of LOGINS.entries()) {
    await bench.setMode(login.mode, login.required);
    await bench.enableUserHeader();
    for (const [r, p, f, u, c] of rows.filter((row) => row.at(-1) === l)) {
      const [route, said, user, credential] = [
        routes[r ?? 0],
        FORWARDED[f ?? 0],
        USER_HEADERS[u ?? 0],
        credentials[c ?? 0],
      ];
      ok(route && said && user && credential);
      const [peer, peerLocal] = peers[p ?? 0] ?? ["", false];
      await judge(bench, {
        ...OWN,
        ...route,
        ...login,
        peer,
        peerLocal,
        forwarded: said.means,
        headers: [...said.headers, ...user.headers],
        credential,
        proxy: { peerListed: peer === LISTED_PROXY, user: user.means },
      }, wrong);
      asked++;
    }
    // The listed proxy is tested with all combinations, because it is only one of the peers.
    for (const user of USER_HEADERS) {
      for (const said of FORWARDED) {
        for (const credential of credentials) {
          await judge(bench, {
            ...OWN,
            method: "GET",
            path: "/api/jobs",
            ...login,
            peer: LISTED_PROXY,
            peerLocal: true,
            forwarded: said.means,
            headers: [...said.headers, ...user.headers],
            credential,
            proxy: { peerListed: true, user: user.means },
          }, wrong);
        }
      }
    }
  }
  same(wrong, []);
  ok(asked > 100 * LOOKED_AT.length, `${asked} requests`);
});

Deno.test("slow: S-WEB-1, S-WEB-3: route x origin x site x host x credential: nothing is changed in another's name", async () => {
  await using bench = await openBench(BASE);
  const wrong: string[] = [];
  let asked = 0;
  const credentials = ["nothing", "key in header", "session", "basic"] as const;
  let last: unknown;
  const sizes = [
    ...[bench.routes.length, ORIGINS.length, SITES.length, HOSTS.length],
    ...[credentials.length, LOOKED_AT.length],
  ];
  for (const [r, o, s, h, c, m] of rowsOf(sizes)) {
    const mode = LOOKED_AT[m ?? 0];
    const route = bench.routes[r ?? 0];
    const [origin, originMeans] = ORIGINS[o ?? 0] ?? [undefined, "none"];
    const [site, fetchSite] = SITES[s ?? 0] ?? [undefined, "none"];
    const [hostName, host] = HOSTS[h ?? 0] ?? ["", "known"];
    const credential = credentials[c ?? 0];
    ok(route && credential && mode);
    if (mode !== last) await bench.setMode(mode, "disabledForLocalAddresses");
    last = mode;
    const headers: [string, string][] = [
      ...(origin === undefined ? [] : [["Origin", origin] as [string, string]]),
      ...(site === undefined ? [] : [["Sec-Fetch-Site", site] as [string, string]]),
    ];
    // For a foreign host, "own" origins are treated as foreign.
    const means = host === "foreign" && originMeans === "own" ? "foreign" : originMeans;
    await judge(bench, {
      ...route,
      mode,
      required: "disabledForLocalAddresses",
      peer: "192.168.1.7",
      peerLocal: true,
      forwarded: "nothing",
      credential,
      origin: means,
      fetchSite,
      host,
      hostName,
      headers,
    }, wrong);
    asked++;
  }
  same(wrong, []);
  if (ALL) printCount(asked);
});

/**
 * Clients and credentials for the matrix below a URL base. There are fewer than in the tests of the gate without a URL
 * base.
 */
const CALLERS = [
  { peer: "127.0.0.1", peerLocal: true, said: FORWARDED[0] },
  { peer: "192.168.1.7", peerLocal: true, said: FORWARDED[1] },
  { peer: "192.168.1.7", peerLocal: true, said: FORWARDED[3] },
  { peer: "203.0.113.9", peerLocal: false, said: FORWARDED[0] },
];
const PAGES = [["own", "http://lathe.local:3939"], ["foreign", "http://evil.example"], ["none", ""]] as const;

Deno.test("slow: S-AUTH-1 to -6, S-WEB-1: below a URL base every route is guarded as without, and nothing is answered beside it", async () => {
  const base = "/apps/lathe";
  await using bench = await openBench(base);
  // A regular run tests every third route, and always the ambiguous paths.
  const routes = [
    ...bench.routes.filter((_, i) => ALL || i % 3 === 0),
    ...["/apps/lathe/api/health", "/apps/lathe/login", "/apps/lathe", "/lathe/api/health"].map((path) => ({
      method: "GET",
      path,
    })),
  ];
  const sizes = [routes.length, CALLERS.length, CREDENTIALS.length, PAGES.length, LOGINS.length];
  const wrong: string[] = [];
  let asked = 0;
  let last: unknown;
  for (const [r, who, c, o, l] of rowsOf(sizes)) {
    const [route, caller, credential, login] = [routes[r ?? 0], CALLERS[who ?? 0], CREDENTIALS[c ?? 0], LOGINS[l ?? 0]];
    const [origin, page] = PAGES[o ?? 0] ?? ["none", ""];
    ok(route && login && caller?.said && credential);
    if (login !== last) await bench.setMode(login.mode, login.required);
    last = login;
    const { peer, peerLocal, said } = caller;
    const headers = [...said.headers, ...(page === "" ? [] : [["Origin", page] as [string, string]])];
    await judge(bench, {
      ...OWN,
      ...route,
      ...login,
      peer,
      peerLocal,
      credential,
      forwarded: said.means,
      origin,
      headers,
    }, wrong);
    asked++;
  }
  same(wrong, []);
  if (ALL) printCount(asked);
  const beside: string[] = [];
  for (const { mode, required } of LOGINS) {
    await bench.setMode(mode, required);
    for (const credential of CREDENTIALS) {
      for (
        const path of [
          "/api/health",
          "/api/jobs",
          "/login",
          "/static/x",
          "/apps",
          "/apps/lathex/api/jobs",
          "/apps/Lathe/api/jobs",
          "/lathe/api/jobs",
          "/",
        ]
      ) {
        const request = {
          ...OWN,
          method: "GET",
          path,
          mode,
          required,
          peer: "127.0.0.1",
          peerLocal: true,
          forwarded: "nothing",
          headers: [],
          credential,
          outside: true,
        } as const;
        const answer = await bench.ask({ ...request, headers: [] });
        if (answer !== (path === "/" ? "to /apps/lathe/" : "status 404")) {
          beside.push(`${answer} for ${path} as ${credential} in ${mode}`);
        }
      }
    }
  }
  same(beside, []);
});

Deno.test("pairwise rows hold every pair", () => {
  const sizes = [7, 3, 4, 5];
  const rows = pairwise(sizes);
  for (let i = 0; i < sizes.length; i++) {
    for (let j = i + 1; j < sizes.length; j++) {
      const pairs = new Set(rows.map((row) => `${row[i]} ${row[j]}`));
      same(pairs.size, (sizes[i] ?? 0) * (sizes[j] ?? 0));
    }
  }
});
