import { address, type State, visit } from "../state.ts";

/** States of Discs, CDs and barcodes. */
export const DISC_STATES: State[] = [
  address("discs-new", "/discs", "h1", "new"),
  address("discs", "/discs", "h1"),
  address("disc", ({ discs }) => `/discs/${discs.bluray}`, "h2"),
  address("cd", ({ discs }) => `/discs/${discs.cd}`, "h2"),
  {
    name: "cd-charset",
    open: async (page, world) => {
      await visit(page, world.url, `/discs/${world.discs.cd}`);
      await page.getByText("Character set of the names").click();
      await page.getByLabel("Character set", { exact: true }).selectOption("windows-1250");
    },
  },
  address("wanted", "/wanted", "h1"),
  address("scan", "/scan", "h1"),
];
