import { join } from "node:path";
import type { Page } from "playwright-core";
import { api } from "../../kit/service.ts";
import { address, type State, visit } from "../state.ts";
import type { World } from "../world.ts";

/** Opens the first link of a kind in a list. */
const first = (name: string, list: string, link: string, ready = "h1"): State => ({
  name,
  open: async (page, { url }) => {
    await visit(page, url, list);
    await page.locator(link).first().click();
    await page.waitForURL((at) => !at.href.endsWith(list));
    await page.locator(ready).first().waitFor();
  },
});

async function selected(page: Page, { url }: World): Promise<void> {
  await visit(page, url, "/movies?filter=onDisk");
  for (const at of [0, 2, 3]) {
    await page.locator(`[data-place="${at}"]`).first().hover();
    await page.locator(`[data-place="${at}"] input[type=checkbox]`).first().check();
  }
  await page.getByText(/3 movies · 3 files/).waitFor();
}

async function releases(page: Page, { url }: World): Promise<void> {
  await visit(page, url, "/movies/4");
  await page.getByRole("link", { name: /^Search/ }).last().click();
  await page.getByRole("table", { name: "Releases" }).waitFor();
}

async function imported(page: Page, world: World): Promise<void> {
  const folder = join(world.media, "local", "Music");
  const { body } = await api<{ id: string }>(world, "/api/music/import-folder", { body: { path: folder } });
  await visit(page, world.url, `/music/import/${body.id}`);
}

/** States of Movies, Series, Music, Local and Search. */
export const LIBRARY_STATES: State[] = [
  address("movies-new", "/movies", "h1", "new"),
  address("movies-wall", "/movies", ".poster"),
  address("movies-table", "/movies?view=table", "[data-place]"),
  address("movies-narrowed", "/movies?filter=remux&resolution=2160p&sort=size&order=desc", "[data-place]"),
  address("movies-none", "/movies?q=nothing-is-called-like-this", "h1"),
  { name: "movies-selected", open: selected },
  address("movie", "/movies/5", ".profile-grid.recommended article"),
  address("movie-missing", async (world) => {
    const { body } = await api<{ items: { id: number; file?: unknown }[] }>(
      world,
      "/api/library/movies?filter=missing",
    );
    return `/movies/${body.items[0]?.id ?? 1}`;
  }),
  address("series-wall", "/series", ".poster"),
  address("series", "/series/2", ".totals-sum"),
  address("music-artists", "/music", "h1"),
  address("music-albums", "/music/albums", "h1"),
  first("music-artist", "/music", "main a[href*='/music/artists/']"),
  first("music-album", "/music/albums", "main a[href*='/music/albums/']"),
  address("music-import", "/music/import", "h1"),
  { name: "music-import-run", open: imported },
  address("local", "/local", "h1"),
  first("local-item", "/local", "main a[href*='/local/']"),
  address("search-empty", "/search", "#search-q"),
  {
    name: "search-results",
    open: async (page, { url }) => {
      await visit(page, url, "/search?q=the");
      await page.getByRole("heading", { name: "Add new" }).waitFor();
    },
  },
  { name: "search-releases", open: releases },
];
