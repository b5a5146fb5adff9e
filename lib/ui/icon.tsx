/** Line icons on a 24 px grid, with one stroke width. They are decorative, so each icon needs a text beside it. */
const PATHS = {
  // Pages of the menu, and the same concepts elsewhere.
  encode: "M9.5 4v5.5H4M14.5 4v5.5H20M9.5 20v-5.5H4M14.5 20v-5.5H20",
  search: "M10.5 3.5a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM15.7 15.7l5 5",
  disc: "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zM12 9.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5zM6 12a6 6 0 0 1 6-6",
  profiles:
    "M3 6.5h10M17 6.5h4M3 12h4M11 12h10M3 17.5h10M17 17.5h4M17 6.5a2 2 0 1 1-4 0 2 2 0 0 1 4 0zM11 12a2 2 0 1 1-4 0 2 2 0 0 1 4 0zM17 17.5a2 2 0 1 1-4 0 2 2 0 0 1 4 0z",
  // Actions.
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
  bell: "M6 16.5h12l-1.5-2.5v-4a4.5 4.5 0 0 0-9 0v4zM10.5 19.5h3M12 3.5v2",
  undo: "M4.5 9.5h10a4.5 4.5 0 0 1 0 9H9.5M8.5 5.5l-4 4 4 4",
  plus: "M12 5v14M5 12h14",
  skip: "M6 5.5l8.5 6.5L6 18.5zM18 5.5v13",
  compare: "M12 3.5v17M4 6.5h6v11H4M14 6.5h6v11h-6",
  // Properties.
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

/** An icon with `size` in pixels. */
export const Icon = ({ name, size }: { name: IconName; size?: number }) => <LineIcon path={PATHS[name]} size={size} />;

/** An icon drawn from `path`, with `size` in pixels. */
export function LineIcon({ path, size = 20 }: { path: string; size?: number | undefined }) {
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
      <path d={path} />
    </svg>
  );
}
