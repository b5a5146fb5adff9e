/**
 * When the pictures of a part are shown, as the steps from 0 to the first and from each to the next: a step, how many times
 * it is made, the next step, and so on. A minute at a constant rate is four numbers; as times it would be some thousand,
 * and every part of every film that waits has them.
 */
export type PictureSteps = readonly number[];

/** Folds times into steps. */
export function stepsOf(times: readonly number[]): PictureSteps {
  const steps: number[] = [];
  let before = 0;
  for (const time of times) {
    const step = time - before;
    if (steps.at(-2) === step) steps[steps.length - 1] = (steps.at(-1) ?? 0) + 1;
    else steps.push(step, 1);
    before = time;
  }
  return steps;
}

/** Unfolds them. */
export function timesFrom(steps: PictureSteps): number[] {
  const times: number[] = [];
  let time = 0;
  for (let i = 0; i < steps.length; i += 2) {
    const [step = 0, count = 0] = [steps[i], steps[i + 1]];
    for (let n = 0; n < count; n++) times.push(time += step);
  }
  return times;
}
