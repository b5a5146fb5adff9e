/** An optical drive as the operating system knows it. */
export interface OpticalDevice {
  /** Names the drive while it stays connected: the number of its device, or its place in the system's list. */
  key: string;
  /** Its device node; where that is missing, the one it should have. */
  path: string;
  /** Maker and model. */
  name: string;
  /** The device node exists. */
  available: boolean;
  /** What stands in the way of reading it, and what to do. */
  note?: string;
}

/** What is in a drive. */
export interface DriveMedia {
  state: "empty" | "open" | "loaded" | "loading" | "unknown";
  /** Tells one disc from another as well as that is known without reading it; the same after a restart. */
  content: string;
  /** Counts up whenever the disc was changed; means nothing after the machine's next start, which has another `boot`. */
  insertion?: { boot: string; sequence: string };
  label?: string;
  /** Whether it holds sound tracks; absent where the system does not say. */
  hasSound?: boolean;
}

/** What the operating system does with drives: the only place where drives are asked. */
export interface DriveSystem {
  devices(): Promise<OpticalDevice[]>;
  /** The drive behind a path, links followed; `missing` where nothing is, `other` for what is no optical drive. */
  deviceAt(path: string): Promise<OpticalDevice | "missing" | "other">;
  /** What is known without waking the drive. */
  media(device: OpticalDevice): Promise<DriveMedia>;
  /** Asks the drive itself, which may start to turn. Called before a disc counts as new. */
  confirm(device: OpticalDevice, signal: AbortSignal): Promise<DriveMedia>;
  /** Opens the tray. Throws `upstream_failed` with what the drive said. */
  eject(device: OpticalDevice, signal: AbortSignal): Promise<void>;
}
