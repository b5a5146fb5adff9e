import { deepStrictEqual as same, ok, strictEqual as is } from "node:assert/strict";
import fc from "fast-check";
import { Settings } from "../../platform/settings/schema.ts";
import { identityProblem } from "../../media/setup/program_identity.ts";
import { restorableSettings } from "./restorable_settings.ts";
import { stricterSettings } from "./strictness.ts";

const HASH = `scrypt$17$8$1$${"A".repeat(22)}==$${"B".repeat(43)}=`;
type Change = { security?: Record<string, unknown>; host?: Record<string, unknown> };
const settings = ({ security = {}, host = {} }: Change) => Settings.parse({ general: { security, host } });
const both = (restored: Change, current: Change) =>
  stricterSettings(settings(restored), settings(current)).settings.general;
const LOGIN = { authentication: "forms", username: "author", password: HASH, apiKey: "a".repeat(64) };
const MINE = { authentication: "basic", username: "me", password: HASH.replace("A", "C"), apiKey: "b".repeat(64) };

Deno.test("S8: login and key of a backup apply only if no login was required before", () => {
  const loginOf = (restored: Change, current: Change) => {
    const { authentication, username, apiKey } = both(restored, current).security;
    return [authentication, username, apiKey[0]];
  };
  same(loginOf({ security: LOGIN }, { security: MINE }), ["basic", "me", "b"]);
  same(loginOf({ security: { authentication: "none" } }, { security: MINE }), ["basic", "me", "b"]);
  same(loginOf({ security: LOGIN }, { security: { apiKey: MINE.apiKey } }), ["forms", "author", "a"]);
  same(loginOf({ security: { apiKey: LOGIN.apiKey } }, { security: { apiKey: MINE.apiKey } }), ["none", "", "b"]);
  const plain = { ...LOGIN, password: "no hash of ours" };
  same(loginOf({ security: plain }, { security: { apiKey: MINE.apiKey } }), ["none", "", "b"], "nobody could log in");
});

Deno.test("S8: the provider and the proxy header of a backup apply only if no login was required before", () => {
  const theirs = {
    oidc: { enabled: true, issuer: "https://evil.example", clientId: "x", clientSecret: "theirs", users: ["mallory"] },
    proxyHeader: { enabled: true, users: ["mallory"] },
    trustedProxies: ["203.0.113.9"],
  };
  const own = { oidc: { enabled: true, issuer: "https://auth.example", clientId: "lathe", users: ["alice"] } };
  const after = (restored: Record<string, unknown>, current: Record<string, unknown>) => {
    const { oidc, proxyHeader, trustedProxies } = both({ security: restored }, { security: current }).security;
    return [oidc.issuer, oidc.users[0] ?? "", proxyHeader.enabled, trustedProxies.length];
  };
  same(after({ ...LOGIN, ...theirs }, { ...MINE, ...own }), ["https://auth.example", "alice", false, 0]);
  same(after({ ...LOGIN, ...theirs }, MINE), ["", "", false, 0]);
  same(after({ ...theirs, authentication: "none" }, own), ["https://auth.example", "alice", false, 0]);
  same(
    after({ ...LOGIN, ...theirs }, own),
    ["https://evil.example", "mallory", true, 0],
    "a public proxy is not trusted",
  );
  same(after(LOGIN, { ...MINE, ...theirs }), ["https://evil.example", "mallory", true, 1]);
});

for (
  const [name, restored, current, key, wanted] of [
    [
      "certificates stay checked",
      { security: { certificateValidation: "disabled" } },
      {},
      "certificateValidation",
      "enabled",
    ],
    [
      "certificates are checked from now on",
      {},
      { security: { certificateValidation: "disabled" } },
      "certificateValidation",
      "enabled",
    ],
    [
      "local addresses stay asked",
      { security: { authenticationRequired: "disabledForLocalAddresses" } },
      { security: { authenticationRequired: "enabled" } },
      "authenticationRequired",
      "enabled",
    ],
    ["proxies stay listed", {}, { security: { trustedProxies: ["10.0.0.1"] } }, "trustedProxies", ["10.0.0.1"]],
    [
      "a foreign proxy is not trusted",
      { security: { trustedProxies: ["10.0.0.9"] } },
      { security: { trustedProxies: ["10.0.0.1"] } },
      "trustedProxies",
      ["10.0.0.1"],
    ],
    [
      "a proxy within the trusted network is",
      { security: { trustedProxies: ["10.0.0.9"] } },
      { security: { trustedProxies: ["10.0.0.0/8"] } },
      "trustedProxies",
      ["10.0.0.9"],
    ],
    ["media roots stay", {}, { security: { mediaRoots: ["/media"] } }, "mediaRoots", ["/media"]],
    ["media roots of the backup hold", { security: { mediaRoots: ["/media"] } }, {}, "mediaRoots", ["/media"]],
    [
      "media roots become what both allow",
      { security: { mediaRoots: ["/media/films", "/", "/mediaX"] } },
      { security: { mediaRoots: ["/media"] } },
      "mediaRoots",
      ["/media/films", "/media"],
    ],
    [
      "a root that leads out is not one",
      { security: { mediaRoots: ["/media/../etc"] } },
      { security: { mediaRoots: ["/media"] } },
      "mediaRoots",
      ["/media"],
    ],
  ] as const
) {
  Deno.test(`S8: ${name} after a restore`, () => {
    same((both(restored, current).security as Record<string, unknown>)[key], wanted);
  });
}

Deno.test("S8: a service that listens to one machine does so after a restore, and names only become fewer", () => {
  const bound = (restored: string, current: string) =>
    both({ host: { bindAddress: restored } }, { host: { bindAddress: current } }).host.bindAddress;
  is(bound("*", "127.0.0.1"), "127.0.0.1");
  is(bound("0.0.0.0", "192.168.1.4"), "192.168.1.4");
  is(bound("localhost", "*"), "localhost");
  is(bound("192.168.1.9", "192.168.1.4"), "192.168.1.4", "another address may not be one of this machine");
  same(both({ host: { allowedHosts: ["a", "evil"] } }, { host: { allowedHosts: ["a", "b"] } }).host.allowedHosts, [
    "a",
  ]);
  is(both({}, { host: { enableSsl: true } }).host.enableSsl, true);
});

Deno.test("S8: no protection becomes weaker, whatever both settings contain", () => {
  const security = fc.record({
    certificateValidation: fc.constantFrom("enabled", "disabledForLocalAddresses", "disabled"),
    authenticationRequired: fc.constantFrom("enabled", "disabledForLocalAddresses"),
    authentication: fc.constantFrom("none", "basic", "forms"),
    password: fc.constantFrom("", HASH),
    trustedProxies: fc.subarray(["10.0.0.1", "10.0.0.2", "192.168.0.0/16", "8.8.8.8"]),
    mediaRoots: fc.subarray(["/media", "/media/a", "/srv", "/"]),
  });
  const rank = ["disabled", "disabledForLocalAddresses", "enabled"];
  const allows = (roots: string[], path: string) =>
    roots.length === 0 || roots.some((root) => root === "/" || path === root || path.startsWith(`${root}/`));
  fc.assert(fc.property(security, security, (restored, current) => {
    const { settings: result, kept } = stricterSettings(
      settings({ security: restored }),
      settings({ security: current }),
    );
    const now = result.general.security;
    ok(rank.indexOf(now.certificateValidation) >= rank.indexOf(current.certificateValidation));
    ok(rank.indexOf(now.authenticationRequired) >= rank.indexOf(current.authenticationRequired));
    if (current.authentication !== "none" && current.password !== "") {
      same([now.authentication, now.password], [current.authentication, current.password]);
    }
    if (current.trustedProxies.length > 0) ok(now.trustedProxies.length > 0);
    for (const path of ["/media/x", "/media/a/x", "/srv/x", "/etc/x"]) {
      if (allows(now.mediaRoots, path)) ok(allows(current.mediaRoots, path), `${path} is allowed by ${now.mediaRoots}`);
    }
    ok(kept.every((key) => !key.includes("=")), "names of settings only, no values");
  }));
});

Deno.test("S8: programs of a backup are judged as in the settings, and stay where the environment holds them", async () => {
  const folder = await Deno.makeTempDir({ prefix: "lathe_strict_" });
  const planted = `${folder}/tool`;
  await Deno.writeTextFile(planted, "#!/bin/sh\n", { mode: 0o755 });
  const current = Settings.parse({ ffmpegPath: "/bin/sh" });
  const target = { id: "t", name: "Script", kind: "script", path: planted };
  const text = JSON.stringify({
    ffmpegPath: planted,
    ffprobePath: "/etc/passwd",
    doviToolPath: "relative".padStart(9, "/"),
    ocr: { ocrPath: "/usr/bin/tesseract" },
    disc: { cd: { ripperPath: "/bin/sh" } },
    notifications: { targets: [target] },
  });
  const programs = { writtenFolders: [folder], outputFolders: () => Promise.resolve([]), identityProblem };
  const judged = await restorableSettings(text, {
    current,
    programs,
    programsLocked: false,
  });
  const { disc, ffmpegPath, ffprobePath, doviToolPath, ocr, notifications: { targets: [script] } } = judged.settings;
  same([ffmpegPath, ffprobePath, doviToolPath, ocr.ocrPath], ["", "", "", "/usr/bin/tesseract"]);
  is(disc.cd.ripperPath, "");
  ok(judged.notes.includes(
    "disc.cd.ripperPath was omitted (/bin/sh): This program is not cd-paranoia: it does not print the version of cd-paranoia.",
  ));
  same([script?.path, script?.enabled], ["", false]);
  is(judged.notes.filter((note) => note.includes("was omitted")).length, 5);
  const locked = await restorableSettings(text, {
    current,
    programs,
    programsLocked: true,
  });
  same([locked.settings.ffmpegPath, locked.settings.ocr.ocrPath, locked.settings.notifications.targets[0]?.enabled], [
    "/bin/sh",
    "",
    false,
  ]);
  const none = await restorableSettings("{}", {
    current,
    programs,
    programsLocked: true,
  });
  is(none.settings.ffmpegPath, "/bin/sh");
  await Deno.remove(folder, { recursive: true });
});

Deno.test("a backup with settings of another version is restored without them, and names them", async () => {
  const text = JSON.stringify({ concurrency: 3, turbo: true, disc: { burn: { speed: 4 }, minTitleSeconds: 60 } });
  const { settings, notes } = await restorableSettings(text, {
    current: Settings.parse({}),
    programs: { writtenFolders: [], outputFolders: () => Promise.resolve([]), identityProblem },
    programsLocked: false,
  });
  same([settings.concurrency, settings.disc.minTitleSeconds], [3, 60]);
  same(notes, ["Omitted because this version has no such setting: turbo, disc.burn."]);
});
