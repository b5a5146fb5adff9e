import { Buffer } from "node:buffer";
import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { once } from "../../lib/kit/lazy.ts";
// @ts-types="./oidc_provider_types.d.ts"
import Provider from "oidc-provider";

/** Claims of an account, by name. */
export type AccountClaims = Record<string, unknown>;
/** Behaviour of subsequent responses: `well` is that of oidc-provider, every other one is a fault. */
export type ProviderManner = "well" | "unavailable" | "html" | "endless" | "hang" | "drop";

/** Parts of a signed token that a test can change before it is signed again. */
export interface TokenParts {
  header: Record<string, unknown>;
  claims: Record<string, unknown>;
  /** Key for the signature. Undefined for none. */
  key: KeyObject | undefined;
}

/** A real OpenID Connect provider on this machine. */
export interface OidcProviderFake extends AsyncDisposable {
  issuer: string;
  /** Accounts by subject. Every password is accepted. */
  accounts: Map<string, AccountClaims>;
  /** Subject that is logged in without a form. */
  user: string | undefined;
  manner: ProviderManner;
  /** Replaces the ID token of the next token responses. */
  forge: ((parts: TokenParts) => TokenParts) | undefined;
  /** Replaces the response of the userinfo endpoint. */
  userinfo: AccountClaims | undefined;
  /** Overwrites fields of the discovery document. */
  metadata: Record<string, unknown>;
  /** Method and path of all requests, and the bodies of token requests. */
  seen: string[];
  /** A key that the provider does not publish. */
  foreignKey: KeyObject;
}

export interface OidcProviderOptions {
  clientId?: string;
  clientSecret?: string;
  redirectUris?: string[];
  loggedOutUris?: string[];
  /** True if names, addresses and groups are only in the userinfo response. */
  claimsInUserinfo?: boolean;
  port?: number;
}

export const CLIENT = { clientId: "lathe", clientSecret: "client secret & more" };

const rsaKey = () => generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
const ownKey = once(rsaKey);
const foreignKey = once(rsaKey);

/** Starts a provider on a free port. */
export async function startOidcProvider(options: OidcProviderOptions = {}): Promise<OidcProviderFake> {
  const privateKey = ownKey();
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((done) => server.listen(options.port ?? 0, "127.0.0.1", done));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const fake: Omit<OidcProviderFake, typeof Symbol.asyncDispose> = {
    issuer,
    accounts: new Map(),
    user: undefined,
    manner: "well",
    forge: undefined,
    userinfo: undefined,
    metadata: {},
    seen: [],
    foreignKey: foreignKey(),
  };
  const provider = createProvider(issuer, fake.accounts, privateKey, options);
  const answer = provider.callback();

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? "/";
    fake.seen.push(`${request.method} ${path}`);
    if (misbehaved(fake.manner, request, response)) return;
    if (path.startsWith("/interaction/")) return await interact(provider, fake, request, response);
    if (path === "/token" && fake.forge !== undefined) forgeTokens(response, fake.forge, privateKey);
    if (path === "/me" && fake.userinfo !== undefined) return json(response, fake.userinfo);
    if (path.startsWith("/.well-known/")) replaceJson(response, (body) => ({ ...body, ...fake.metadata }));
    answer(request, response);
  }
  return Object.assign(fake, {
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  });
}

function createProvider(
  issuer: string,
  accounts: OidcProviderFake["accounts"],
  key: KeyObject,
  { clientId, clientSecret, redirectUris = [], loggedOutUris = [], claimsInUserinfo = false }: OidcProviderOptions,
): Provider {
  return new Provider(issuer, {
    clients: [{
      client_id: clientId ?? CLIENT.clientId,
      client_secret: clientSecret ?? CLIENT.clientSecret,
      redirect_uris: redirectUris,
      post_logout_redirect_uris: loggedOutUris,
    }],
    jwks: { keys: [{ ...key.export({ format: "jwk" }), kid: "own", use: "sig", alg: "RS256" }] },
    cookies: { keys: ["cookie key of the fake"] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, AuthorizationCode: 60, IdToken: 600 },
    conformIdTokenClaims: claimsInUserinfo,
    claims: {
      openid: ["sub"],
      profile: ["preferred_username", "name"],
      email: ["email", "email_verified"],
      groups: ["groups"],
    },
    findAccount: (_: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ ...accounts.get(id), sub: id }),
    }),
  });
}

/** Logs in `fake.user`, or shows a form with the user name, and grants everything that was asked for. */
async function interact(
  provider: Provider,
  fake: Pick<OidcProviderFake, "user">,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const details = await provider.interactionDetails(request, response);
  const chosen = request.method === "POST" ? new URLSearchParams(await textOf(request)).get("user") : fake.user;
  if (!chosen) {
    response.setHeader("Content-Type", "text/html");
    response.end(`<!doctype html><title>Provider</title><h1>Provider</h1><form method="post">
      <label>User <input name="user" autofocus></label><button>Continue</button></form>`);
    return;
  }
  const grant = new provider.Grant({ accountId: chosen, clientId: String(details.params.client_id) });
  grant.addOIDCScope(String(details.params.scope));
  const result = { login: { accountId: chosen }, consent: { grantId: await grant.save() } };
  await provider.interactionFinished(request, response, result);
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const part of request) text += part;
  return text;
}

function json(response: ServerResponse, body: unknown): void {
  response.setHeader("Content-Type", "application/json");
  response.end(JSON.stringify(body));
}

/** Replaces a JSON response shortly before it is sent. */
function replaceJson(response: ServerResponse, change: (body: Record<string, unknown>) => unknown): void {
  const end = response.end.bind(response);
  response.end = ((body: string | Buffer) => {
    const text = JSON.stringify(change(JSON.parse(String(body))));
    response.setHeader("Content-Length", Buffer.byteLength(text));
    return end(text);
  }) as typeof response.end;
}

function forgeTokens(
  response: ServerResponse,
  forge: NonNullable<OidcProviderFake["forge"]>,
  key: KeyObject,
): void {
  replaceJson(response, (body) => {
    if (typeof body.id_token !== "string") return body;
    const [header = "", claims = ""] = body.id_token.split(".");
    const parts = (text: string) => JSON.parse(String(Buffer.from(text, "base64url")));
    return { ...body, id_token: signed(forge({ header: parts(header), claims: parts(claims), key })) };
  });
}

function signed({ header, claims, key }: TokenParts): string {
  const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString("base64url");
  const text = `${encode(header)}.${encode(claims)}`;
  return `${text}.${key === undefined ? "" : sign("RSA-SHA256", Buffer.from(text), key).toString("base64url")}`;
}

/** Sends the invalid response for `manner` and returns true. Pages that a browser opens are not affected. */
function misbehaved(manner: ProviderManner, request: IncomingMessage, response: ServerResponse): boolean {
  switch (manner) {
    case "well":
      return false;
    case "unavailable":
      response.statusCode = 503;
      response.end("Service unavailable");
      return true;
    case "html":
      response.setHeader("Content-Type", "text/html");
      response.end("<!doctype html><h1>Welcome</h1>");
      return true;
    case "endless":
      response.setHeader("Content-Type", "application/json");
      response.setHeader("Content-Length", String(5 << 30));
      response.write(" ".repeat(1 << 20));
      return true;
    case "hang":
      return true;
    case "drop":
      request.socket.destroy();
      return true;
  }
}
