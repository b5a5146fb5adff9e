import { address, type State } from "../state.ts";

/** States of Discs, CDs and barcodes. */
export const DISC_STATES: State[] = [
  address("discs-new", "/discs", "h1", "new"),
  address("discs", "/discs", "h1"),
  address("disc", ({ discs }) => `/discs/${discs.bluray}`, "h2"),
  address("cd", ({ discs }) => `/discs/${discs.cd}`, "h2"),
  address("wanted", "/wanted", "h1"),
  address("scan", "/scan", "h1"),
];
