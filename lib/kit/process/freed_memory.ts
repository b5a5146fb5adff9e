/**
 * Delay in milliseconds. By then, requests that waited for startup are complete, and the memory of the first tasks has
 * been freed.
 */
const FIRST_MS = 10_000;
const EVERY_MS = 10 * 60_000;

/**
 * Returns freed memory that the C library retains to the system, which takes a few milliseconds. Without this, the
 * first start of a version, which reads the modules of the program, would permanently retain a third of its memory.
 * Returns false if the library is not glibc, which has this function.
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
