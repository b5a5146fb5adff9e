/** Start of the error with which a hanging test ends. */
export const STILL_RUNNING = "A test still ran after";
