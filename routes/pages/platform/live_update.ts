/** What the live stream sends a page: fragments to morph in, and whether its lists must be fetched anew. */
export interface LiveUpdate {
  html?: string;
  lists?: boolean;
}
