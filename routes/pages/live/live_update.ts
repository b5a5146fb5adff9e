/** Update for a page from the live stream: fragments to replace, and whether its lists must be reloaded. */
export interface LiveUpdate {
  html?: string;
  lists?: boolean;
}
