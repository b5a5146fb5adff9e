/** A value that is read once and kept. A failed read is not: the next one asks again. */
export interface Remembered<T> {
  get(): Promise<T>;
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
    forget: () => known = undefined,
  };
}
