/** Headers and addresses that show where a request comes from. */
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
 * Returns true if a request without its own credential may change data: the browser has to report that it comes from
 * one of our pages (safety.md, S-WEB-1). Scripts send neither header and pass.
 */
export function sameOriginProof(request: RequestOrigin): boolean {
  if (HARMLESS.includes(request.method)) return true;
  const { secFetchSite } = request;
  return (secFetchSite === null || secFetchSite === "same-origin") && ownOrigin(request);
}

/**
 * Returns true if the browser reports that the request comes from another site's page. Typed addresses have no page.
 */
export const isForeignPage = (request: RequestOrigin): boolean =>
  !["same-origin", "none", null].includes(request.secFetchSite) || !ownOrigin(request);

function ownOrigin({ origin, host, applicationUrl }: RequestOrigin): boolean {
  if (origin === null) return true;
  const named = host.toLowerCase();
  // A proxy in front may use TLS where we do not, so only the name is compared, not the scheme.
  const own = [`http://${named}`, `https://${named}`];
  // Other schemes have the origin "null", which a sandboxed foreign page sends too.
  if (/^https?:/i.test(applicationUrl) && URL.canParse(applicationUrl)) own.push(new URL(applicationUrl).origin);
  return own.includes(origin.toLowerCase());
}
