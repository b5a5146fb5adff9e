import type { MenuIconName } from "./menu_icon.tsx";

/** One entry of the menu. */
export interface MenuPage {
  path: string;
  label: string;
  icon: MenuIconName;
  /** Key that opens the page when it is pressed after `g`. */
  key: string;
}

/** The three groups of the menu. The bottom bar, the shortcuts and the palette use them too. */
export const MENU: readonly { name: string; pages: readonly MenuPage[] }[] = [
  {
    name: "Work",
    pages: [
      { path: "/", label: "Home", icon: "home", key: "h" },
      { path: "/activity", label: "Activity", icon: "activity", key: "a" },
      { path: "/encode", label: "Encode", icon: "encode", key: "e" },
      { path: "/auto", label: "Auto", icon: "auto", key: "t" },
      { path: "/savings", label: "Savings", icon: "savings", key: "v" },
    ],
  },
  {
    name: "Library",
    pages: [
      { path: "/movies", label: "Movies", icon: "movies", key: "m" },
      { path: "/series", label: "Series", icon: "series", key: "r" },
      { path: "/music", label: "Music", icon: "music", key: "u" },
      { path: "/local", label: "Local", icon: "local", key: "l" },
      { path: "/search", label: "Search", icon: "search", key: "f" },
      { path: "/discs", label: "Discs", icon: "disc", key: "d" },
    ],
  },
  {
    name: "Setup",
    pages: [
      { path: "/profiles", label: "Profiles", icon: "profiles", key: "p" },
      { path: "/settings", label: "Settings", icon: "settings", key: "s" },
      { path: "/agents", label: "Agents", icon: "agents", key: "n" },
      { path: "/system", label: "System", icon: "system", key: "y" },
      { path: "/docs", label: "Help", icon: "help", key: "i" },
    ],
  },
];

/** All menu pages in order. */
export const MENU_PAGES: readonly MenuPage[] = MENU.flatMap(({ pages }) => pages);

/** Pages that belong to a menu page although their path is not below it. */
const BELONGS: Record<string, string> = {
  "/jobs": "/activity",
  "/review": "/activity",
  "/policies": "/auto",
  "/bin": "/activity",
  "/disk-usage": "/savings",
  "/smart-profiles": "/profiles",
  "/scan": "/discs",
  "/wanted": "/discs",
  "/checks": "/system",
  "/setup": "/system",
  "/api": "/docs",
};

/** Returns the path of the menu page to which `path` (without the base path) belongs. */
export function menuPathOf(path: string): string {
  const [, first = ""] = path.split("/");
  return BELONGS[`/${first}`] ?? `/${first}`;
}
