import { deepStrictEqual as same, ok, strictEqual as is } from "node:assert/strict";
import fc from "fast-check";
import type { Candidate, Remembered } from "./candidate.ts";
import { decideScan } from "./decide.ts";

const candidate = (id: number, more: Partial<Candidate> = {}): Candidate => ({
  arr: "movie",
  arrId: id,
  fileId: id,
  title: `Film ${id}`,
  path: `/movies/${id}.mkv`,
  localPath: `/mnt/${id}.mkv`,
  quality: "Remux-1080p",
  sizeBytes: 1000 + id,
  mediaType: "movie",
  visible: true,
  profileId: "p",
  profileVersion: "p 1",
  ...more,
});
const known = (
  one: Candidate,
  reason: Remembered["reason"],
  more: { [K in keyof Remembered]?: NonNullable<Remembered[K]> } = {},
): Remembered => ({
  localPath: one.localPath,
  arr: one.arr,
  fileId: one.fileId,
  sizeBytes: one.sizeBytes,
  reason,
  profile: null,
  titleKey: null,
  fingerprint: null,
  ...more,
});
const FIRST = { movie: "first", series: "first" } as const;
const RULES = {
  sources: { movie: "known", series: "known" },
  notNew: new Set<string>(),
  includeExisting: false,
  maxPerScan: 2,
} as const;
const ids = (all: Candidate[]) => all.map(({ fileId }) => fileId);

Deno.test("the first scan only records existing files, unless they are wanted", () => {
  const all = [1, 2, 3].map((id) => candidate(id));
  const first = decideScan(all, [], { ...RULES, sources: FIRST });
  same([ids(first.baseline), first.queue], [[1, 2, 3], []]);
  const wanted = decideScan(all, [], { ...RULES, sources: FIRST, includeExisting: true });
  same([ids(wanted.queue), ids(wanted.pending), wanted.baseline], [[1, 2], [3], []]);
});

Deno.test("later scans queue new files, and the baseline only once existing files are wanted", () => {
  const all = [1, 2, 3].map((id) => candidate(id));
  const memory = [known(candidate(1), "baseline"), known(candidate(2), "queued")];
  same(ids(decideScan(all, memory, RULES).queue), [3]);
  same(ids(decideScan(all, memory, { ...RULES, includeExisting: true }).queue), [1, 3]);
});

Deno.test("a file is recognised after its manager moved it, and our own encode under any name", () => {
  const moved = candidate(1, { localPath: "/elsewhere/1.mkv" });
  is(decideScan([moved], [known(candidate(1), "queued")], RULES).seen, 1);
  const upgraded = candidate(1, { localPath: "/elsewhere/1.mkv", sizeBytes: 5000 });
  same(
    ids(decideScan([upgraded], [known(candidate(1), "queued")], RULES).queue),
    [1],
    "another file under the same id",
  );
  const imported = candidate(9, { sizeBytes: 400, localPath: "/mnt/Film REMUX.mkv" });
  is(decideScan([imported], [known(candidate(1, { sizeBytes: 400 }), "output", { fileId: 0 })], RULES).seen, 1);
});

Deno.test("unreadable files and files without a profile are checked again; files skipped by a smart profile wait for another one", () => {
  const odd = [candidate(1, { visible: false }), candidate(2, { profileId: undefined })];
  const decision = decideScan(odd, [], RULES);
  same([decision.missing, decision.noProfile, decision.queue], [["/mnt/1.mkv"], 1, []]);
  is(decideScan([candidate(3)], [known(candidate(3), "nothing", { profile: "p 1" })], RULES).seen, 1);
  same(ids(decideScan([candidate(3)], [known(candidate(3), "nothing", { profile: "old" })], RULES).queue), [3]);
});

Deno.test("over any history of arrivals, moves, re-imports and changes of mind, no file is queued twice", () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant("arrive" as const), id: fc.integer({ min: 1, max: 12 }) }),
    fc.record({ kind: fc.constant("move" as const), id: fc.integer({ min: 1, max: 12 }) }),
    fc.record({ kind: fc.constant("hide" as const), id: fc.integer({ min: 1, max: 12 }) }),
    fc.record({ kind: fc.constant("reimport" as const), id: fc.integer({ min: 1, max: 12 }) }),
    fc.record({ kind: fc.constant("existing" as const), id: fc.constant(0) }),
    fc.record({ kind: fc.constant("scan" as const), id: fc.constant(0) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), fc.integer({ min: 1, max: 3 }), (steps, maxPerScan) => {
      const library = new Map<number, Candidate>();
      const memory = new Map<string, Remembered>();
      const content = new Map<number, number>();
      const encoded = new Map<number, number>();
      let includeExisting = false;
      let first = true;
      for (const { kind, id } of steps) {
        const here = library.get(id);
        if (kind === "arrive" && !here) {
          library.set(id, candidate(id));
          content.set(1000 + id, id);
        }
        if (kind === "move" && here) library.set(id, { ...here, localPath: `${here.localPath}.moved` });
        if (kind === "hide" && here) library.set(id, { ...here, visible: !here.visible });
        // The manager imports the encode with a new ID and name, and still reports a remux.
        if (kind === "reimport" && here && encoded.has(id)) {
          library.set(id, { ...here, fileId: 100 + id, sizeBytes: 100 + id, localPath: `/mnt/${id} REMUX.mkv` });
        }
        if (kind === "existing") includeExisting = !includeExisting;
        if (kind !== "scan") continue;
        const decision = decideScan([...library.values()], [...memory.values()], {
          ...RULES,
          sources: first ? FIRST : RULES.sources,
          includeExisting,
          maxPerScan,
        });
        ok(decision.queue.length <= maxPerScan);
        for (const one of [...decision.baseline, ...decision.waiting]) {
          memory.set(one.localPath, known(one, "baseline"));
        }
        for (const one of decision.queue) {
          ok(one.visible && one.profileId !== undefined);
          encoded.set(one.arrId, (encoded.get(one.arrId) ?? 0) + 1);
          memory.set(one.localPath, known(one, first ? "existing" : "queued"));
          memory.set(
            `/out/${one.arrId}`,
            known({ ...one, localPath: `/out/${one.arrId}`, sizeBytes: 100 + one.arrId }, "output", { fileId: 0 }),
          );
        }
        first = false;
      }
      for (const [id, times] of encoded) is(times, 1, `film ${id}`);
    }),
    { numRuns: 300 },
  );
});

Deno.test("a file of equal size is distinguished by its content, its title or its name", () => {
  const encode = known(candidate(1), "output", { localPath: "/out/1.mkv", fileId: 0, titleKey: "movie 1" });
  const twin = candidate(2, { sizeBytes: encode.sizeBytes });
  same(ids(decideScan([twin], [encode], RULES).queue), [2], "another title");
  const printed = { ...encode, fingerprint: "a" };
  same(ids(decideScan([{ ...twin, fingerprint: "b" }], [printed], RULES).queue), [2], "another content");
  is(decideScan([{ ...twin, fingerprint: "a" }], [printed], RULES).seen, 1, "the encode under another title");
  is(decideScan([{ ...twin, visible: false }], [printed], RULES).seen, 1, "nobody knows: it is left alone for now");
  const gone = known(candidate(3), "queued", { titleKey: "movie 3" });
  same(ids(decideScan([candidate(4, { sizeBytes: 1003 })], [gone], RULES).queue), [4]);
  is(decideScan([candidate(4, { sizeBytes: 1003, localPath: "/new/3.mkv" })], [gone], RULES).seen, 1, "its name");
  is(decideScan([candidate(3, { fileId: 30, localPath: "/new/x.mkv" })], [gone], RULES).seen, 1, "its title");
});

Deno.test("each manager has its own first scan, and titles that it could not read are not new later", () => {
  const rules = { ...RULES, sources: { movie: "known", series: "first" } } as const;
  const all = [candidate(1), candidate(2, { arr: "series" })];
  const decision = decideScan(all, [], rules);
  same([ids(decision.queue), ids(decision.baseline)], [[1], [2]]);
  const late = decideScan([candidate(1), candidate(2)], [], { ...RULES, notNew: new Set(["movie 2"]) });
  same([ids(late.queue), ids(late.baseline)], [[1], [2]]);
});

Deno.test("existing files that are not queued yet are no longer queued when they are no longer wanted", () => {
  const all = [1, 2, 3, 4].map((id) => candidate(id));
  const first = decideScan(all, [], { ...RULES, sources: FIRST, includeExisting: true });
  same([ids(first.queue), ids(first.waiting)], [[1, 2], [1, 2, 3, 4]]);
  const memory = first.waiting.map((one) => known(one, "baseline"));
  same(ids(decideScan(all, memory, RULES).queue), []);
});

Deno.test("existing files are skipped after a restore, wanted or not", () => {
  const rules = { ...RULES, sources: { movie: "restored", series: "restored" }, includeExisting: true } as const;
  const decision = decideScan([candidate(1), candidate(2)], [known(candidate(1), "baseline")], rules);
  same([ids(decision.queue), ids(decision.existing)], [[], [1, 2]]);
});
