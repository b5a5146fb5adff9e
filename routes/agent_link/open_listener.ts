import type { OpenListener } from "../../lib/farm/service.ts";
import type { Log } from "../../lib/kit/log.ts";
import { serve } from "../http/serve.ts";
import { agentApp } from "./app.ts";
import { partRoutes } from "./parts.ts";

/** Opens the HTTPS listener for agents, which has no other routes. */
export const agentListener = ({ log }: { log: Log }): OpenListener => ({ link, transfers, host, port, tls }) => {
  const app = agentApp({ link, log, parts: partRoutes(transfers) });
  return serve({ app, bindAddress: host === "" ? "*" : host, port, tls });
};
