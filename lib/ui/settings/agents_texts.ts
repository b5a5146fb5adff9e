import type { SettingText } from "./setting_text.ts";

/** Texts of the settings for agents and experiments. */
export const AGENTS_TEXTS = {
  "agents.enabled": {
    section: "agents",
    label: "Let agents encode",
    help: "Requires nats-server on this server, or your own NATS server below.",
  },
  "agents.requireApproval": {
    section: "agents",
    label: "Require approval for agents",
    help: "New agents wait for your approval.",
  },
  "agents.keepLocal": {
    section: "agents",
    label: "Encodes kept on this server",
    help:
      "Movie parts that this server encodes at a time while agents are working. 0 = all go to agents while one is online. " +
      "Without agents, this server encodes as many as it can.",
  },
  "agents.listen": {
    section: "agents",
    label: "Address for agents",
    help: "host:port on which this server listens for agents. Empty = port 3940 on all addresses.",
  },
  "agents.server": {
    section: "agents",
    label: "NATS server",
    help: "Your own server with JetStream, such as nats://user:password@host:4222. Empty = one is started here.",
  },
  "agents.token": {
    section: "agents",
    label: "Agent credential for the NATS server",
    help: "Only for your own server: a token or user:password that every approved agent receives. What agents may do " +
      "there is set on that server. A revoked agent still knows it, so change it there, too.",
  },
  "experiments.barcode": { section: "experiments", label: "Scan disc barcodes with a phone" },
  "experiments.wanted": {
    section: "experiments",
    label: "List wanted discs",
    help: "For titles below their quality cutoff.",
  },
} as const satisfies Record<string, SettingText>;
