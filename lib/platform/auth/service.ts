import type { Session } from "./session.ts";

/**
 * Caller of a login: its address and whether it is on the local network (from `callerOf`). `loopback` is this machine.
 */
export interface LoginCaller {
  address: string;
  local: boolean;
  loopback: boolean;
  /**
   * The request comes from another site's page in a user's browser. Its wrong attempts are counted separately from the
   * owner's.
   */
  foreignPage?: boolean;
}

/** Authentication as used by the gate and the login page. Implemented by `auth.ts`. */
export interface Auth {
  /** Checks the API key of a request. Throws `throttled`. */
  key(header: string | null, parameters: URLSearchParams, caller: LoginCaller): "none" | "right" | "wrong";
  /** Checks an `Authorization: Basic` header. Throws `throttled`, `busy`. */
  basic(header: string | null, caller: LoginCaller): Promise<"none" | "right" | "wrong">;
  /** Returns the session of a cookie if it is still valid. */
  session(cookie: string | undefined): Promise<Session | undefined>;
  /** Opens a session and returns the cookie value. Throws `unauthorized`, `throttled`, `busy`. */
  login(username: string, password: string, remembered: boolean, caller: LoginCaller): Promise<string>;
  /** Creates a key that opens one session for this user, once and within ten minutes. */
  oneTimeKey(username: string): string;
  /** Returns the cookie value for a one-time key. Undefined if the key is not valid. */
  redeem(key: string): Promise<string | undefined>;
  logout(session: Session): Promise<void>;
  /**
   * Returns a settings patch ready to be saved: checks and hashes a new password and applies the rules for enabling
   * authentication. Throws `invalid` naming the field.
   */
  prepared(patch: unknown, caller: LoginCaller): Promise<unknown>;
  /** Ends the sessions affected by a change of these settings, except the one that made the change. */
  settingsChanged(keys: string[], kept?: Session): Promise<void>;
  /** Identifies this instance in the cookie's name, as several can share a host. */
  tag: string;
}
