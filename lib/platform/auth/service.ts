import type { Session } from "./session.ts";

/**
 * Caller of a login: its address, and whether it is on the local network (from `callerOf`). `loopback` is true for this
 * machine.
 */
export interface LoginCaller {
  address: string;
  local: boolean;
  loopback: boolean;
  /**
   * True if the request comes from a page of another site in a user's browser. Its failed attempts are counted
   * separately from those of the owner.
   */
  foreignPage?: boolean;
}

/** Authentication, as used for requests and by the login page. Implemented by `auth.ts`. */
export interface Auth {
  /** Checks the API key of a request. Throws `throttled`. */
  key(header: string | null, parameters: URLSearchParams, caller: LoginCaller): "none" | "right" | "wrong";
  /** Checks an `Authorization: Basic` header. Throws `throttled`, `busy`. */
  basic(header: string | null, caller: LoginCaller): Promise<"none" | "right" | "wrong">;
  /** Returns the session of a cookie if it is still valid. */
  session(cookie: string | undefined): Promise<Session | undefined>;
  /** Opens a session and returns the cookie value. Throws `unauthorized`, `throttled`, `busy`. */
  login(username: string, password: string, remembered: boolean, caller: LoginCaller): Promise<string>;
  /**
   * Opens a session for a user whom another service has verified, and returns the cookie value. Undefined if `holds`
   * returns false before or after the session is opened, for example because the settings were changed.
   */
  openVerified(username: string, holds: () => boolean): Promise<string | undefined>;
  /** Creates a one-time key that starts a session for this user. It expires after ten minutes. */
  oneTimeKey(username: string): string;
  /** Returns the cookie value for a one-time key. Undefined if the key is not valid. */
  redeem(key: string): Promise<string | undefined>;
  logout(session: Session): Promise<void>;
  /**
   * Prepares a settings patch for saving: checks and hashes a new password, and applies the rules for enabling
   * authentication. Throws `invalid` with the field.
   */
  prepared(patch: unknown, caller: LoginCaller): Promise<unknown>;
  /** Ends the sessions that are affected by a change of these settings, except the session that made the change. */
  settingsChanged(keys: string[], kept?: Session): Promise<void>;
  /** Identifies this instance in the name of the cookie, because a host can have several instances. */
  tag: string;
}
