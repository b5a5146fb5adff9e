import { Icon, type IconName, LineIcon } from "./icon.tsx";

/**
 * Icons that are used only in the menu. They are in a separate module, because the browser scripts do not need them.
 */
const PATHS = {
  home: "M3.5 11.5 12 4l8.5 7.5M6 9.5V20h12V9.5M10 20v-6h4v6",
  activity: "M2.5 12h4.5l3-7.5 4.5 15 3-7.5h4",
  auto: "M4 11a8 8 0 0 1 14-4.5l2 2M20 4v4.5h-4.5M20 13a8 8 0 0 1-14 4.5l-2-2M4 20v-4.5h4.5M10.5 9.5l4 2.5-4 2.5z",
  savings: "M20.3 15.5A9 9 0 1 1 8.5 3.7M12.5 3a8.5 8.5 0 0 1 8.5 8.5h-8.5z",
  movies: "M4 4h16v16H4zM8.5 4v16M15.5 4v16M4 8h4.5M4 12h16M4 16h4.5M15.5 8H20M15.5 16H20",
  series: "M3 8h18v11.5H3zM8 3.5 12 8l4-4.5M7 12.5h.01M7 15.5h.01",
  music: "M9 18V6l11-2.2V16M9 18a3 3 0 1 1-6 0 3 3 0 0 1 6 0zM20 16a3 3 0 1 1-6 0 3 3 0 0 1 6 0z",
  local: "M3 5h6.5l2 2.5H21v12H3zM10.5 11l4.5 2.5-4.5 2.5z",
  settings:
    "M12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6zM12 5.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13zM12 2.5v3M12 18.5v3M2.5 12h3M18.5 12h3M5.3 5.3l2.1 2.1M16.6 16.6l2.1 2.1M18.7 5.3l-2.1 2.1M7.4 16.6l-2.1 2.1",
  agents: "M8.5 3.5h7V9h-7zM2.5 15h7v5.5h-7zM14.5 15h7v5.5h-7zM12 9v3M6 15v-3h12v3",
  system: "M3 4h18v6.5H3zM3 13.5h18V20H3zM6.5 7.25h.01M6.5 16.75h.01M11 7.25h6.5M11 16.75h6.5",
  help: "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zM9.4 9.4a2.6 2.6 0 1 1 3.8 2.3c-.8.4-1.2 1-1.2 1.8v.3M12 17h.01",
  more:
    "M5.5 12a.5.5 0 1 1-1 0 .5.5 0 0 1 1 0zM12.5 12a.5.5 0 1 1-1 0 .5.5 0 0 1 1 0zM19.5 12a.5.5 0 1 1-1 0 .5.5 0 0 1 1 0z",
} as const;

export type MenuIconName = keyof typeof PATHS | IconName;

/** The icon of a page, with `size` in pixels. */
export const MenuIcon = ({ name, size }: { name: MenuIconName; size?: number }) =>
  isOfMenu(name) ? <LineIcon path={PATHS[name]} size={size} /> : <Icon name={name} {...(size ? { size } : {})} />;

const isOfMenu = (name: MenuIconName): name is keyof typeof PATHS => Object.hasOwn(PATHS, name);

/** The logo, as in `static/icon.svg`. It is included in the page to avoid a request. */
export const Mark = ({ size }: { size: number }) => (
  <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
    <rect width="32" height="32" rx="7" fill="#1b1d21" />
    <path
      d="M16 6.5a9.5 9.5 0 1 1 0 19a9.5 9.5 0 1 1 0-19zv3.6M16 21.9v3.6M6.5 16h3.6M21.9 16h3.6"
      fill="none"
      stroke="#e0a84a"
      stroke-width="2.4"
      stroke-linecap="round"
    />
    <circle cx="16" cy="16" r="2.6" fill="#e0a84a" />
  </svg>
);
