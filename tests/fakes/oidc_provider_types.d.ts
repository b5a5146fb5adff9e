import type { IncomingMessage, ServerResponse } from "node:http";

/** The part of oidc-provider that the fake uses. The package contains no types. */
export default class Provider {
  constructor(issuer: string, configuration: Record<string, unknown>);
  callback(): (request: IncomingMessage, response: ServerResponse) => void;
  interactionDetails(
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<{ uid: string; params: Record<string, unknown> }>;
  interactionFinished(request: IncomingMessage, response: ServerResponse, result: unknown): Promise<void>;
  Grant: new (of: { accountId: string; clientId: string }) => {
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  };
}
