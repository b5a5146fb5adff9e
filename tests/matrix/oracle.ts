/**
 * Expected access decisions, derived only from the rules (safety.md, S-AUTH-1 to -6; S-WEB-1, -3). Shares no code with
 * the service.
 */

export interface Request {
  method: string;
  path: string;
  mode: "none" | "basic" | "forms";
  required: "enabled" | "disabledForLocalAddresses";
  /** True if the peer is on the local network. `forwarded` is the origin that proxy headers claim. */
  peerLocal: boolean;
  forwarded: "nothing" | "local" | "remote";
  credential: Credential;
  origin: "none" | "own" | "application" | "foreign";
  fetchSite: "none" | "same-origin" | "other";
  host: "known" | "foreign";
  /** Present if the header of a proxy is enabled: whether the peer is listed, and the user in the header. */
  proxy?: { peerListed: boolean; user: "none" | "listed" | "unlisted" | "malformed" };
}

export type Credential =
  | "nothing"
  | "key in header"
  | "key in query"
  | "the same key twice"
  | "wrong key"
  | "two different keys"
  | "key repeated in query"
  | "session"
  | "session tampered with"
  | "session that ended"
  | "basic"
  | "wrong basic";

export type Verdict = "public" | "in" | "unauthorized" | "wrong_host" | "cross_site";

const KEYS = ["key in header", "key in query", "the same key twice"];
const WRONG_KEYS = ["wrong key", "two different keys", "key repeated in query"];

export function verdict(request: Request): Verdict {
  const { method, path, mode, credential } = request;
  const reads = method === "GET" || method === "HEAD";
  if (reads && (path === "/api/health" || path === "/login" || /^\/static\/[A-Za-z0-9_.-]+$/.test(path))) {
    return "public";
  }
  const loginForm = (method === "POST" && path === "/login") ||
    (method === "GET" && (path === "/login/oidc" || path === "/login/oidc/callback"));
  const speaks = request.forwarded === "nothing" || request.proxy?.peerListed !== false;
  const local = request.peerLocal && request.forwarded !== "remote" && speaks;

  let ambient = loginForm;
  if (!loginForm) {
    if (WRONG_KEYS.includes(credential)) return "unauthorized";
    if (KEYS.includes(credential)) return "in";
    if (mode === "basic" && credential === "wrong basic") return "unauthorized";
    const byProxy = request.proxy?.peerListed === true && request.proxy.user === "listed";
    const loggedIn = (mode === "forms" && (credential === "session" || byProxy)) ||
      (mode === "basic" && credential === "basic");
    const byOrigin = local && (mode === "none" || request.required === "disabledForLocalAddresses");
    if (!loggedIn && !byOrigin) return "unauthorized";
    ambient = true;
  }
  if (ambient && request.host === "foreign") return "wrong_host";
  const proven = request.fetchSite !== "other" && request.origin !== "foreign";
  if (ambient && !reads && method !== "OPTIONS" && !proven) return "cross_site";
  return "in";
}
