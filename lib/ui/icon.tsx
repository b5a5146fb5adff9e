/** Line icons on a 20 px grid. Decorative: whoever uses one says the same in text. */
const PATHS = {
  search: "M9 3.5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11zM13 13l4 4",
  activity: "M2.5 10h3l2.5-6 4 12 2.5-6h3",
  encode: "M4 4.5h12v8H4zM8 16h4M10 12.5V16",
  profiles: "M4 6h6M14 6h2M4 10h2M10 10h6M4 14h7M15 14h1M12 4.5v3M8 8.5v3M13 12.5v3",
  settings:
    "M10 7.2a2.8 2.8 0 1 1 0 5.6 2.8 2.8 0 0 1 0-5.6zM10 2.8v2M10 15.2v2M2.8 10h2M15.2 10h2M4.9 4.9l1.4 1.4M13.7 13.7l1.4 1.4M15.1 4.9l-1.4 1.4M6.3 13.7l-1.4 1.4",
  system: "M3 4h14v4.5H3zM3 11.5h14V16H3zM6 6.3v.01M6 13.8v.01",
  api: "M7 6l-4 4 4 4M13 6l4 4-4 4",
  play: "M6 4.5l9 5.5-9 5.5z",
  pause: "M7 4.5v11M13 4.5v11",
  stop: "M5.5 5.5h9v9h-9z",
  retry: "M15.5 10a5.5 5.5 0 1 1-1.6-3.9M15.5 3.5v3.2h-3.2",
  trash: "M4 6h12M8 6V4h4v2M5.5 6l.8 10h7.4l.8-10M8.5 9v4.5M11.5 9v4.5",
  up: "M10 16V5M5 9.5L10 4.5l5 5",
  down: "M10 4v11M5 10.5l5 5 5-5",
  top: "M4 4h12M10 16V8M5.5 12L10 7.5l4.5 4.5",
  grip: "M7.5 5v.01M7.5 10v.01M7.5 15v.01M12.5 5v.01M12.5 10v.01M12.5 15v.01",
  check: "M4 10.5l4 4 8-9",
  cross: "M5 5l10 10M15 5L5 15",
  warn: "M10 3.5L17.5 16.5h-15zM10 8.5v3.5M10 14.2v.1",
  info: "M10 2.8a7.2 7.2 0 1 1 0 14.4 7.2 7.2 0 0 1 0-14.4zM10 9v5M10 6.2v.1",
  folder: "M2.5 5h5l1.8 2h8.2v9h-15z",
  file: "M5 2.8h6.5L15 6.3v10.9H5zM11 3v4h4",
  clock: "M10 2.8a7.2 7.2 0 1 1 0 14.4 7.2 7.2 0 0 1 0-14.4zM10 6v4.3l3 1.8",
  music: "M8 15V5l8-1.8V13M8 15a2.2 2.2 0 1 1-4.4 0A2.2 2.2 0 0 1 8 15zM16 13a2.2 2.2 0 1 1-4.4 0 2.2 2.2 0 0 1 4.4 0z",
  disk:
    "M3 5.5c0-1.4 3.1-2.5 7-2.5s7 1.1 7 2.5v9c0 1.4-3.1 2.5-7 2.5s-7-1.1-7-2.5zM3 5.5C3 6.9 6.1 8 10 8s7-1.1 7-2.5M3 10c0 1.4 3.1 2.5 7 2.5s7-1.1 7-2.5",
  copy: "M7 7h9v9H7zM4 13V4h9",
  undo: "M4 8h8.5a3.7 3.7 0 0 1 0 7.5H8M7 4.5L3.5 8 7 11.5",
  sun:
    "M10 6.5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7zM10 1.8v2M10 16.2v2M1.8 10h2M16.2 10h2M4.2 4.2l1.4 1.4M14.4 14.4l1.4 1.4M15.8 4.2l-1.4 1.4M5.6 14.4l-1.4 1.4",
  plus: "M10 4v12M4 10h12",
  compare: "M10 3v14M3 5.5h5v9H3M12 5.5h5v9h-5",
  skip: "M5 4.5l7 5.5-7 5.5zM15 4.5v11",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      stroke-width="1.6"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
