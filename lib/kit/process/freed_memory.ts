/** Who waited for the start has been answered by then, and what the first tasks needed is free again. */
const FIRST_MS = 10_000;
const EVERY_MS = 10 * 60_000;

/**
 * Gives the system back what the C library keeps of memory that was freed; it takes some milliseconds. The first start of
 * a version, which reads the modules of the program, would keep a third of its memory for good. False where the library
 * has no such call: it is one of glibc.
 */
export function returnFreedMemory(library = "libc.so.6"): boolean {
  try {
    const libc = Deno.dlopen(library, { malloc_trim: { parameters: ["usize"], result: "i32" } });
    libc.symbols.malloc_trim(0n);
    libc.close();
    return true;
  } catch {
    return false;
  }
}

/** Does so soon after the start, and now and then as long as the process runs; keeps it from no end. */
export function returnFreedMemoryRegularly(): void {
  Deno.unrefTimer(setTimeout(() => {
    if (returnFreedMemory()) Deno.unrefTimer(setInterval(returnFreedMemory, EVERY_MS));
  }, FIRST_MS));
}
