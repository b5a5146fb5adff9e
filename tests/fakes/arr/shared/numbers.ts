/** Returns the numbers of a list in a request body. Empty for other values. */
export const numbersIn = (value: unknown): number[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === "number") : [];
