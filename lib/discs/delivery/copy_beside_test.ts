import { deepStrictEqual as same, rejects } from "node:assert/strict";
import { join } from "node:path";
import { withFolder } from "../../../tests/fixtures/folder.ts";
import { canMount, withTmpfs } from "../../../tests/fixtures/tmpfs.ts";
import { createSpace } from "../../platform/storage/space.ts";
import { copyBeside, isPartial, partialOf } from "./copy_beside.ts";

Deno.test({
  name: "copyBeside() leaves nothing when the disk is fuller than reported",
  ignore: !canMount,
  fn: () =>
    withTmpfs(1024, (folder) =>
      withFolder(async (dir) => {
        const from = join(dir, "Heat.mkv");
        await Deno.writeFile(from, new Uint8Array(2 << 20));
        const space = { ...createSpace(), shortage: () => Promise.resolve(undefined) };
        const partial = partialOf(folder, "0123456789abcdef", 0);
        await rejects(copyBeside(space, from, partial), /no space|ENOSPC/i);
        same([isPartial(partial), await Array.fromAsync(Deno.readDir(folder))], [true, []]);
      })),
});
