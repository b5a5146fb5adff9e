import { deepStrictEqual as same, ok, strictEqual as is } from "node:assert/strict";
import fc from "fast-check";
import { type FinderFacts, type PathMatch, proposeMappings, withMapping } from "./mapping_finder.ts";
import { type PathMapping, toLocal } from "./path_mapping.ts";

const NONE: FinderFacts = { mappings: [], seen: [] };
const movie = (remote: string, local: string): PathMatch => ({ app: "movie", remote, local });
const brief = (matches: PathMatch[], facts = NONE) =>
  proposeMappings(matches, facts).map(({ remote, local, confidence }) => [remote, local, confidence]);

Deno.test("the common end of both paths is removed, down to the widest folders", () => {
  const table: [remote: string, local: string, from: string, to: string][] = [
    ["/movies/Heat (1995)/Heat.mkv", "/mnt/nas/films/Heat (1995)/Heat.mkv", "/movies", "/mnt/nas/films"],
    ["/data/movies/Heat/Heat.mkv", "/mnt/movies/Heat/Heat.mkv", "/data", "/mnt"],
    ["/movies/Heat/Heat.mkv", "/mnt/movies/Heat/Heat.mkv", "/movies", "/mnt/movies"],
    ["D:\\Films\\Heat\\Heat.mkv", "/mnt/Films/Heat/Heat.mkv", "D:", "/mnt"],
    ["D:\\Films\\Heat\\Heat.mkv", "/mnt/films/Heat/Heat.mkv", "D:\\Films", "/mnt/films"],
    ["D:\\Films\\Heat\\Heat.mkv", "/mnt/kino/Heat/Heat.mkv", "D:\\Films", "/mnt/kino"],
    ["\\\\nas\\films\\Drama\\Heat.mkv", "/mnt/x/Drama/Heat.mkv", "\\\\nas\\films\\Drama", "/mnt/x/Drama"],
    ["/tank/Heat.mkv", "E:\\Media\\Heat.mkv", "/tank", "E:\\Media"],
  ];
  for (const [remote, local, from, to] of table) same(brief([movie(remote, local)]), [[from, to, 50]], remote);
});

Deno.test("a file of another folder with the same name supports no wider mapping", () => {
  is(brief([movie("/a.mkv", "/mnt/a.mkv")]).length, 0, "a whole file system is no mapping");
});

Deno.test("several files raise the confidence; a place that some do not lie in comes second", () => {
  const found = brief([
    movie("/movies/A/a.mkv", "/mnt/films/A/a.mkv"),
    movie("/movies/B/b.mkv", "/mnt/films/B/b.mkv"),
    movie("/movies/C/c.mkv", "/mnt/films/C/c.mkv"),
    movie("/movies/A/a.mkv", "/srv/copy/A/a.mkv"),
    movie("/kids/D/d.mkv", "/mnt/kids/D/d.mkv"),
  ]);
  same(found, [["/movies", "/mnt/films", 88], ["/kids", "/mnt/kids", 50]]);
});

Deno.test("the same files in two places are proposed twice, at half the confidence", () => {
  const found = brief([movie("/movies/A/a.mkv", "/mnt/films/A/a.mkv"), movie("/movies/A/a.mkv", "/srv/copy/A/a.mkv")]);
  same(found, [["/movies", "/srv/copy", 25], ["/movies", "/mnt/films", 25]]);
});

Deno.test("paths that can be opened stay unchanged", () => {
  const seen = [{ app: "movie" as const, remote: "/data/kids/K/k.mkv", local: "/data/kids/K/k.mkv" }];
  const match = movie("/data/movies/A/a.mkv", "/mnt/movies/A/a.mkv");
  same(brief([match]), [["/data", "/mnt", 50]]);
  same(brief([match], { mappings: [], seen }), [["/data/movies", "/mnt/movies", 50]]);
});

Deno.test("a wrong mapping for the same folder is replaced, and a wider one is narrowed", () => {
  const match = movie("/data/movies/A/a.mkv", "/mnt/movies/A/a.mkv");
  const mappings = [{ app: "movie" as const, remote: "/data/movies", local: "/wrong" }];
  const [found] = proposeMappings([match], { mappings, seen: [] });
  ok(found);
  same(withMapping(mappings, found), [{ app: "movie", remote: "/data/movies", local: "/mnt/movies" }]);
});

Deno.test("for random trees and prefixes the proposed mappings translate every file to its place", () => {
  const name = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9 ().-]{0,10}[A-Za-z0-9]$/);
  const folders = (most: number) => fc.array(name, { minLength: 1, maxLength: most });
  const remoteRoot = fc.oneof(
    folders(3).map((parts) => ({ root: `/${parts.join("/")}`, slash: "/" })),
    fc.tuple(fc.constantFrom("C:", "D:"), folders(2)).map(([drive, parts]) => ({
      root: [drive, ...parts].join("\\"),
      slash: "\\",
    })),
    fc.tuple(name, folders(3)).map(([host, parts]) => ({
      root: `\\\\${[host, "share", ...parts].join("\\")}`,
      slash: "\\",
    })),
  );
  const tree = fc.array(fc.array(name, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(fc.array(fc.tuple(remoteRoot, folders(4), tree), { minLength: 1, maxLength: 3 }), (roots) => {
      // Two roots with the same name would be the same root.
      fc.pre(
        new Set(roots.map(([{ root }]) => root.toLowerCase().split(/[\\/]/).slice(0, 5).join("/"))).size ===
          roots.length,
      );
      const matches = roots.flatMap(([{ root, slash }, here, files], i) =>
        files.map((parts, j) => {
          const at = [`r${i}`, ...parts, `${j}.mkv`];
          return movie([root, ...at].join(slash), [`/mnt${i}`, ...here, ...at].join("/"));
        })
      );
      const proposals = proposeMappings(matches, NONE);
      const mappings = proposals.reduce<PathMapping[]>((all, one) => withMapping(all, one), []);
      for (const { remote, local } of matches) is(toLocal(remote, "movie", mappings), local);
      for (const { proof, confidence } of proposals) ok(proof.length > 0 && confidence >= 50 && confidence <= 100);
    }),
    { numRuns: 500 },
  );
});
