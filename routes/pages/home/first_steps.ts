import type { Settings } from "../../../lib/platform/settings/schema.ts";
import { settingPath } from "../../../lib/ui/settings/setting_fields.ts";

/** What somebody does once after the installation, in this order. */
export const STEP_IDS = ["programs", "folders", "managers", "profiles", "password"] as const;
/** One of the five. */
export type StepId = (typeof STEP_IDS)[number];

/** A step with its tick; `skipped` steps are not asked for again. */
export interface FirstStep {
  id: StepId;
  title: string;
  text: string;
  /** Where it is done, and the words of the link. */
  href: string;
  action: string;
  done: boolean;
  skipped: boolean;
}

/** What the ticks depend on. */
export interface StepFacts {
  settings: Settings;
  /** Every program that is required was found. */
  programsFound: boolean;
  skipped: readonly StepId[];
}

const MANAGERS = ["movie", "series", "music"] as const;

/** The five steps as they stand. Pure. */
export function firstSteps({ settings, programsFound, skipped }: StepFacts): FirstStep[] {
  const { general, localMedia, connections, defaultProfiles, transcoding } = settings;
  const { mediaRoots, authentication } = general.security;
  const connected = MANAGERS.some((kind) => connections[kind].enabled);
  const steps: Omit<FirstStep, "skipped">[] = [
    {
      id: "programs",
      title: "Programs",
      text: programsFound
        ? "ffmpeg and all that is required are here."
        : "ffmpeg is missing. The page shows the command that installs it.",
      href: "/setup",
      action: "Check the programs",
      done: programsFound,
    },
    {
      id: "folders",
      title: "Folders",
      text: "Choose where your media is: files outside these folders are never read or written.",
      href: settingPath("general.security.mediaRoots"),
      action: "Choose folders",
      done: mediaRoots.length > 0 || localMedia.folders.length > 0,
    },
    {
      id: "managers",
      title: "Radarr, Sonarr, Lidarr",
      text: "Connect what manages your library: films, series and albums appear here, and results are handed back.",
      href: settingPath("connections.movie.enabled"),
      action: "Connect",
      done: connected,
    },
    {
      id: "profiles",
      title: "Default profiles",
      text: "Choose how films, series and anime are encoded, and test whether the graphics card can help.",
      href: settingPath("defaultProfiles.movie"),
      action: "Choose profiles",
      done: transcoding.hardwareAcceleration !== "none" || isChosen(defaultProfiles),
    },
    {
      id: "password",
      title: "Password",
      text: "Everybody in your network can use this page until it asks for a password.",
      href: settingPath("general.security.authentication"),
      action: "Set a password",
      done: authentication !== "none",
    },
  ];
  return steps.map((step) => ({ ...step, skipped: skipped.includes(step.id) }));
}

/** Whether anything is still to be done. */
export const isOpen = ({ done, skipped }: FirstStep): boolean => !done && !skipped;

/** Somebody chose other profiles than those of a new installation. */
function isChosen(profiles: Settings["defaultProfiles"]): boolean {
  return Object.values(profiles).some((id) => !id.startsWith("builtin-"));
}
