/** An encode thread that ends in the middle of its work, as one that ran out of memory would. */
const scope = globalThis as unknown as { onmessage: ((event: MessageEvent<{ kind: string }>) => void) | null };
scope.onmessage = ({ data }) => {
  if (data.kind === "call") throw new Error("out of memory");
};
