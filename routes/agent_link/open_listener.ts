import type { OpenListener } from "../../lib/farm/service.ts";
import type { Log } from "../../lib/kit/log.ts";
import { serve } from "../http/serve.ts";
import { agentApp, type AgentAppDeps } from "./app.ts";

/** What the listener answers with, beside what the farm hands it. */
export interface ListenerDeps {
  log: Log;
  /** Routes of parts, made for the channel of a start. */
  parts?: (channel: Parameters<OpenListener>[0]["channel"]) => AgentAppDeps["parts"];
}

/** Opens the HTTPS address for agents: nothing of the other routes is reached there. */
export const agentListener = ({ log, parts }: ListenerDeps): OpenListener => ({ link, channel, host, port, tls }) => {
  const routes = parts?.(channel);
  const app = agentApp({ link, log, ...(routes === undefined ? {} : { parts: routes }) });
  return serve({ app, bindAddress: host === "" ? "*" : host, port, tls });
};
