import * as oauth from "oauth4webapi";
import { Fault } from "../../../kit/fault.ts";
import { HttpProblem } from "../../http_client/model.ts";

/** A sentence for the login page, and the cause for the event. Neither contains a token. */
export interface OidcFailure {
  fault: Fault;
  cause: string;
}

const again = "Log in again.";

/** Explains why a login at the provider failed. */
export function oidcFailure(error: unknown): OidcFailure {
  if (error instanceof Fault) return { fault: error, cause: error.message };
  if (error instanceof HttpProblem) return failed("upstream_failed", `The provider: ${error.message}`, error.message);
  if (error instanceof oauth.AuthorizationResponseError) {
    const cause = `The provider returned ${shownCode(error.error)}.`;
    const sentence = error.error === "access_denied" ? "The provider refused the login." : `${cause} ${again}`;
    return failed("unauthorized", sentence, cause);
  }
  if (error instanceof oauth.ResponseBodyError) {
    const cause = `The provider returned ${error.status} ${shownCode(error.error)}.`;
    const hint = error.error === "invalid_client" ? " Check the client ID and the client secret in Settings." : "";
    return failed("unauthorized", `${cause}${hint}`, cause);
  }
  if (error instanceof oauth.OperationProcessingError || error instanceof oauth.UnsupportedOperationError) {
    // The messages of the library are fixed texts. Its causes contain tokens.
    const code = error.code ?? "";
    return INVALID_METADATA.has(code)
      ? failed("upstream_failed", "The server does not respond like an OpenID Connect provider.", error.message)
      : failed("unauthorized", `The provider sent an invalid response. ${again}`, `${error.message} (${code})`);
  }
  if (error instanceof oauth.WWWAuthenticateChallengeError) {
    const cause = `The provider refused a request with status ${error.status}.`;
    return failed("unauthorized", cause, cause);
  }
  const cause = error instanceof Error ? error.name : "unknown";
  return failed("unauthorized", `The provider sent an invalid response. ${again}`, cause);
}

/** Codes of oauth4webapi for a response that is not from an OpenID Connect provider. */
const INVALID_METADATA = new Set<string>([
  oauth.RESPONSE_IS_NOT_CONFORM,
  oauth.RESPONSE_IS_NOT_JSON,
  oauth.PARSE_ERROR,
  oauth.MISSING_SERVER_METADATA,
  oauth.INVALID_SERVER_METADATA,
  oauth.HTTP_REQUEST_FORBIDDEN,
  oauth.REQUEST_PROTOCOL_FORBIDDEN,
]);

const failed = (code: "unauthorized" | "upstream_failed", sentence: string, cause: string): OidcFailure => ({
  fault: new Fault(code, sentence),
  cause,
});

/**
 * Returns the error code from the provider, or "an error" if it does not look like a code (RFC 6749). Anyone can create
 * a link that contains another text.
 */
const shownCode = (code: string): string => /^[a-z_]{1,60}$/.test(code) ? code : "an error";
