import { type Clock, DAY_MS } from "../../kit/clock.ts";
import type { SettingsService } from "../settings/service.ts";
import type { Finding, HealthProbe } from "./probe.ts";

/** Observations of requests for the security health check. */
export interface SecurityObservations {
  /** Time of the last request that came through a proxy. */
  forwardedAt?: Date;
  /** Time of the last request from outside the local network. */
  remoteAt?: Date;
  /** Time of the last request whose header with a user name was ignored. */
  ignoredUserAt?: Date;
  /**
   * True if the environment variable that disables authentication was set when the service started, even if it had no
   * effect.
   */
  resetByVariable?: boolean;
}

/** Inputs of the security check, in addition to the observations of requests. */
export interface SecurityFacts {
  settings: Pick<SettingsService, "current">;
  securityObservations: SecurityObservations;
  clock: Clock;
  /** True if this process runs as root. */
  asRoot: boolean;
  inDocker: boolean;
}

const SECURITY_PAGE = "/settings/security#security";

/** Checks that access is as restricted as the owner would expect. */
export const securityProbe = (
  { settings, securityObservations, clock, asRoot, inDocker }: SecurityFacts,
): HealthProbe => ({
  source: "security",
  fine: "Access control is set up correctly.",
  check() {
    const { general: { security, host }, notifications } = settings.current();
    const recent = (seen?: Date) => seen !== undefined && clock.now().getTime() - seen.getTime() < DAY_MS;
    const found: Finding[] = [];
    const warn = (id: string, message: string, link = SECURITY_PAGE) =>
      void found.push({ id, type: "warning", code: id.replaceAll(" ", "_"), message, link });
    const open = security.authentication === "none";
    const skipsLocal = open || security.authenticationRequired === "disabledForLocalAddresses";
    if (securityObservations.resetByVariable) {
      warn(
        "auth reset",
        "SERVICE_RESET_AUTH is set and disabled authentication once. Remove it, then set a new password.",
      );
    }
    if (open && host.bindAddress !== "localhost" && recent(securityObservations.remoteAt)) {
      warn(
        "open to others",
        "Authentication is disabled, and a request arrived from another network. Enable authentication.",
      );
    }
    if (skipsLocal && recent(securityObservations.forwardedAt)) {
      warn(
        "proxy and local bypass",
        "Local clients need no login, and requests come through a proxy. If the proxy does not check the address that " +
          "a client claims, anyone can pretend to be local: require a login for everyone, or list the proxy under Trusted " +
          "proxies.",
      );
    }
    if (security.proxyHeader.enabled && recent(securityObservations.ignoredUserAt)) {
      warn(
        "ignored user header",
        "A request contained the user header of the proxy, but did not come from a trusted proxy or named no allowed user. The events show " +
          "its sender. Check Trusted proxies and Allowed users of the proxy.",
      );
    }
    if (open && notifications.targets.some(({ kind, enabled }) => kind === "script" && enabled)) {
      warn(
        "script without login",
        "A notification runs a script while authentication is disabled: anyone on this network can change it.",
      );
    }
    if (asRoot && !inDocker) {
      warn(
        "runs as root",
        "Lathe runs as root. Run it as a dedicated user that can access only what it needs.",
        "/system",
      );
    }
    return Promise.resolve(found);
  },
});
