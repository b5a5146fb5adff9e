import { ok, strictEqual as is } from "node:assert/strict";
import { returnFreedMemory } from "./freed_memory.ts";

/**
 * Script that allocates 128 MB in small blocks and frees all but the last, which prevents the allocator from shrinking
 * the heap. It prints how many megabytes `returnFreedMemory` then releases.
 */
const FREES = `
import { returnFreedMemory } from ${JSON.stringify(new URL("./freed_memory.ts", import.meta.url).href)};
const { symbols: { malloc, memset, free } } = Deno.dlopen("libc.so.6", {
  malloc: { parameters: ["usize"], result: "pointer" },
  memset: { parameters: ["pointer", "i32", "usize"], result: "pointer" },
  free: { parameters: ["pointer"], result: "void" },
});
const blocks = Array.from({ length: 2000 }, () => memset(malloc(65536n), 1, 65536n));
blocks.slice(0, -1).forEach((block) => free(block));
const before = Deno.memoryUsage().rss;
const worked = returnFreedMemory();
console.log(JSON.stringify({ worked, returnedMb: (before - Deno.memoryUsage().rss) / 1e6 }));
`;

const ignore = Deno.build.os !== "linux";

Deno.test("returnFreedMemory() returns freed memory to the system", { ignore }, async () => {
  const script = await Deno.makeTempFile({ suffix: ".ts" });
  try {
    await Deno.writeTextFile(script, FREES);
    const { stdout } = await new Deno.Command(Deno.execPath(), { args: ["run", "-A", "--no-check", script] }).output();
    const { worked, returnedMb } = JSON.parse(new TextDecoder().decode(stdout));
    is(worked, true);
    ok(returnedMb > 100, `${returnedMb} MB`);
  } finally {
    await Deno.remove(script);
  }
});

Deno.test("returnFreedMemory() does nothing with another C library", () => {
  is(returnFreedMemory("libc.musl-x86_64.so.1"), false);
});
