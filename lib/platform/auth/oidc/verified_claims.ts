import * as oauth from "oauth4webapi";
import type { HttpClient } from "../../http_client/model.ts";
import type { Settings } from "../../settings/schema.ts";
import { type Admission, allowedUser, type AllowedUsers } from "./allowed_user.ts";
import type { PendingLogin } from "./pending_logins.ts";
import { requestOptions } from "./provider.ts";

/** Tolerated difference in seconds between this clock and that of the provider, and maximum age of an ID token. */
const CLOCK_TOLERANCE = 60;
const MAX_AGE = 600;

/** Input for completing a login. */
export interface CallbackInput {
  http: Pick<HttpClient, "send">;
  server: oauth.AuthorizationServer;
  settings: Pick<Settings["general"]["security"]["oidc"], "issuer" | "clientId" | "clientSecret"> & AllowedUsers;
  login: PendingLogin;
  /** Query of the callback. */
  parameters: URLSearchParams;
  now: Date;
}

/**
 * Exchanges the code of a callback and verifies the ID token: issuer, audience, signature, nonce and times. Returns the
 * user. Throws an error of oauth4webapi, or `HttpProblem`.
 */
export async function verifiedUser(input: CallbackInput): Promise<Admission> {
  const { http, server, settings, login, parameters, now } = input;
  const nowSeconds = Math.floor(now.getTime() / 1000);
  const client: oauth.Client = {
    client_id: settings.clientId,
    [oauth.clockTolerance]: CLOCK_TOLERANCE,
    [oauth.clockSkew]: nowSeconds - Math.floor(Date.now() / 1000),
  };
  const options = requestOptions(http, settings.issuer);
  const valid = oauth.validateAuthResponse(server, client, parameters, login.state);
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    clientAuthentication(server, settings.clientSecret),
    valid,
    login.redirectUri,
    login.codeVerifier,
    options,
  );
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
    expectedNonce: login.nonce,
    requireIdToken: true,
  });
  // Verifies the signature of the ID token. By default, the library relies on the secure connection to the provider.
  await oauth.validateApplicationLevelSignature(server, response, options);
  const claims = oauth.getValidatedIdTokenClaims(tokens);
  if (claims === undefined) throw new TypeError("The response contains no ID token.");
  if (claims.iat > nowSeconds + CLOCK_TOLERANCE || claims.iat < nowSeconds - MAX_AGE - CLOCK_TOLERANCE) {
    throw new oauth.OperationProcessingError("the ID token was not issued just now", {
      code: oauth.JWT_TIMESTAMP_CHECK,
    });
  }
  const user = allowedUser(claims, settings);
  if (user.allowed || server.userinfo_endpoint === undefined) return user;
  // Some providers list names and groups only in the userinfo response. Its claims are never combined with those of the
  // ID token.
  const info = await oauth.userInfoRequest(server, client, tokens.access_token, options);
  return allowedUser(await oauth.processUserInfoResponse(server, client, claims.sub, info), settings);
}

/** Chooses how the client identifies itself, by the methods that the provider supports. */
function clientAuthentication(server: oauth.AuthorizationServer, secret: string): oauth.ClientAuth {
  if (secret === "") return oauth.None();
  const methods = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
  return methods.includes("client_secret_basic") || !methods.includes("client_secret_post")
    ? oauth.ClientSecretBasic(secret)
    : oauth.ClientSecretPost(secret);
}
