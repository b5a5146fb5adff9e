import { address, type State, visit } from "../state.ts";

const scripted = "[data-island=Toasts][data-mounted]";

/** Overlays common to all pages, and error pages. */
export const SHELL_STATES: State[] = [
  {
    name: "login",
    open: async (page, { lockedUrl }) => await visit(page, lockedUrl, "/login"),
  },
  {
    name: "not-found",
    open: async (page, { url }) => {
      await page.goto(`${url}/nothing-here`);
      await page.locator("h1").waitFor();
    },
  },
  address("offline", "/offline", "h1"),
  {
    name: "palette",
    open: async (page, { url }) => {
      await visit(page, url, "/profiles");
      await page.locator(scripted).waitFor({ state: "attached" });
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox", { name: /Go to a page/ }).fill("se");
      await page.getByRole("option", { name: /^Series/ }).waitFor();
    },
  },
  {
    name: "shortcuts",
    open: async (page, { url }) => {
      await visit(page, url, "/profiles");
      await page.locator(scripted).waitFor({ state: "attached" });
      await page.keyboard.press("?");
      await page.getByRole("heading", { name: "Keyboard" }).waitFor();
    },
  },
  {
    name: "dialog",
    open: async (page, { url }) => {
      await visit(page, url, "/activity");
      await page.getByRole("button", { name: /^Cancel Long Night/ }).first().click();
      await page.getByRole("alertdialog").waitFor();
    },
  },
  {
    name: "toast",
    open: async (page, { url }) => {
      await visit(page, url, "/activity");
      await page.locator(".queue-row").nth(4).getByRole("button", { name: /^Cancel/ }).click();
      // A focused toast stays open.
      await page.getByRole("button", { name: "Undo" }).focus();
    },
  },
  {
    name: "menu-open",
    open: async (page, { url }) => {
      await visit(page, url, "/settings");
      await page.setViewportSize({ width: 360, height: 740 });
      await page.getByRole("button", { name: /More/ }).click();
    },
  },
];
