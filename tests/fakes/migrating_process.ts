/** Opens a database, which brings it to the newest layout; says when it begins and when it is done. For tests that kill it. */
import { openStore } from "../../db/store.ts";

const [path = "", backups = ""] = Deno.args;
console.log("begins");
const store = await openStore({ path, backups });
console.log("done");
await store.close();
