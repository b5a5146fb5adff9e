/** Looks again until it holds; the test's own time limit ends it. */
export async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  while (!await holds()) await new Promise((again) => setTimeout(again, 20));
}
