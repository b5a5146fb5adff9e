import * as z from "zod";
import { absolutePath, FOLDER, PROGRAM, secret, toggle } from "./fields.ts";
import { group, settingIn } from "./setting.ts";

/** Returns a schema that also accepts null, which clears the setting. */
const cleared = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? undefined);

const addTarget = z.object({
  root: cleared(z.string().max(4096)),
  profileId: cleared(z.int().positive()),
});

const drive = z.object({
  id: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
  path: z.string().min(1).max(4096),
  label: z.string().max(200).optional(),
  addedAt: z.iso.datetime(),
});

const discs = settingIn("discs");
const titles = settingIn("discs", "Titles and audio");
const automation = settingIn("discs", "Automation");
const delivery = settingIn("discs", "Delivery to the managers");
const added = settingIn("discs", "Destination for added titles");
const cd = settingIn("discs", "Audio CDs");

/** Settings for audio CDs. */
const CdSettings = group({
  enabled: cd(toggle(true), { label: "Read audio CDs", reveals: true }),
  releasedb: cd(toggle(true), { label: "Look up the release", help: "On MusicBrainz, by the disc's contents." }),
  accurateRip: cd(toggle(false), {
    label: "Compare with AccurateRip",
    help: "Checks its public database for identical rips by other users, over an unencrypted connection.",
    details: "The checksums are always recorded.",
  }),
  deliverToMusic: cd(toggle(true), { label: "Import into Lidarr" }),
  detectMqa: cd(toggle(true), { label: "Look for MQA" }),
  compressionLevel: cd(z.int().min(0).max(8).default(8), {
    label: "FLAC compression",
    help: "8 = smallest, 0 = fastest. The audio is identical.",
    advanced: true,
  }),
  readOffset: cd(z.int().min(-5880).max(5880).default(0), {
    label: "Read offset (samples)",
    help: "The drive's offset as listed by AccurateRip.",
    details: "Set it for sample-exact copies.",
    advanced: true,
  }),
  ripperPath: cd(absolutePath(), {
    label: "cd-paranoia",
    help: "Reads the table of contents on Linux; an absolute path.",
    advanced: true,
    ...PROGRAM,
  }),
});

/** Settings for disc ripping. */
export const DiscSettings = group({
  enabled: discs(toggle(true), { label: "Watch optical drives" }),
  ripDirectory: discs(absolutePath(), {
    label: "Rip folder",
    help: "Where finished files are delivered from.",
    empty: "cache/rips in the configuration folder",
    details: "The managers must be able to see it.",
    ...FOLDER,
  }),
  ripper: discs(z.enum(["auto", "makemkv", "open"]).default("auto"), {
    label: "Rip discs with",
    options: {
      auto: "Lathe, MakeMKV if protected",
      open: "Lathe only",
      makemkv: "MakeMKV only",
    },
  }),
  ripperPath: discs(absolutePath(), {
    label: "MakeMKV (makemkvcon)",
    help: "An absolute path.",
    advanced: true,
    ...PROGRAM,
  }),
  ripperKey: discs(secret(), {
    label: "MakeMKV key",
    help: "Blu-rays need a registered or current beta key.",
    empty: "the key set in MakeMKV",
  }),
  pollIntervalSeconds: discs(z.int().min(5).max(3600).default(15), {
    label: "Drive check interval (seconds)",
    advanced: true,
  }),
  virtualDriveDirectory: discs(absolutePath(), {
    label: "Virtual drive folder",
    help: "Every image or disc folder in it acts as a drive, for testing.",
    empty: "none",
    advanced: true,
    ...FOLDER,
  }),
  virtualDrives: discs(z.array(drive).max(200).default([]), {
    label: "Linked images",
    help: "Managed on the Discs page.",
    control: "none",
  }),
  physicalDrives: discs(z.array(drive).max(50).default([]), {
    label: "Drives added by path",
    help: "Managed on the Discs page.",
    control: "none",
  }),
  minTitleSeconds: titles(z.int().min(0).max(86_400).default(600), {
    label: "Minimum title length (seconds)",
    help: "Skips trailers and menus: 600 for movies, 1200 for hour-long episodes.",
    details: "Use a lower value for short anime.",
  }),
  includeExtras: titles(toggle(false), { label: "List extras too", help: "Titles below the minimum title length." }),
  extraMinSeconds: titles(z.int().min(0).max(86_400).default(30), { label: "Minimum extra length (seconds)" }),
  audioMode: titles(z.enum(["best", "all"]).default("best"), {
    label: "Audio to keep",
    help: "Can be chosen for each title.",
    options: { best: "best track per language", all: "every track" },
  }),
  groupBoxSets: titles(toggle(true), { label: "Offer to group discs of a series into a box set" }),
  autoRip: automation(toggle(false), {
    label: "Rip identified discs automatically",
    help: "If disabled, a disc waits until you start it.",
  }),
  autoTranscode: automation(toggle(true), {
    label: "Encode ripped titles",
    help: "With the default profile. If disabled, rips are delivered unchanged.",
  }),
  keepRaw: automation(toggle(false), { label: "Keep the raw rip after encoding" }),
  autoEject: automation(toggle(true), { label: "Eject when done" }),
  ejectWhen: automation(z.enum(["delivered", "copied"]).default("delivered"), {
    label: "Eject when",
    details: "Choose `copied` to insert the next disc sooner.",
    options: { delivered: "the files are delivered", copied: "the disc is copied and checked" },
    advanced: true,
  }),
  autoDeliver: delivery(toggle(true), { label: "Deliver finished files to the managers" }),
  autoImport: delivery(toggle(true), {
    label: "Import the files in the rip folder",
    help: "Every 10 minutes, including files you put there.",
  }),
  addMissing: delivery(toggle(true), {
    label: "Add titles that no manager has",
    help: "When the rip of their disc starts.",
  }),
  addMonitored: delivery(toggle(false), {
    label: "Monitor added titles",
    help: "If disabled, nothing is downloaded for these titles.",
  }),
  addTargets: added(
    z.object({
      series: addTarget.optional(),
      anime: addTarget.optional(),
      movie: addTarget.optional(),
      animeMovie: addTarget.optional(),
    }).default({}),
    {
      label: "Destination for added titles",
      help: "Root folder and quality profile in the manager.",
      details:
        "`root` and `profileId` for each of `series`, `anime`, `movie` and `animeMovie`. Absent values are the " +
        "same as for the rest of the library.",
      advanced: true,
      anchor: "disc-add-targets",
    },
  ),
  cd: CdSettings,
});
