import { isAbsolute } from "node:path";
import type { FieldError } from "../../../kit/fault.ts";
import type { Settings } from "../schema.ts";

/** Facts about this machine and instance that the rules need. */
export interface RuleFacts {
  configDir: string;
  /** Addresses of this machine. Undefined if the system does not provide them. */
  addresses: string[] | undefined;
  /** Returns the media type of a profile. Undefined for an unknown ID. */
  profileMedia(id: string): Promise<"video" | "music" | undefined>;
  /** Returns the reason why a folder cannot be written to. Undefined if it can. The folder need not exist yet. */
  writtenFolderProblem(path: string): Promise<string | undefined>;
  /** True if the path is an existing folder. */
  isFolder(path: string): Promise<boolean>;
  /** Returns the reason why HTTPS cannot be started with these settings. Undefined if it can. */
  certificateProblem(host: Settings["general"]["host"]): Promise<string | undefined>;
  /** Returns the required fields that are missing in a notification target, as sentences. */
  missingParts(target: Settings["notifications"]["targets"][number]): string[];
}

/** A condition on values that their type does not express. Checked if one of its keys changes. */
export interface SettingRule {
  /** Matches the dotted keys of the settings to which it applies. */
  keys: RegExp;
  problems(settings: Settings, facts: RuleFacts): FieldError[] | Promise<FieldError[]>;
}

/** Returns an error at `path` if there is a message. */
export const problem = (path: string, message: string | false | undefined): FieldError[] =>
  message ? [{ path, message }] : [];

/** True if a path is absolute on any system, because managers may run on another one. */
export const isAbsoluteAnywhere = (path: string): boolean => /^(\/|[A-Za-z]:[\\/]|\\\\|\/\/)/.test(path);

/** Message for a path that is relative or from another system. */
export const ABSOLUTE_HERE = "Use an absolute path on this server.";

/** Returns the message for a path that is not absolute on this machine. Empty paths are valid. */
export const absoluteHere = (path: string): string | false => path !== "" && !isAbsolute(path) && ABSOLUTE_HERE;

/** Returns the message for an ID that also occurs before `index`. */
export const repeated = (ids: string[], index: number): string | false =>
  ids.indexOf(ids[index] ?? "") < index && "This ID is used twice.";
