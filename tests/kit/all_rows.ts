/** True if tests of large tables run every row (`deno task table`). A regular run tests only some of the rows. */
export const ALL_ROWS = Deno.env.get("LATHE_TABLE") === "all";

/** Returns the rows that this run tests: all of them, or the first `count` in a regular run. */
export const rowsOfRun = <Row>(rows: Row[], count: number): Row[] => ALL_ROWS ? rows : rows.slice(0, count);
