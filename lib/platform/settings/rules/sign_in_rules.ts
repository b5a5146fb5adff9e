import { isLocalAddress } from "../../../kit/address.ts";
import type { FieldError } from "../../../kit/fault.ts";
import { addressProblem } from "./host_rules.ts";
import { problem, type SettingRule } from "./rule.ts";

const OIDC = "general.security.oidc";
const PROXY_HEADER = "general.security.proxyHeader";
const NEEDS_FORMS = "This requires Forms authentication, so that you can always log in with the password.";

/** Rules for the login methods other than the password. An enabled method must have all of its settings. */
export const SIGN_IN_RULES: SettingRule[] = [
  {
    keys: /^general\.security\.(authentication$|oidc\.)/,
    problems({ general: { security: { authentication, oidc } } }): FieldError[] {
      if (!oidc.enabled) return [];
      const { issuer, clientId, scopes, users, groups } = oidc;
      return [
        ...problem(`${OIDC}.enabled`, authentication !== "forms" && NEEDS_FORMS),
        ...problem(`${OIDC}.issuer`, issuer === "" ? "Enter the issuer." : issuerProblem(issuer)),
        ...problem(`${OIDC}.clientId`, clientId === "" && "Enter the client ID."),
        ...problem(`${OIDC}.scopes`, !scopes.split(" ").includes("openid") && "The scope openid is required."),
        ...problem(`${OIDC}.users`, users.length + groups.length === 0 && "Enter a user or a group that may log in."),
      ];
    },
  },
  {
    keys: /^general\.security\.(authentication$|trustedProxies$|proxyHeader\.)/,
    problems({ general: { security: { authentication, proxyHeader, trustedProxies } } }): FieldError[] {
      if (!proxyHeader.enabled) return [];
      const { header, users } = proxyHeader;
      const odd = users.findIndex((name) => !/^[\x21-\x7e]+$/.test(name) || name.includes(","));
      const wide = trustedProxies.find((entry) => Number(entry.split("/")[1] ?? "128") < MIN_PREFIX);
      return [
        ...problem(`${PROXY_HEADER}.enabled`, authentication !== "forms" && NEEDS_FORMS),
        ...problem(
          `${PROXY_HEADER}.enabled`,
          trustedProxies.length === 0 && "Enter the address of the proxy under Trusted proxies first.",
        ),
        ...problem(`${PROXY_HEADER}.enabled`, wide && `${wide} contains too many addresses: list only the proxy.`),
        ...problem(`${PROXY_HEADER}.header`, RESERVED.test(header) && "This header is reserved for another purpose."),
        ...problem(`${PROXY_HEADER}.users`, users.length === 0 && "Enter a user that may log in."),
        ...problem(`${PROXY_HEADER}.users.${odd}`, odd !== -1 && "Use ASCII characters without spaces and commas."),
      ];
    },
  },
];

/**
 * Minimum prefix length, in bits, of a trusted network. Every machine in it may send the header that logs in a user.
 */
const MIN_PREFIX = 8;

/** Headers that clients and proxies send for other purposes. */
const RESERVED =
  /^(accept.*|authorization|connection|content-.*|cookie|forwarded|host|origin|referer|sec-.*|te|user-agent|via|x-api-key|x-forwarded-(for|host|port|proto)|x-real-ip|cf-connecting-ip|true-client-ip)$/i;

/** Names that only a local network resolves. */
const LOCAL_NAME = /^[^.]+$|\.(localhost|local|lan|home\.arpa|internal)$/;

/** Returns the reason why an address cannot be the issuer, as a sentence. Undefined if it can. */
export function issuerProblem(issuer: string): string | undefined {
  const url = URL.parse(issuer);
  if (url === null) return "Use an address such as https://auth.example.org.";
  if (/\/\.well-known\//.test(url.pathname)) return "Enter the address without /.well-known/ and what follows it.";
  const isLocal = isLocalAddress(url.hostname) || LOCAL_NAME.test(url.hostname);
  if (url.protocol !== "https:" && !isLocal) return "Use https. Only a provider on your network may use http.";
  return addressProblem(issuer);
}
