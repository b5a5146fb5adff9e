import { Fault } from "../../kit/fault.ts";

/**
 * Adds a title to its manager, or returns its ID if the manager already has it. Throws the errors of `add` except
 * `conflict`.
 */
export async function addOrFind(add: () => Promise<{ id: number }>): Promise<{ id: number; isNew: boolean }> {
  try {
    return { id: (await add()).id, isNew: true };
  } catch (error) {
    const held = error instanceof Fault && error.code === "conflict"
      ? Number(error.fields.find(({ path }) => path === "arrId")?.message)
      : NaN;
    if (!Number.isSafeInteger(held)) throw error;
    return { id: held, isNew: false };
  }
}
