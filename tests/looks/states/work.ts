import { join } from "node:path";
import type { Page } from "playwright-core";
import { api } from "../../kit/service.ts";
import { address, type State, visit } from "../state.ts";
import type { World } from "../world.ts";

const film = ({ media }: World) => join(media, "The Thing (1982) Remux-1080p.mkv");
const encodeOf = (path: string) => `/encode?path=${encodeURIComponent(path)}`;

async function previewed(page: Page, world: World): Promise<void> {
  await visit(page, world.newUrl, encodeOf(film(world)));
  await page.getByRole("heading", { name: "For a movie" }).waitFor();
  await page.getByRole("button", { name: /^Preview \d+ profiles/ }).click();
  await page.getByText("The preview is ready.").waitFor({ state: "attached", timeout: 300_000 });
}

/** States of Home, Activity, Encode, Auto and Savings. */
export const WORK_STATES: State[] = [
  address("home-new", "/", "h2", "new"),
  address("first-steps", "/first-steps?step=all", "h1", "new"),
  ...["programs", "folders", "managers", "profiles", "password"].map((step) =>
    address(`first-steps-${step}`, `/first-steps?step=${step}`, "h1", "new")
  ),
  address("home-busy", "/", ".gain-list, h2"),
  address("disk-usage", "/disk-usage", ".treemap"),
  address("disk-usage-resolution", "/disk-usage?library=movie&colour=resolution", ".treemap"),
  address("activity-queue", "/activity", ".queue-row"),
  {
    name: "activity-selected",
    open: async (page, { url }) => {
      await visit(page, url, "/activity");
      for (const at of [0, 1]) await page.getByRole("checkbox", { name: /^Select (?!all)/ }).nth(at).click();
      await page.getByText("2 jobs selected").waitFor();
    },
  },
  address("activity-waiting", "/activity?tab=waiting", "h1"),
  address("activity-history", "/activity?tab=history", "table"),
  address("activity-failed", "/activity?tab=history&status=failed", "h1"),
  address("job-running", ({ jobs }) => `/jobs/${jobs.running}`, "progress"),
  address("job-done", ({ jobs }) => `/jobs/${jobs.done}`, ".compare"),
  address("job-failed", ({ jobs }) => `/jobs/${jobs.failed}`, "h1"),
  {
    name: "encode-browser",
    open: async (page, { url, media }) => {
      await visit(page, url, "/encode");
      await page.getByLabel("Folder or file on the server").fill(media);
      await page.getByRole("button", { name: "Open", exact: true }).click();
      await page.getByText("The Thing (1982) Remux-1080p.mkv").first().waitFor();
    },
  },
  address("encode-one", (world) => encodeOf(film(world)), ".profile-card"),
  {
    name: "encode-all-profiles",
    open: async (page, world) => {
      await visit(page, world.url, encodeOf(film(world)));
      await page.getByText(/^\d+ more profiles$/).click();
    },
  },
  {
    name: "encode-many",
    open: async (page, world) => {
      const paths = [film(world), join(world.media, "clip.mkv")];
      const { body: { id } } = await api<{ id: string }>(world, "/api/selections", { body: { paths } });
      await visit(page, world.url, `/encode?selection=${id}`);
      await page.getByRole("region", { name: "Totals by profile" }).waitFor();
    },
  },
  { name: "encode-preview", open: previewed },
  address(
    "encode-broken",
    ({ media }) => encodeOf(join(media, "Broken film that was cut off while it was copied (1999).mkv")),
  ),
  address("auto", "/auto", "h1"),
  address("savings", "/savings", "h1"),
];
