import type { Page } from "playwright-core";
import type { World } from "./world.ts";

/** A visual state of a page. */
export interface State {
  /** Base name of the screenshots. */
  name: string;
  /** Service to use: one in use or one just installed. */
  at?: "used" | "new";
  /** Opens the page and brings it into the state. Resolves when the page is completely rendered. */
  open: (page: Page, world: World) => Promise<unknown>;
}

/** Returns a state that needs only a path, with an optional element to wait for. */
export const address = (
  name: string,
  path: string | ((world: World) => string | Promise<string>),
  ready?: string,
  at: State["at"] = "used",
): State => ({
  name,
  at,
  open: async (page, world) => {
    await visit(page, at === "new" ? world.newUrl : world.url, typeof path === "string" ? path : await path(world));
    if (ready !== undefined) await page.locator(ready).first().waitFor();
  },
});

/** Opens a path and waits for its heading. */
export async function visit(page: Page, url: string, path: string): Promise<void> {
  await page.goto(url + path);
  await page.locator("h1").first().waitFor({ state: "attached" });
}
