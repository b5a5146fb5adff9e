/** An optical drive listed by the operating system. */
export interface OpticalDevice {
  /** Identity of the drive while it is connected: its device number, or its index in the list of the system. */
  key: string;
  /** Path of its device node. If the node is missing, the expected path. */
  path: string;
  /** Vendor and model. */
  name: string;
  /** True if the device node exists. */
  available: boolean;
  /** Reason why the drive cannot be read, and instructions. */
  note?: string;
}

/** Contents of a drive. */
export interface DriveMedia {
  state: "empty" | "open" | "loaded" | "loading" | "unknown";
  /** Identity of the disc, as precise as possible without reading it. It does not change across restarts. */
  content: string;
  /**
   * `sequence` increases whenever the disc is changed. It can be compared only within the same `boot`, which changes at
   * every start of the machine.
   */
  insertion?: { boot: string; sequence: string };
  label?: string;
  /** True if the disc has audio tracks. Absent if the system does not provide this information. */
  hasSound?: boolean;
}

/** Access to drives through the operating system. No other code accesses drives. */
export interface DriveSystem {
  devices(): Promise<OpticalDevice[]>;
  /** Returns the drive at a path, following links. `missing` if nothing is there, `other` if it is not a drive. */
  deviceAt(path: string): Promise<OpticalDevice | "missing" | "other">;
  /** Returns the information that is available without waking the drive. */
  media(device: OpticalDevice): Promise<DriveMedia>;
  /** Queries the drive itself, which may spin up the disc. Called before a disc is treated as new. */
  confirm(device: OpticalDevice, signal: AbortSignal): Promise<DriveMedia>;
  /** Opens the tray. Throws `upstream_failed` with the drive's message. */
  eject(device: OpticalDevice, signal: AbortSignal): Promise<void>;
}
