import type { SettingText } from "./setting_text.ts";

/** Words of the page about agents and experiments. */
export const AGENTS_TEXTS = {
  "agents.enabled": { section: "agents", label: "Let agents encode" },
  "agents.requireApproval": {
    section: "agents",
    label: "Ask before an agent may work",
    help: "A new agent waits until you approve it.",
  },
  "agents.keepLocal": { section: "agents", label: "Encodes kept on this machine" },
  "agents.listen": {
    section: "agents",
    label: "Address for agents",
    help: "Where agents reach this instance. Empty = as everyone else does.",
  },
  "agents.token": { section: "agents", label: "Agents' token", help: "What agents show to be let in. Empty = none." },
  "experiments.barcode": { section: "experiments", label: "Scan barcodes of discs with a phone" },
  "experiments.wanted": {
    section: "experiments",
    label: "List wanted discs",
    help: "Of titles below their quality cutoff.",
  },
} as const satisfies Record<string, SettingText>;
