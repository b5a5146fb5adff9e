/** An optical drive known to the operating system. */
export interface OpticalDevice {
  /** Identifies the drive while it is connected: its device number, or its index in the system's list. */
  key: string;
  /** Its device node, or the expected one if it is missing. */
  path: string;
  /** Vendor and model. */
  name: string;
  /** True if the device node exists. */
  available: boolean;
  /** Why it cannot be read, and what to do. */
  note?: string;
}

/** Content of a drive. */
export interface DriveMedia {
  state: "empty" | "open" | "loaded" | "loading" | "unknown";
  /** Identifies the disc as well as possible without reading it. Stable across restarts. */
  content: string;
  /**
   * Increases whenever the disc is changed. Only comparable within the same `boot`, which changes at every start of the
   * machine.
   */
  insertion?: { boot: string; sequence: string };
  label?: string;
  /** True if the disc has audio tracks. Absent if the system does not report it. */
  hasSound?: boolean;
}

/** The operating system's interface to drives. Nothing else accesses drives. */
export interface DriveSystem {
  devices(): Promise<OpticalDevice[]>;
  /** The drive at a path, following links. `missing` if nothing is there, `other` if it is not an optical drive. */
  deviceAt(path: string): Promise<OpticalDevice | "missing" | "other">;
  /** Information available without waking the drive. */
  media(device: OpticalDevice): Promise<DriveMedia>;
  /** Queries the drive itself, which may spin it up. Called before a disc is treated as new. */
  confirm(device: OpticalDevice, signal: AbortSignal): Promise<DriveMedia>;
  /** Opens the tray. Throws `upstream_failed` with the drive's message. */
  eject(device: OpticalDevice, signal: AbortSignal): Promise<void>;
}
