/** Headers and addresses that show the origin of a request. */
export interface RequestOrigin {
  method: string;
  secFetchSite: string | null;
  origin: string | null;
  /** `Host` header. */
  host: string;
  /** Public address of this instance, if known. */
  applicationUrl: string;
}

const HARMLESS = ["GET", "HEAD", "OPTIONS"];

/**
 * True if a request without its own credential may change data. The headers from the browser must show that it comes
 * from one of Lathe's pages (safety.md, S-WEB-1). Scripts send neither header and are allowed.
 */
export function sameOriginProof(request: RequestOrigin): boolean {
  if (HARMLESS.includes(request.method)) return true;
  const { secFetchSite } = request;
  return (secFetchSite === null || secFetchSite === "same-origin") && ownOrigin(request);
}

/**
 * True if the headers from the browser show that the request comes from a page of another site. A request for an
 * address typed into the browser does not come from a page.
 */
export const isForeignPage = (request: RequestOrigin): boolean =>
  !["same-origin", "none", null].includes(request.secFetchSite) || !ownOrigin(request);

function ownOrigin({ origin, host, applicationUrl }: RequestOrigin): boolean {
  if (origin === null) return true;
  const named = host.toLowerCase();
  // A proxy may use TLS when this service does not, so only the name is compared, not the scheme.
  const own = [`http://${named}`, `https://${named}`];
  // URLs with other schemes have the origin "null", which sandboxed pages of other sites send as well.
  if (/^https?:/i.test(applicationUrl) && URL.canParse(applicationUrl)) own.push(new URL(applicationUrl).origin);
  return own.includes(origin.toLowerCase());
}
