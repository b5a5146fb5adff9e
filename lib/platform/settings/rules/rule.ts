import { isAbsolute } from "node:path";
import type { FieldError } from "../../../kit/fault.ts";
import type { Settings } from "../schema.ts";

/** What the rules ask about this machine and this instance. */
export interface RuleFacts {
  configDir: string;
  /** The addresses of this machine; undefined when the system does not tell. */
  addresses: string[] | undefined;
  /** Which media a profile is for; undefined when there is none of that id. */
  profileMedia(id: string): Promise<"video" | "music" | undefined>;
  /** Why nothing can be written to this folder, which may be made later; undefined when it can. */
  writtenFolderProblem(path: string): Promise<string | undefined>;
  /** Whether there is a folder here. */
  isFolder(path: string): Promise<boolean>;
  /** Why HTTPS cannot be started with these settings; undefined when it can. */
  certificateProblem(host: Settings["general"]["host"]): Promise<string | undefined>;
  /** What a notification target lacks to be told anything, in sentences. */
  missingParts(target: Settings["notifications"]["targets"][number]): string[];
}

/** A condition that a value has to meet beyond its type, looked at when one of its keys changes. */
export interface SettingRule {
  /** Dotted keys of the settings it is about. */
  keys: RegExp;
  problems(settings: Settings, facts: RuleFacts): FieldError[] | Promise<FieldError[]>;
}

/** An error at `path`, or none. */
export const problem = (path: string, message: string | false | undefined): FieldError[] =>
  message ? [{ path, message }] : [];

/** Absolute in the way of any system: managers may run on another one than this. */
export const isAbsoluteAnywhere = (path: string): boolean => /^(\/|[A-Za-z]:[\\/]|\\\\|\/\/)/.test(path);

/** What a form shows beside a path that is relative or of another system. */
export const ABSOLUTE_HERE = "Use an absolute path of this machine.";

/** The sentence for a path that is not absolute on this machine; empty ones pass. */
export const absoluteHere = (path: string): string | false => path !== "" && !isAbsolute(path) && ABSOLUTE_HERE;

/** The sentence for an id that occurs before `index`. */
export const repeated = (ids: string[], index: number): string | false =>
  ids.indexOf(ids[index] ?? "") < index && "This id is used twice.";
