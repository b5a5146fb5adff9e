import type { SettingText } from "./setting_text.ts";

/** Texts of the settings for agents and experiments. */
export const AGENTS_TEXTS = {
  "agents.enabled": {
    section: "agents",
    label: "Let agents encode",
    help: "Needs the program nats-server here, or a NATS server of yours below.",
  },
  "agents.requireApproval": {
    section: "agents",
    label: "Ask before an agent may work",
    help: "A new agent waits until you approve it.",
  },
  "agents.keepLocal": {
    section: "agents",
    label: "Encodes kept on this machine",
    help:
      "Parts of films that this machine makes at once while agents work. 0 = all go to agents while one is online. " +
      "Without agents this machine makes as many as it has room for.",
  },
  "agents.listen": {
    section: "agents",
    label: "Address for agents",
    help: "host:port that this instance listens at for agents. Empty = port 3940 on every address.",
  },
  "agents.server": {
    section: "agents",
    label: "NATS server",
    help: "A server of yours with JetStream, such as nats://user:password@host:4222. Empty = one is started here.",
  },
  "agents.token": {
    section: "agents",
    label: "Agents' credential at the NATS server",
    help: "Only for a server of yours: a token or user:password, handed to every approved agent. What agents may do " +
      "there is for that server to say. A revoked agent keeps it: change it there, too.",
  },
  "experiments.barcode": { section: "experiments", label: "Scan barcodes of discs with a phone" },
  "experiments.wanted": {
    section: "experiments",
    label: "List wanted discs",
    help: "Of titles below their quality cutoff.",
  },
} as const satisfies Record<string, SettingText>;
