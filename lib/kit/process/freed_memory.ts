/** By then, requests waiting for startup are done, and memory of the first tasks has been freed. */
const FIRST_MS = 10_000;
const EVERY_MS = 10 * 60_000;

/**
 * Returns freed memory that the C library retains to the system, which takes a few milliseconds. Otherwise, the first
 * start of a version, which reads the program's modules, would permanently retain a third of its memory. False if the
 * library has no such function, which is specific to glibc.
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

/** Returns freed memory shortly after startup and then periodically. Does not keep the process alive. */
export function returnFreedMemoryRegularly(): void {
  Deno.unrefTimer(setTimeout(() => {
    if (returnFreedMemory()) Deno.unrefTimer(setInterval(returnFreedMemory, EVERY_MS));
  }, FIRST_MS));
}
