/** What is known of one job of a choice. */
export interface Figures {
  bytes: number;
  expectedBytes?: number;
  expectedSeconds?: number;
}

/** The sum over a choice; a part that is not known of every job is left out. Pure. */
export function sumOf(figures: readonly Figures[]): Figures {
  const sum = (part: keyof Figures): number | undefined => {
    let total = 0;
    for (const one of figures) {
      const value = one[part];
      if (value === undefined) return undefined;
      total += value;
    }
    return total;
  };
  const expectedBytes = sum("expectedBytes");
  const expectedSeconds = sum("expectedSeconds");
  return {
    bytes: sum("bytes") ?? 0,
    ...(expectedBytes === undefined ? {} : { expectedBytes }),
    ...(expectedSeconds === undefined ? {} : { expectedSeconds }),
  };
}
