/**
 * Opens a database and so migrates it to the newest schema. Prints when it starts and when it is done. For tests that
 * kill it.
 */
import { openStore } from "../../db/store.ts";

const [path = "", backups = ""] = Deno.args;
console.log("begins");
const store = await openStore({ path, backups });
console.log("done");
await store.close();
