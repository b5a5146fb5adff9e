import * as z from "zod";

/** Wire schemas of drives. */

const path = z.string().max(4096);
const text = z.string().max(1000);

/** A drive of this machine, or an image that is used like a drive. */
export const Drive = z.object({
  index: z.int().min(0).describe("Used by swap, eject and cd; stable while the service runs"),
  id: z.string().optional().describe("Only for drives added by path and for linked images"),
  name: text,
  path,
  source: z.string().max(4200),
  state: z.enum(["empty", "open", "loaded", "loading", "unknown", "missing"]),
  discLabel: text,
  virtual: z.boolean(),
  manual: z.boolean().describe("Added by path"),
  detected: z.boolean().describe("Detected by the ripper"),
  available: z.boolean().describe("The device or the image exists"),
  busy: z.boolean(),
  note: text.optional().describe("Reason why the drive cannot be read"),
  waitingFor: z.object({ batchId: z.string(), disc: z.int() }).optional(),
  ripId: z.string().optional(),
}).meta({ id: "Drive" });
/** `source` is the ripper's name for the drive: `disc:N`, `dev:/dev/sr0`, `iso:/path`, `file:/path`. */
export type Drive = z.infer<typeof Drive>;

/** A detected optical device. */
export const DriveCandidate = z.object({ path, name: text, note: text.optional() }).meta({ id: "DriveCandidate" });
/** `note` describes what is missing, such as the generic SCSI device in a container. */
export type DriveCandidate = z.infer<typeof DriveCandidate>;

/** A drive to add by its device, or an image to link. */
export const AddDrive = z.object({ path: path.min(1), label: z.string().trim().min(1).max(200).optional() }).strict()
  .meta({ id: "AddDrive" });
/** `label` is displayed instead of the path. */
export type AddDrive = z.infer<typeof AddDrive>;

/** A linked image or folder. */
export const VirtualDrive = z.object({
  id: z.string(),
  path,
  label: text.optional(),
  addedAt: z.iso.datetime(),
}).meta({ id: "VirtualDrive" });
/** Links are stored in the settings. */
export type VirtualDrive = z.infer<typeof VirtualDrive>;

/** Status of the ripper. */
export const RipperStatus = z.object({
  available: z.boolean(),
  path: z.string().optional(),
  version: z.string().optional(),
  error: z.string().max(4000).optional(),
  keyExpired: z.boolean().optional(),
}).meta({ id: "RipperStatus" });
/** The status is that of MakeMKV. Unprotected discs are read without it. */
export type RipperStatus = z.infer<typeof RipperStatus>;

/** Status of disc ripping and its drives. */
export const DiscStatus = z.object({
  enabled: z.boolean(),
  ripper: RipperStatus,
  drives: z.array(Drive),
  driveError: z.string().max(4000).optional(),
  polling: z.boolean(),
}).meta({ id: "DiscStatus" });
/** `driveError` is the reason why the drives could not be checked. */
export type DiscStatus = z.infer<typeof DiscStatus>;
