import type { SettingText } from "./setting_text.ts";

/** Texts of the settings for discs. */
export const DISCS_TEXTS = {
  "disc.enabled": { section: "discs", label: "Watch optical drives" },
  "disc.ripDirectory": {
    section: "discs",
    label: "Rip folder",
    help: "Where finished files are delivered from. Empty = cache/rips in the configuration folder.",
  },
  "disc.ripper": { section: "discs", label: "Rip discs with" },
  "disc.ripperPath": {
    section: "discs",
    label: "MakeMKV (makemkvcon)",
    help: "An absolute path. Empty = auto-detect.",
    advanced: true,
  },
  "disc.ripperKey": {
    section: "discs",
    label: "MakeMKV key",
    help: "Blu-rays need a registered or current beta key. Empty = the key set in MakeMKV.",
  },
  "disc.pollIntervalSeconds": { section: "discs", label: "Drive check interval (seconds)", advanced: true },
  "disc.virtualDriveDirectory": {
    section: "discs",
    label: "Virtual drive folder",
    help: "Every image or disc folder in it acts as a drive, for testing. Empty = none.",
    advanced: true,
  },
  "disc.minTitleSeconds": {
    section: "discs",
    label: "Minimum title length (seconds)",
    help: "Skips trailers and menus: 600 for movies, 1200 for hour-long episodes.",
  },
  "disc.includeExtras": { section: "discs", label: "List extras too", help: "Titles below the minimum title length." },
  "disc.extraMinSeconds": { section: "discs", label: "Minimum extra length (seconds)" },
  "disc.audioMode": { section: "discs", label: "Audio to keep", help: "Can be chosen for each title." },
  "disc.groupBoxSets": { section: "discs", label: "Offer to group discs of a series into a box set" },
  "disc.autoRip": {
    section: "discs",
    label: "Rip identified discs automatically",
    help: "Off: a disc waits until you start it.",
  },
  "disc.autoTranscode": {
    section: "discs",
    label: "Encode ripped titles",
    help: "With the default profile. Off: rips are delivered as they are.",
  },
  "disc.keepRaw": { section: "discs", label: "Keep the raw rip after encoding" },
  "disc.autoEject": { section: "discs", label: "Eject when done" },
  "disc.ejectWhen": { section: "discs", label: "Eject when", advanced: true },
  "disc.autoDeliver": { section: "discs", label: "Deliver finished files to the managers" },
  "disc.autoImport": {
    section: "discs",
    label: "Import the files in the rip folder",
    help: "Every 10 minutes, including files you put there.",
  },
  "disc.addMissing": {
    section: "discs",
    label: "Add titles that no manager has",
    help: "When ripping of their disc starts.",
  },
  "disc.addMonitored": {
    section: "discs",
    label: "Monitor added titles",
    help: "Off: nothing is downloaded for them.",
  },
  "disc.addTargets": {
    section: "discs",
    label: "Destination for added titles",
    help: "Root folder and quality profile in the manager.",
    advanced: true,
    anchor: "disc-add-targets",
  },
  "disc.cd.enabled": { section: "discs", label: "Read audio CDs" },
  "disc.cd.releasedb": {
    section: "discs",
    label: "Look up the release",
    help: "On MusicBrainz, by the disc's contents.",
  },
  "disc.cd.accurateRip": {
    section: "discs",
    label: "Compare with AccurateRip",
    help: "Checks its public database, over an unencrypted connection, for identical copies of the CD by other people.",
  },
  "disc.cd.deliverToMusic": { section: "discs", label: "Import into Lidarr" },
  "disc.cd.detectMqa": { section: "discs", label: "Look for MQA" },
  "disc.cd.compressionLevel": {
    section: "discs",
    label: "FLAC compression",
    help: "8 = smallest, 0 = fastest. The audio is identical.",
    advanced: true,
  },
  "disc.cd.readOffset": {
    section: "discs",
    label: "Read offset (samples)",
    help: "The drive's offset as listed by AccurateRip.",
    advanced: true,
  },
  "disc.cd.ripperPath": {
    section: "discs",
    label: "cd-paranoia",
    help: "Reads the table of contents on Linux; an absolute path. Empty = auto-detect.",
    advanced: true,
  },
} as const satisfies Record<string, SettingText>;
