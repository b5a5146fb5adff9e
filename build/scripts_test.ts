import { ok } from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const BUILT = fileURLToPath(new URL("../static/built", import.meta.url));

/**
 * Maximum total size of all scripts in bytes, without the barcode reader, which phones without a built-in one load
 * once.
 */
const MAX_BYTES = 75_000;

for (const encoding of ["gz", "br"]) {
  Deno.test(`the scripts of all pages together are at most ${MAX_BYTES / 1000} kB as ${encoding}`, async () => {
    const sizes = new Map<string, number>();
    for await (const { name } of Deno.readDir(BUILT)) {
      if (!name.endsWith(`.js.${encoding}`) || name.startsWith("frame_reader.")) continue;
      sizes.set(name, (await Deno.stat(join(BUILT, name))).size);
    }
    const sum = [...sizes.values()].reduce((all, size) => all + size, 0);
    ok(
      ["app", "htmx", "scan"].every((script) => [...sizes.keys()].some((name) => name.startsWith(script))),
    );
    ok(sum <= MAX_BYTES, `${sum} bytes: ${JSON.stringify(Object.fromEntries(sizes))}`);
  });
}
