import { type HttpFailure, HttpProblem } from "./model.ts";

const REASONS: Record<string, HttpFailure> = {
  ECONNREFUSED: "refused",
  ENOTFOUND: "unreachable",
  EAI_AGAIN: "unreachable",
  EAI_NONAME: "unreachable",
  EHOSTUNREACH: "unreachable",
  ENETUNREACH: "unreachable",
  EADDRNOTAVAIL: "unreachable",
  ETIMEDOUT: "timeout",
  UND_ERR_CONNECT_TIMEOUT: "timeout",
  UND_ERR_HEADERS_TIMEOUT: "timeout",
  UND_ERR_BODY_TIMEOUT: "timeout",
  DEPTH_ZERO_SELF_SIGNED_CERT: "certificate",
  SELF_SIGNED_CERT_IN_CHAIN: "certificate",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "certificate",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "certificate",
  CERT_HAS_EXPIRED: "certificate",
  CERT_NOT_YET_VALID: "certificate",
  ERR_TLS_CERT_ALTNAME_INVALID: "certificate",
};

const SENTENCES: Record<HttpFailure, (host: string) => string> = {
  blocked: (host) => `${host} was not contacted.`,
  unreachable: (host) => `${host} cannot be found or reached from this server.`,
  refused: (host) => `${host} refused the connection. It may not be running.`,
  timeout: (host) => `${host} did not respond in time.`,
  certificate: (host) => `The certificate of ${host} is not trusted.`,
  dropped: (host) => `${host} closed the connection before its response was complete.`,
  too_large: (host) => `The response from ${host} is larger than allowed.`,
  circuit_open: (host) => `${host} failed several times. Requests to it are paused for a while.`,
};

/** Creates the problem for a failure. Its message contains the host, but no other part of the address. */
export const problem = (reason: HttpFailure, host: string, cause?: unknown): HttpProblem =>
  new HttpProblem(reason, SENTENCES[reason](host), { cause });

/** Creates the problem for a target that is paused, with the reason of its last failure. */
export const pausedProblem = (host: string, last: HttpFailure = "circuit_open"): HttpProblem =>
  last === "circuit_open"
    ? problem(last, host)
    : new HttpProblem("circuit_open", `${SENTENCES[last](host)} Requests to it are paused for a while.`);

/** Classifies the error of a failed request. */
export function failureOf(error: unknown, host: string): HttpProblem {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof HttpProblem) return at;
    if (at.name === "TimeoutError") return problem("timeout", host, error);
    const code = "code" in at && typeof at.code === "string" ? at.code : "";
    const reason = REASONS[code] ?? (/certificate|CERT|altname/i.test(at.message) ? "certificate" : undefined);
    if (reason !== undefined) return problem(reason, host, error);
  }
  return problem("dropped", host, error);
}
