import type { Settings } from "../../lib/platform/settings/schema.ts";
import { settingPath } from "../../lib/ui/settings/setting_fields.ts";
import type { StepId } from "../services/setup_memory.ts";

/** A setup step, and whether it is done. A step that was `skipped` is not suggested again. */
export interface FirstStep {
  id: StepId;
  title: string;
  text: string;
  /** The question on the page of the step. */
  question: string;
  /** Path of the settings page for the step. */
  href: string;
  /** Text of the link to the page of the step. */
  action: string;
  done: boolean;
  skipped: boolean;
}

/** Data that determines which steps are done. */
export interface StepFacts {
  settings: Settings;
  /** True if all required programs were found. */
  programsFound: boolean;
  skipped: readonly StepId[];
  /** True if the user chose the default profiles, even if they are the same as in a new installation. */
  choseProfiles: boolean;
}

const MANAGERS = ["movie", "series", "music"] as const;

/** Returns the five setup steps with their state. Pure. */
export function firstSteps({ settings, programsFound, skipped, choseProfiles }: StepFacts): FirstStep[] {
  const { general, localMedia, connections, defaultProfiles, transcoding } = settings;
  const { mediaRoots, authentication } = general.security;
  const connected = MANAGERS.some((kind) => connections[kind].enabled);
  const steps: Omit<FirstStep, "skipped">[] = [
    {
      id: "programs",
      title: "Programs",
      question: "Are all programs installed?",
      text: programsFound
        ? "ffmpeg and all required programs are installed."
        : "ffmpeg is missing. The page shows the command to install it.",
      href: "/setup",
      action: "Check the programs",
      done: programsFound,
    },
    {
      id: "folders",
      title: "Folders",
      question: "Where is your media stored?",
      text: "Choose where your media is stored: files outside these folders are never read or written.",
      href: settingPath("general.security.mediaRoots"),
      action: "Choose folders",
      done: mediaRoots.length > 0 || localMedia.folders.length > 0,
    },
    {
      id: "managers",
      title: "Radarr, Sonarr, Lidarr",
      question: "Which applications manage your library?",
      text:
        "Connect the applications that manage your library: their movies, series and albums appear here, and encodes are reported back to them.",
      href: settingPath("connections.movie.enabled"),
      action: "Connect",
      done: connected,
    },
    {
      id: "profiles",
      title: "Default profiles",
      question: "What do you watch on?",
      text: "Choose how movies, series and anime are encoded, and test whether the GPU can encode.",
      href: settingPath("defaultProfiles.movie"),
      action: "Choose profiles",
      done: choseProfiles || transcoding.hardwareAcceleration !== "none" || isChosen(defaultProfiles),
    },
    {
      id: "password",
      title: "Password",
      question: "Who may use this page?",
      text: "Anyone on your network can use this page until a password is set.",
      href: settingPath("general.security.authentication"),
      action: "Set a password",
      done: authentication !== "none",
    },
  ];
  return steps.map((step) => ({ ...step, skipped: skipped.includes(step.id) }));
}

/** Path of a step's page. */
export const stepPath = (id: StepId): string => `/first-steps?step=${id}`;

/** True if a step is neither done nor skipped. */
export const isOpen = ({ done, skipped }: FirstStep): boolean => !done && !skipped;

/** True if the default profiles differ from the defaults of a new installation. */
function isChosen(profiles: Settings["defaultProfiles"]): boolean {
  return Object.values(profiles).some((id) => !id.startsWith("builtin-"));
}
