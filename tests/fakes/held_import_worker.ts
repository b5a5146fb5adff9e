import type { ImportOptions } from "../../lib/app/backup/import/import_database.ts";

/** The worker that imports a backup's database, blocked from the start until `<the database>.held` is removed. */
const scope = globalThis as unknown as { onmessage: ((event: MessageEvent<ImportOptions>) => void) | null };

await import("../../lib/app/backup/import/import_worker.ts");
const real = scope.onmessage;
scope.onmessage = (event) => {
  const held = `${event.data.source}.held`;
  Deno.writeTextFileSync(held, "");
  while (isThere(held));
  real?.(event);
};

function isThere(path: string): boolean {
  try {
    Deno.statSync(path);
    return true;
  } catch {
    return false;
  }
}
