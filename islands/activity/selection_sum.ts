/** Known figures of one selected job. */
export interface Figures {
  bytes: number;
  expectedBytes?: number;
  expectedSeconds?: number;
}

/** Adds up a selection. A figure that is unknown for any job is omitted. Pure. */
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
