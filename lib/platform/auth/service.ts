import type { Session } from "./session.ts";

/** Who asks: address and whether it is this network, as `callerOf` tells; `loopback` = this very machine. */
export interface LoginCaller {
  address: string;
  local: boolean;
  loopback: boolean;
  /** A page of another site asks through somebody's browser: its wrong tries are counted apart from the owner's. */
  foreignPage?: boolean;
}

/** What the gate and the login page may ask. Implemented by `auth.ts`. */
export interface Auth {
  /** Checks an API key as presented. Throws `throttled`. */
  key(header: string | null, parameters: URLSearchParams, caller: LoginCaller): "none" | "right" | "wrong";
  /** Checks an `Authorization: Basic` header. Throws `throttled`, `busy`. */
  basic(header: string | null, caller: LoginCaller): Promise<"none" | "right" | "wrong">;
  /** The session a cookie stands for, if it is in force. */
  session(cookie: string | undefined): Promise<Session | undefined>;
  /** Answers the cookie's value. Throws `unauthorized`, `throttled`, `busy`. */
  login(username: string, password: string, remembered: boolean, caller: LoginCaller): Promise<string>;
  /** A key that opens one session of this user, once and within ten minutes. */
  oneTimeKey(username: string): string;
  /** Answers the cookie's value for a one-time key; undefined for one that is not valid. */
  redeem(key: string): Promise<string | undefined>;
  logout(session: Session): Promise<void>;
  /**
   * A settings patch as it may be saved: a new password hashed and checked, and the rules of switching authentication on
   * kept. Throws `invalid` naming the field.
   */
  prepared(patch: unknown, caller: LoginCaller): Promise<unknown>;
  /** Ends the sessions that a change of these settings ends, but for the one that made it. */
  settingsChanged(keys: string[], kept?: Session): Promise<void>;
  /** Tells instances on one host apart, for the cookie's name. */
  tag: string;
}
