import { createMutex } from "../../kit/async.ts";
import { Fault } from "../../kit/fault.ts";
import type { Settings } from "../../platform/settings/schema.ts";
import type { AgentStanding, JoinAnswer, JoinRequest } from "../protocol.ts";
import type { JoinCodes } from "./join_codes.ts";
import type { Registry } from "./registry_model.ts";

/** Operations for the routes of agents. */
export interface AgentLink {
  join(request: JoinRequest, address: string): Promise<JoinAnswer>;
  /** Returns the agent's ID. Throws `unauthorized`. A revoked agent is recognised, but may only request its status. */
  authenticate(credential: string): { id: string; approved: boolean };
  standing(id: string): AgentStanding;
}

/** Services and options of the agent link. */
export interface AgentLinkDeps {
  registry: Pick<Registry, "join" | "authenticate" | "rows" | "list">;
  codes: JoinCodes;
  instance: string;
  settings(): Settings["agents"];
  /** PEM certificate that agents trust. */
  certificate(): string;
  natsAddress(): string | undefined;
  /** Called after a machine has joined with the code that contains this secret. */
  used(secret: string): void;
  /** Resolves when the approved agents may connect to the NATS server. */
  onApproved(): Promise<void>;
}

/** Handles requests of agents. Calls `onApproved` when a joining machine is approved immediately. */
export function createAgentLink({ registry, codes, instance, settings, ...deps }: AgentLinkDeps): AgentLink {
  const inTurn = createMutex();
  return {
    join: ({ secret, ...request }, address) =>
      inTurn(async () => {
        const code = codes.redeem({ secret, address, publicKey: request.publicKey });
        const wanted = settings().requireApproval ? "pending" : "approved";
        const { row, credential } = await registry.join(request, { state: wanted, agentId: code.agentId });
        code.made(row.id);
        deps.used(secret);
        if (wanted === "approved") await deps.onApproved();
        return { id: row.id, instance, credential, certificate: deps.certificate() };
      }),
    authenticate(credential) {
      const row = registry.authenticate(credential);
      if (row === undefined) throw new Fault("unauthorized", "This credential is unknown. Join again.");
      codes.finish(row.id);
      return { id: row.id, approved: row.state === "approved" };
    },
    standing(id) {
      const row = registry.rows().find((one) => one.id === id);
      if (row === undefined) throw new Fault("unauthorized", "This credential is unknown. Join again.");
      const { state: stands, name, paused } = row;
      if (stands !== "approved") return { state: stands, name, paused };
      const reason = registry.list().find((one) => one.id === id)?.reason;
      const nats = deps.natsAddress();
      const { server, token } = settings();
      return {
        ...{ state: stands, name, paused },
        ...(nats === undefined ? {} : { nats }),
        ...(server !== "" && token !== "" ? { natsCredential: token } : {}),
        ...(reason === undefined ? {} : { reason }),
      };
    },
  };
}
