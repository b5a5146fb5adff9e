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
export function sameOriginProof(request: RequestOrigin): boolean {
  if (HARMLESS.includes(request.method)) return true;
  const { secFetchSite } = request;
  return (secFetchSite === null || secFetchSite === "same-origin") && ownOrigin(request);
}

/** Whether a browser says that a page of another site asks. Addresses typed by hand have no page. */
export const isForeignPage = (request: RequestOrigin): boolean =>
  !["same-origin", "none", null].includes(request.secFetchSite) || !ownOrigin(request);

function ownOrigin({ origin, host, applicationUrl }: RequestOrigin): boolean {
  if (origin === null) return true;
  const named = host.toLowerCase();
  // A proxy in front may speak TLS where we do not: the name decides, not the scheme.
  const own = [`http://${named}`, `https://${named}`];
  // Other schemes have the origin "null", which is what a sandboxed foreign page sends.
  if (/^https?:/i.test(applicationUrl) && URL.canParse(applicationUrl)) own.push(new URL(applicationUrl).origin);
  return own.includes(origin.toLowerCase());
}
