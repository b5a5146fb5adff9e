import * as z from "zod";
import { address, secret, toggle } from "./fields.ts";
import { group, settingIn } from "./setting.ts";

const oidc = settingIn("security", "OpenID Connect");
const proxyHeader = settingIn("security", "Proxy header");

/** Names of users or groups, one per line. */
const names = () => z.array(z.string().min(1).max(200)).max(200).default([]);

/** Settings for logging in at an OpenID Connect provider. */
export const OidcSettings = group({
  enabled: oidc(toggle(false), {
    label: "Log in with OpenID Connect",
    help: "Adds a button to the login page. Requires Forms authentication; the password keeps working.",
    details: "For Authelia, Authentik, Keycloak and other providers. The help page Log in explains each of them.",
    reveals: true,
  }),
  issuer: oidc(address(""), {
    label: "Issuer",
    help: "Address of the provider, as its discovery document states it.",
    placeholder: "https://auth.example.org",
  }),
  clientId: oidc(z.string().max(200).default(""), { label: "Client ID" }),
  clientSecret: oidc(secret(), { label: "Client secret", empty: "a public client" }),
  scopes: oidc(z.string().max(500).default("openid profile email"), {
    label: "Scopes",
    help: "Separated by spaces.",
    details: "Most providers need `groups` in addition if groups are allowed.",
    advanced: true,
  }),
  users: oidc(names(), {
    label: "Allowed users",
    help:
      "One per line, exactly as the provider spells them. A line with @ is an email address that the provider has " +
      "verified, any other line is a user name.",
    details: "Compared with `preferred_username` and with `email` if `email_verified` is true.",
    control: "lines",
  }),
  groups: oidc(names(), {
    label: "Allowed groups",
    help: "One per line. Every member can log in.",
    control: "lines",
  }),
  groupsClaim: oidc(z.string().min(1).max(100).default("groups"), {
    label: "Claim with the groups",
    details: "Its value must be a list of texts.",
    advanced: true,
  }),
  buttonLabel: oidc(z.string().min(1).max(60).default("OpenID Connect"), {
    label: "Name on the button",
    help: "The button is labelled Log in with this name.",
  }),
});

/** Settings for accepting the user that a reverse proxy has authenticated. */
export const ProxyHeaderSettings = group({
  enabled: proxyHeader(toggle(false), {
    label: "Log in by a proxy's header",
    help: "Accepts the user name that a trusted proxy sends. Requires Forms authentication, and the " +
      "advanced setting Trusted proxies.",
    details:
      "The proxy must remove this header from the requests of its clients. Every program at an address in Trusted " +
      "proxies can use the name of every allowed user.",
    reveals: true,
  }),
  header: proxyHeader(z.string().regex(/^[A-Za-z][A-Za-z0-9-]{0,63}$/, "Use a header name.").default("Remote-User"), {
    label: "Header",
  }),
  users: proxyHeader(names(), {
    label: "Allowed users of the proxy",
    help: "One per line, exactly as the proxy sends them.",
    control: "lines",
  }),
});
