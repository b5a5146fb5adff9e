import type { SettingText } from "./setting_text.ts";

/** Texts of the settings for discs. */
export const DISCS_TEXTS = {
  "disc.enabled": { section: "discs", label: "Watch optical drives" },
  "disc.ripDirectory": {
    section: "discs",
    label: "Rip folder",
    help: "Where finished files are delivered from. Empty = cache/rips in the configuration folder.",
  },
  "disc.ripper": { section: "discs", label: "Copy discs with" },
  "disc.ripperPath": {
    section: "discs",
    label: "MakeMKV (makemkvcon)",
    help: "An absolute path. Empty = found automatically.",
    advanced: true,
  },
  "disc.ripperKey": {
    section: "discs",
    label: "MakeMKV key",
    help: "Blu-rays need a registered or current beta key. Empty = the one MakeMKV has.",
  },
  "disc.pollIntervalSeconds": { section: "discs", label: "Check the drives every, seconds", advanced: true },
  "disc.virtualDriveDirectory": {
    section: "discs",
    label: "Folder of virtual drives",
    help: "Every image or disc folder in it is a drive, for testing. Empty = none.",
    advanced: true,
  },
  "disc.minTitleSeconds": {
    section: "discs",
    label: "Shortest title, seconds",
    help: "Skips trailers and menus: 600 for films, 1200 for hour-long episodes.",
  },
  "disc.includeExtras": { section: "discs", label: "List extras too", help: "Titles shorter than the shortest title." },
  "disc.extraMinSeconds": { section: "discs", label: "Shortest extra, seconds" },
  "disc.audioMode": { section: "discs", label: "Audio to keep", help: "Can be chosen for each title." },
  "disc.groupBoxSets": { section: "discs", label: "Offer to join discs of one series to a box set" },
  "disc.autoRip": {
    section: "discs",
    label: "Rip once a disc is identified",
    help: "Off: a disc waits until you start it.",
  },
  "disc.autoTranscode": {
    section: "discs",
    label: "Encode what was ripped",
    help: "With the default profile. Off: rips are delivered as they are.",
  },
  "disc.keepRaw": { section: "discs", label: "Keep the raw rip after encoding" },
  "disc.autoEject": { section: "discs", label: "Eject when done" },
  "disc.ejectWhen": { section: "discs", label: "Done means", advanced: true },
  "disc.autoDeliver": { section: "discs", label: "Hand finished files to the managers" },
  "disc.autoImport": {
    section: "discs",
    label: "Import the files in the rip folder",
    help: "Every ten minutes, also files you put there.",
  },
  "disc.addMissing": {
    section: "discs",
    label: "Add titles that no manager has",
    help: "When their disc starts ripping.",
  },
  "disc.addMonitored": {
    section: "discs",
    label: "Monitor what was added",
    help: "Off, so that nothing is downloaded for it.",
  },
  "disc.addTargets": {
    section: "discs",
    label: "Where added titles go",
    help: "Root folder and quality profile in the manager.",
    advanced: true,
    anchor: "disc-add-targets",
  },
  "disc.cd.enabled": { section: "discs", label: "Read audio CDs" },
  "disc.cd.releasedb": {
    section: "discs",
    label: "Look up the release",
    help: "At MusicBrainz, by the disc's contents.",
  },
  "disc.cd.accurateRip": {
    section: "discs",
    label: "Compare with AccurateRip",
    help: "Asks its public database, without encryption, whether other people's copies of the CD are the same.",
  },
  "disc.cd.deliverToMusic": { section: "discs", label: "Import into Lidarr" },
  "disc.cd.detectMqa": { section: "discs", label: "Look for MQA" },
  "disc.cd.compressionLevel": {
    section: "discs",
    label: "FLAC compression",
    help: "8 = smallest, 0 = fastest. The sound is the same.",
    advanced: true,
  },
  "disc.cd.readOffset": {
    section: "discs",
    label: "Read offset, samples",
    help: "Of the drive, as AccurateRip lists it.",
    advanced: true,
  },
  "disc.cd.ripperPath": {
    section: "discs",
    label: "cd-paranoia",
    help: "Reads the table of contents on Linux; an absolute path. Empty = found automatically.",
    advanced: true,
  },
} as const satisfies Record<string, SettingText>;
