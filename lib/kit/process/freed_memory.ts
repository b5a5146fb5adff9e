/**
 * Delay before the first release, in milliseconds. By then, requests that waited for startup are complete, and the
 * memory of the first tasks has been freed.
 */
const FIRST_MS = 10_000;
const EVERY_MS = 10 * 60_000;

/**
 * Releases to the operating system the freed memory that the C library retains. Takes a few milliseconds. Without this,
 * the first start of a version, which reads all modules of the program, would permanently retain a third of its memory.
 * Returns false if the C library is not glibc and so lacks `malloc_trim`.
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

/**
 * Releases freed memory to the operating system shortly after startup and then periodically. Does not keep the process
 * alive.
 */
export function returnFreedMemoryRegularly(): void {
  Deno.unrefTimer(setTimeout(() => {
    if (returnFreedMemory()) Deno.unrefTimer(setInterval(returnFreedMemory, EVERY_MS));
  }, FIRST_MS));
}
