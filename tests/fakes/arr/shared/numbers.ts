/** The numbers of a list in the body of a request; of anything else none. */
export const numbersIn = (value: unknown): number[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === "number") : [];
