/** A value that is read once and kept. A failed read is not: the next one asks again. */
export interface Remembered<T> {
  get(): Promise<T>;
  /** The value, if it was asked for and is kept. */
  kept(): Promise<T> | undefined;
  forget(): void;
}

export function remembered<T>(read: () => Promise<T>): Remembered<T> {
  let known: Promise<T> | undefined;
  return {
    get() {
      if (known !== undefined) return known;
      const mine = known = read();
      mine.catch(() => {
        if (known === mine) known = undefined;
      });
      return mine;
    },
    kept: () => known,
    forget: () => known = undefined,
  };
}
