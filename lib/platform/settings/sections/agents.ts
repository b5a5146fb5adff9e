import * as z from "zod";
import { secret, toggle } from "./fields.ts";
import { group, settingIn } from "./setting.ts";

const agents = settingIn("agents");
const experiments = settingIn("experiments");

/** Settings of agents, which are other machines that encode for this server. */
export const AgentSettings = group({
  enabled: agents(toggle(false), {
    label: "Let agents encode",
    help: "Requires nats-server on this server, or your own NATS server below.",
    reveals: true,
  }),
  requireApproval: agents(toggle(true), {
    label: "Require approval for agents",
    help: "New agents wait for your approval.",
  }),
  keepLocal: agents(z.int().min(0).max(32).default(1), {
    label: "Encodes reserved for this server",
    help:
      "Segments that this server encodes at a time while agents are working. 0 = all are sent to agents while one is " +
      "online. Without agents, this server encodes as many as it can.",
  }),
  listen: agents(
    z.string().max(200).regex(/^(|(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9.-]*):\d{1,5})$/, "Use host:port.").default(""),
    {
      label: "Address for agents",
      help: "host:port on which this server listens for agents.",
      empty: "port 3940 on all addresses",
      details: "The NATS server uses the next higher port.",
    },
  ),
  server: agents(
    secret().refine((url) => url === "" || /^(nats|tls):\/\/\S+$/.test(url), "Use nats://user:password@host:4222."),
    {
      label: "NATS server",
      help: "Your own server with JetStream, such as nats://user:password@host:4222.",
      empty: "Lathe starts one",
    },
  ),
  token: agents(secret(), {
    label: "Agent credential for the NATS server",
    help: "Only for your own server: a token or user:password that every approved agent receives. Set the " +
      "permissions of agents on that server. A revoked agent still knows this credential, so change it there, too.",
  }),
});

/** Settings of experimental features, which may still change. */
export const ExperimentSettings = group({
  barcode: experiments(toggle(false), { label: "Scan disc barcodes with a phone" }),
  wanted: experiments(toggle(false), { label: "List wanted discs", help: "For titles below their quality cutoff." }),
});
