import { deepEqual, equal, rejects } from "node:assert/strict";
import { join } from "node:path";
import { inFolder } from "../../../tests/fixtures/folder.ts";
import { createKeptPieces } from "./kept_pieces.ts";

const PIECE = (at: number) => ({ atSeconds: at, seconds: 4 });
const DAY = 24 * 60 * 60 * 1000;

/** Encodes samples of ten bytes each and records them. */
function encoder() {
  const made: string[] = [];
  const encode = async (output: string) => {
    await Deno.writeFile(output, new Uint8Array(10));
    made.push(output);
    return { frames: 96, bytes: 8, firstBytes: 2, wallSeconds: 1, firstFrameSeconds: 0.1 };
  };
  return { made, encode };
}

const names = (folder: string) => [...Deno.readDirSync(folder)].map(({ name }) => name);

function setup(folder: string, maxBytes?: number) {
  let now = 0;
  const clock = { now: () => new Date(0), monotonicMs: () => now };
  return { pieces: createKeptPieces({ folder, clock, maxBytes }), pass: (ms: number) => now += ms, ...encoder() };
}

inFolder(
  "a sample is encoded once for a file and plan, and again for another plan or when its file is missing",
  async (folder) => {
    const { pieces, made, encode } = setup(join(folder, "previews"));
    for (let i = 0; i < 3; i++) await pieces.keeperOf("a")(PIECE(1), encode);
    equal(made.length, 1);
    await pieces.keeperOf("a")(PIECE(2), encode);
    await pieces.keeperOf("b")(PIECE(1), encode);
    equal(made.length, 3);
    await Deno.remove(pieces.path("a", PIECE(1)) ?? "");
    await pieces.keeperOf("a")(PIECE(1), encode);
    equal(made.length, 4);
  },
);

inFolder(
  "the least recently used samples beyond the limit are removed, with their scores, and the newest stays at any size",
  async (folder) => {
    const { pieces, encode, pass } = setup(folder, 25);
    const score = [{ atSeconds: 1, score: 90 }];
    for (const at of [1, 2]) await pieces.keeperOf("a")(PIECE(at), encode);
    await pieces.scores("a", PIECE(2), () => Promise.resolve(score));
    pass(5);
    pieces.path("a", PIECE(1));
    await pieces.keeperOf("a")(PIECE(3), encode);
    deepEqual([1, 2, 3].map((at) => pieces.path("a", PIECE(at)) !== undefined), [true, false, true]);
    equal(names(folder).length, 2);
    const small = setup(join(folder, "small"), 5);
    await small.pieces.keeperOf("a")(PIECE(1), small.encode);
    equal(names(join(folder, "small")).length, 1);
  },
);

inFolder(
  "cleaning removes files unused for a day and remains of earlier starts, not those being written",
  async (folder) => {
    const { pieces, encode, pass } = setup(folder);
    equal(
      await createKeptPieces({ folder: join(folder, "none"), clock: { now: () => new Date(0), monotonicMs: () => 0 } })
        .clean(),
      0,
    );
    await Deno.writeTextFile(join(folder, "left.mkv"), "of an earlier start");
    await pieces.keeperOf("a")(PIECE(1), encode);
    equal(await pieces.clean(), 1);
    pass(DAY - 1);
    await pieces.keeperOf("a")(PIECE(2), encode);
    equal(await pieces.clean(), 0);
    pass(2);
    await pieces.keeperOf("a")(PIECE(3), async (output) => {
      await Deno.writeTextFile(output, "half");
      equal(await pieces.clean(), 1, "the first piece alone");
      return await encode(output);
    });
    deepEqual([1, 2, 3].map((at) => pieces.path("a", PIECE(at)) !== undefined), [false, true, true]);
  },
);

inFolder("a piece that could not be encoded leaves no file, and its failure is thrown", async (folder) => {
  const { pieces } = setup(folder);
  await rejects(
    pieces.keeperOf("a")(PIECE(1), async (output) => {
      await Deno.writeTextFile(output, "half");
      throw new Error("killed");
    }),
    /killed/,
  );
  deepEqual(names(folder), []);
});
