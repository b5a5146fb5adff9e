import { rejects, strictEqual as is } from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { join } from "node:path";
import { canMount, withTmpfs } from "../../../tests/fixtures/tmpfs.ts";
import { isDiskFull } from "../../kit/disk/disk_full.ts";
import { resultFile, type ResultPiece } from "./result_file.ts";

const PIECE_BYTES = 500_000;
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/**
 * A result of three chunks on a disk that has space for only one and a half chunks until `makeRoom` removes a large
 * file.
 */
const onFullDisk = (
  name: string,
  work: (world: {
    file: ReturnType<typeof resultFile>;
    path: string;
    whole: Uint8Array;
    piece(number: number, from?: Uint8Array): ResultPiece;
    makeRoom(): Promise<void>;
  }) => Promise<void>,
) =>
  Deno.test({
    name,
    ignore: !canMount,
    fn: () =>
      withTmpfs(2_048, async (folder) => {
        const [path, ballast] = [join(folder, "part.partial"), join(folder, "ballast")];
        await Deno.writeFile(ballast, new Uint8Array(1_300_000));
        const file = resultFile({ path, maxBytes: 10 * PIECE_BYTES });
        const whole = randomBytes(3 * PIECE_BYTES);
        const piece = (number: number, from: Uint8Array = whole): ResultPiece => {
          const offset = number * PIECE_BYTES;
          const bytes = from.subarray(offset, offset + PIECE_BYTES);
          return { offset, bytes, sha256: sha256(bytes) };
        };
        try {
          await work({ file, path, whole, piece, makeRoom: () => Deno.remove(ballast) });
        } finally {
          await file.close();
        }
      }),
  });

onFullDisk(
  "S-FILE-7: a result whose disk was full in the middle of a piece is byte for byte what was sent once there is room",
  async ({ file, path, whole, piece, makeRoom }) => {
    await file.write(piece(0));
    for (let i = 0; i < 2; i++) {
      await rejects(file.write(piece(1)), isDiskFull);
      is(file.sizeBytes(), PIECE_BYTES);
      is((await Deno.stat(path)).size, PIECE_BYTES, "half a piece takes no room from others");
    }
    await makeRoom();
    await file.write(piece(1));
    await file.write(piece(2));
    await file.finish({ sizeBytes: whole.length, sha256: sha256(whole) });
    is(sha256(await Deno.readFile(path)), sha256(whole));
  },
);

onFullDisk(
  "S-FILE-7: a result that begins anew after its disk was full is byte for byte what was sent then",
  async ({ file, path, piece, makeRoom }) => {
    await file.write(piece(0));
    await rejects(file.write(piece(1)), isDiskFull);
    await makeRoom();
    const other = randomBytes(2 * PIECE_BYTES);
    await file.write(piece(0, other));
    await file.write(piece(1, other));
    await file.finish({ sizeBytes: other.length, sha256: sha256(other) });
    is(sha256(await Deno.readFile(path)), sha256(other));
  },
);
