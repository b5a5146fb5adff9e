/** Takes the screenshots for the README with the demo library: `deno task readme-screenshots`. */
import { fileURLToPath } from "node:url";
import { openBrowser, openPage } from "../kit/browser.ts";
import { visit } from "./state.ts";
import { settled } from "./visit.ts";
import { openWorld, type World } from "./world.ts";

const FOLDER = fileURLToPath(new URL("../../docs/screenshots/", import.meta.url));

const PAGES: Record<string, (world: World) => string> = {
  library: () => "/movies",
  activity: () => "/activity",
  job: ({ jobs }) => `/jobs/${jobs.done}`,
};

await Deno.mkdir(FOLDER, { recursive: true });
await using world = await openWorld({ drawnArtwork: true });
const browser = await openBrowser();
try {
  const { page } = await openPage(browser);
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const [name, path] of Object.entries(PAGES)) {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await visit(page, world.url, path(world));
      await settled(page);
      await page.screenshot({ path: `${FOLDER}${name}-${colorScheme}.png` });
    }
  }
} finally {
  await browser.close();
}
