/** Polls until the condition holds. The only limit is the timeout of the test. */
export async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  while (!await holds()) await new Promise((again) => setTimeout(again, 20));
}
