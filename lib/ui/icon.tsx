/** Line icons on a 24 px grid, all of one stroke width. Decorative: whoever uses one says the same in text. */
const PATHS = {
  // Pages of the menu.
  home: "M3.5 11.5 12 4l8.5 7.5M6 9.5V20h12V9.5M10 20v-6h4v6",
  activity: "M2.5 12h4.5l3-7.5 4.5 15 3-7.5h4",
  encode: "M9.5 4v5.5H4M14.5 4v5.5H20M9.5 20v-5.5H4M14.5 20v-5.5H20",
  auto: "M4 11a8 8 0 0 1 14-4.5l2 2M20 4v4.5h-4.5M20 13a8 8 0 0 1-14 4.5l-2-2M4 20v-4.5h4.5M10.5 9.5l4 2.5-4 2.5z",
  savings: "M20.3 15.5A9 9 0 1 1 8.5 3.7M12.5 3a8.5 8.5 0 0 1 8.5 8.5h-8.5z",
  movies: "M4 4h16v16H4zM8.5 4v16M15.5 4v16M4 8h4.5M4 12h16M4 16h4.5M15.5 8H20M15.5 16H20",
  series: "M3 8h18v11.5H3zM8 3.5 12 8l4-4.5M7 12.5h.01M7 15.5h.01",
  music: "M9 18V6l11-2.2V16M9 18a3 3 0 1 1-6 0 3 3 0 0 1 6 0zM20 16a3 3 0 1 1-6 0 3 3 0 0 1 6 0z",
  local: "M3 5h6.5l2 2.5H21v12H3zM10.5 11l4.5 2.5-4.5 2.5z",
  search: "M10.5 3.5a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM15.7 15.7l5 5",
  disc: "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zM12 9.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5zM6 12a6 6 0 0 1 6-6",
  profiles:
    "M3 6.5h10M17 6.5h4M3 12h4M11 12h10M3 17.5h10M17 17.5h4M17 6.5a2 2 0 1 1-4 0 2 2 0 0 1 4 0zM11 12a2 2 0 1 1-4 0 2 2 0 0 1 4 0zM17 17.5a2 2 0 1 1-4 0 2 2 0 0 1 4 0z",
  settings:
    "M12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6zM12 5.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13zM12 2.5v3M12 18.5v3M2.5 12h3M18.5 12h3M5.3 5.3l2.1 2.1M16.6 16.6l2.1 2.1M18.7 5.3l-2.1 2.1M7.4 16.6l-2.1 2.1",
  agents: "M8.5 3.5h7V9h-7zM2.5 15h7v5.5h-7zM14.5 15h7v5.5h-7zM12 9v3M6 15v-3h12v3",
  system: "M3 4h18v6.5H3zM3 13.5h18V20H3zM6.5 7.25h.01M6.5 16.75h.01M11 7.25h6.5M11 16.75h6.5",
  help: "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zM9.4 9.4a2.6 2.6 0 1 1 3.8 2.3c-.8.4-1.2 1-1.2 1.8v.3M12 17h.01",
  more:
    "M5.5 12a.5.5 0 1 1-1 0 .5.5 0 0 1 1 0zM12.5 12a.5.5 0 1 1-1 0 .5.5 0 0 1 1 0zM19.5 12a.5.5 0 1 1-1 0 .5.5 0 0 1 1 0z",
  // What is done.
  command: "M4.5 6.5l5.5 5.5-5.5 5.5M12 18h7.5",
  play: "M7 5l12 7-12 7z",
  pause: "M8.5 5.5v13M15.5 5.5v13",
  stop: "M6.5 6.5h11v11h-11z",
  retry: "M19 12a7 7 0 1 1-2-5M19 3.5v4h-4",
  trash: "M4.5 7h15M9.5 7V4.5h5V7M6.5 7l1 12.5h9l1-12.5M10 11v5M14 11v5",
  up: "M12 19V6M6 11.5 12 5.5l6 6",
  down: "M12 5v13M6 12.5l6 6 6-6",
  top: "M5 4.5h14M12 19.5v-10M6.5 14.5 12 9l5.5 5.5",
  grip: "M9 6h.01M9 12h.01M9 18h.01M15 6h.01M15 12h.01M15 18h.01",
  check: "M5 12.5l4.5 4.5L19 7",
  cross: "M6 6l12 12M18 6 6 18",
  eject: "M5 14l7-8.5 7 8.5zM5 18.5h14",
  copy: "M8.5 8.5h11v11h-11zM4.5 15.5v-11h11",
  undo: "M4.5 9.5h10a4.5 4.5 0 0 1 0 9H9.5M8.5 5.5l-4 4 4 4",
  plus: "M12 5v14M5 12h14",
  skip: "M6 5.5l8.5 6.5L6 18.5zM18 5.5v13",
  compare: "M12 3.5v17M4 6.5h6v11H4M14 6.5h6v11h-6",
  // What something is.
  star: "M12 3.5l2.6 5.4 5.9.8-4.3 4.1 1 5.9-5.2-2.8-5.2 2.8 1-5.9-4.3-4.1 5.9-.8z",
  warn: "M12 4l9 16H3zM12 10v4.5M12 17.2h.01",
  info: "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zM12 11v5.5M12 7.7h.01",
  folder: "M3 5.5h6.5l2 2.5H21v11.5H3z",
  file: "M6 3.5h8l4 4v13H6zM13.5 3.5V8H18",
  clock: "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zM12 7v5.5l3.5 2",
  disk:
    "M4 6.5C4 4.8 7.6 3.5 12 3.5s8 1.3 8 3v11c0 1.7-3.6 3-8 3s-8-1.3-8-3zM4 6.5c0 1.7 3.6 3 8 3s8-1.3 8-3M4 12c0 1.7 3.6 3 8 3s8-1.3 8-3",
  sun:
    "M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M18.7 5.3l-1.4 1.4M6.7 17.3l-1.4 1.4",
} as const;

export type IconName = keyof typeof PATHS;

/** One icon, `size` pixels wide and high. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width="1.75"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
