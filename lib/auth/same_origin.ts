/** What tells where a request comes from. */
export interface RequestOrigin {
  method: string;
  secFetchSite: string | null;
  origin: string | null;
  /** The Host header. */
  host: string;
  /** Where others reach this instance, when that is known. */
  applicationUrl: string;
}

const HARMLESS = ["GET", "HEAD", "OPTIONS"];

/**
 * Whether a request that no credential of its own vouches for may change something: a browser has to say that one of our
 * own pages made it (safety.md, S-WEB-1). Scripts send neither header and pass.
 */
export function sameOriginProof({ method, secFetchSite, origin, host, applicationUrl }: RequestOrigin): boolean {
  if (HARMLESS.includes(method)) return true;
  if (secFetchSite !== null && secFetchSite !== "same-origin") return false;
  if (origin === null) return true;
  const named = host.toLowerCase();
  // A proxy in front may speak TLS where we do not: the name decides, not the scheme.
  const own = [`http://${named}`, `https://${named}`];
  // Other schemes have the origin "null", which is what a sandboxed foreign page sends.
  if (/^https?:/i.test(applicationUrl) && URL.canParse(applicationUrl)) own.push(new URL(applicationUrl).origin);
  return own.includes(origin.toLowerCase());
}
