/** A login that continues in the browser at the provider. */
export interface StartedLogin {
  /** Address of the provider to which the browser is sent. */
  url: string;
  /** Value of the cookie that binds the login to the browser. */
  cookie: string;
}

/** Request with which a provider sends the browser back. */
export interface Callback {
  /** Value of the cookie of this login. */
  cookie: string | undefined;
  parameters: URLSearchParams;
  /** Address of the caller, for throttling and events. */
  address: string;
}

/** Issuer and addresses in the metadata of a provider. */
export interface ProviderFacts {
  issuer: string;
  authorization: string;
  token: string;
  userinfo?: string;
  endSession?: string;
}

/** Login at an OpenID Connect provider, with the authorization code flow and PKCE. Implemented by `oidc.ts`. */
export interface Oidc {
  /** Starts a login. Throws `bad_state`, `throttled`, `upstream_failed`. */
  start(request: { redirectUri: string; to: string; address: string }): Promise<StartedLogin>;
  /**
   * Completes a login. Returns the value of the session cookie and the local path to open. Throws `bad_state`,
   * `unauthorized`, `throttled`, `upstream_failed`.
   */
  finish(callback: Callback): Promise<{ session: string; to: string }>;
  /** Returns the address at which a user logs out of the provider. Undefined if it has none or is not available. */
  logoutUrl(returnTo: string): Promise<string | undefined>;
  /** Requests the metadata of a provider, to test an issuer. Throws `upstream_failed`. */
  test(issuer: string): Promise<ProviderFacts>;
}
