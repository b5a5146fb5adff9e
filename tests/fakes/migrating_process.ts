/**
 * Opens a database, which migrates it to the newest schema. Prints a line at the start and at the end, for tests that
 * kill the process.
 */
import { openStore } from "../../db/store.ts";

const [path = "", backups = ""] = Deno.args;
console.log("begins");
const store = await openStore({ path, backups });
console.log("done");
await store.close();
