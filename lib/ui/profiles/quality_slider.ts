/** Quality scale of one encoder, with words that mean the same for every encoder. Pure. */

/** Values of an encoder's quality setting. */
export interface QualitySlider {
  /** Name of the value: CRF, CQ, ... */
  label: string;
  min: number;
  max: number;
  step: number;
  /** Value at which the difference from the source becomes invisible. */
  transparent: number;
  /** Change of the value that halves the size of the video. Negative if higher values are better. */
  halving: number;
}

/** Range of levels that a slider covers. */
export const LEVELS = { smallest: -2.5, best: 1 } as const;

/** Words for the quality, best first, each with the lowest level to which it applies. */
const WORDS: readonly (readonly [level: number, word: string])[] = [
  [0, "transparent"],
  [-0.5, "high"],
  [-1, "balanced"],
  [-1.5, "small"],
  [-Infinity, "very small"],
];

/** Returns the level of a value: 0 is transparent, and each whole level below it halves the size. */
export const qualityLevel = ({ transparent, halving }: QualitySlider, value: number): number =>
  (transparent - value) / halving;

/** Returns the value of a level, within the limits of the encoder. */
export function qualityAt({ transparent, halving, step, min, max }: QualitySlider, level: number): number {
  const exact = transparent - level * halving;
  return Math.min(max, Math.max(min, Number((Math.round(exact / step) * step).toFixed(2))));
}

/** Returns the word for a level. */
export const qualityWord = (level: number): string =>
  (WORDS.find(([lowest]) => level >= lowest) ?? ["", "very small"])[1];

/** Returns the value in words: `CRF 20, high`. */
export const qualityText = (scale: QualitySlider, value: number): string =>
  `${scale.label} ${value}, ${qualityWord(qualityLevel(scale, value))}`;

/** Smallest step of the slider in levels: at least half a value, so that a key press makes a difference. */
export const sliderStep = ({ step, halving }: QualitySlider): number => Math.max(step, 0.5) / Math.abs(halving);
