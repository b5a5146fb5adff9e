import { isIP } from "node:net";
import { isAbsolute, relative, resolve } from "node:path";
import { isNetwork } from "../../../kit/address.ts";
import { absoluteHere, problem, type SettingRule } from "./rule.ts";

/** Rules for the host, security, proxy, update and backup settings. */
export const HOST_RULES: SettingRule[] = [
  {
    keys: /^general\.host\.bindAddress$/,
    problems({ general: { host: { bindAddress } } }, { addresses }) {
      const at = "general.host.bindAddress";
      if (bindAddress === "*" || bindAddress === "localhost") return [];
      if (isIP(bindAddress) === 0) return problem(at, "Use *, localhost or an address of this server.");
      const every = bindAddress === "0.0.0.0" || bindAddress === "::" || /^127\./.test(bindAddress);
      const known = every || addresses === undefined || addresses.includes(bindAddress);
      return problem(at, !known && `This server has no address ${bindAddress}.`);
    },
  },
  {
    keys: /^general\.host\.urlBase$/,
    problems({ general: { host: { urlBase } } }) {
      const dots = urlBase.split("/").some((part) => /^\.+$/.test(part));
      return problem("general.host.urlBase", dots && "A path segment may not consist of dots.");
    },
  },
  {
    keys: /^general\.host\.(port|enableSsl|sslPort)$/,
    problems({ general: { host: { port, enableSsl, sslPort } } }) {
      return problem("general.host.sslPort", enableSsl && sslPort === port && "HTTPS needs its own port.");
    },
  },
  {
    keys: /^general\.host\.(enableSsl|ssl(Cert|Key)\w+)$/,
    async problems({ general: { host } }, { certificateProblem }) {
      const paths = [
        ...problem("general.host.sslCertPath", absoluteHere(host.sslCertPath)),
        ...problem("general.host.sslKeyPath", absoluteHere(host.sslKeyPath)),
      ];
      if (!host.enableSsl || paths.length > 0) return paths;
      return problem("general.host.sslCertPath", await certificateProblem(host));
    },
  },
  {
    keys: /^general\.host\.applicationUrl$/,
    problems({ general: { host: { applicationUrl } } }) {
      return problem("general.host.applicationUrl", addressProblem(applicationUrl));
    },
  },
  {
    keys: /^general\.security\.username$/,
    problems({ general: { security: { username } } }) {
      return problem(
        "general.security.username",
        username.includes(":") && "A user name cannot contain a colon: Basic authentication uses it as a separator.",
      );
    },
  },
  {
    keys: /^general\.security\.trustedProxies$/,
    problems({ general: { security: { trustedProxies } } }) {
      return trustedProxies.flatMap((entry, i) =>
        problem(
          `general.security.trustedProxies.${i}`,
          !isNetwork(entry) && "Use an address or a network such as 10.0.0.0/8.",
        )
      );
    },
  },
  {
    keys: /^general\.security\.mediaRoots$/,
    problems({ general: { security: { mediaRoots } } }) {
      return mediaRoots.flatMap((root, i) => problem(`general.security.mediaRoots.${i}`, absoluteHere(root)));
    },
  },
  {
    keys: /^general\.proxy\./,
    problems({ general: { proxy: { enabled, hostname } } }) {
      return problem("general.proxy.hostname", enabled && hostname === "" && "Enter the proxy host.");
    },
  },
  {
    keys: /^general\.updates\.branch$/,
    problems({ general: { updates: { branch } } }) {
      return problem(
        "general.updates.branch",
        !/^[A-Za-z0-9][A-Za-z0-9._/-]*$/.test(branch) && "Use a branch name such as main.",
      );
    },
  },
  {
    keys: /^general\.backups\.folder$/,
    problems({ general: { backups: { folder } } }, { configDir }) {
      const inside = relative(configDir, resolve(configDir, folder));
      const leaves = inside.startsWith("..") || isAbsolute(inside) || (folder !== "" && inside === "");
      return problem("general.backups.folder", leaves && `Use a folder inside the config folder (${configDir}).`);
    },
  },
];

/** Returns the reason why the address of a service is not valid, as a sentence. Empty addresses are valid. */
export function addressProblem(address: string): string | undefined {
  const url = URL.parse(address);
  if (address === "" || url === null) return undefined;
  if (url.username !== "" || url.password !== "") return "Remove the user name and password from the address.";
  if (url.search !== "" || url.hash !== "") return "Remove everything after the path (? and #).";
}
