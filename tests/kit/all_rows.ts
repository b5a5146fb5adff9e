/** True if tests of large tables run every row: `deno task table`. A regular run takes a part of the rows. */
export const ALL_ROWS = Deno.env.get("LATHE_TABLE") === "all";
