import type { Page } from "playwright-core";
import type { World } from "./world.ts";

/** One way a page can look. */
export interface State {
  /** Name of its screenshots. */
  name: string;
  /** Which service it is shown by: one in use, or one just installed. */
  at?: "used" | "new";
  /** Opens the page and brings it to the state; resolves when everything is there. */
  open: (page: Page, world: World) => Promise<unknown>;
}

/** A state that is only an address, with something to wait for. */
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

/** Opens a path, and waits until what it loads by itself has come. */
export async function visit(page: Page, url: string, path: string): Promise<void> {
  await page.goto(url + path);
  await page.locator("h1").first().waitFor({ state: "attached" });
}
