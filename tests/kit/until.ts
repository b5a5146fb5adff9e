/** Polls until the condition holds, bounded only by the test's own timeout. */
export async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  while (!await holds()) await new Promise((again) => setTimeout(again, 20));
}
