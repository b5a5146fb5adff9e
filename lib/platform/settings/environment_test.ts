import { deepStrictEqual as same } from "node:assert/strict";
import { environmentLocks } from "./environment.ts";

const held = (env: Record<string, string | undefined>) =>
  environmentLocks(env).map(({ key, variable, value }) => [key, variable, value]);

Deno.test("an environment without our variables holds nothing", () => {
  same(held({ PATH: "/bin", SERVICE_PORT: undefined, SERVICE_HOST: "", SERVICE_URL_BASE: "  " }), []);
});

Deno.test("SERVICE_PORT wins over PORT, which holds the port when it is alone", () => {
  same(held({ SERVICE_PORT: "8081", PORT: "8080" }), [["general.host.port", "SERVICE_PORT", 8081]]);
  same(held({ SERVICE_PORT: "", PORT: " 8080 " }), [["general.host.port", "PORT", 8080]]);
});

Deno.test("SERVICE_HOST holds the address to listen on", () => {
  same(held({ SERVICE_HOST: "127.0.0.1" }), [["general.host.bindAddress", "SERVICE_HOST", "127.0.0.1"]]);
});

for (const text of ["lathe", "/lathe", "lathe/", "/lathe/", "//lathe//", " lathe "]) {
  Deno.test(`the URL base ${JSON.stringify(text)} is /lathe`, () => {
    same(held({ SERVICE_URL_BASE: text }), [["general.host.urlBase", "SERVICE_URL_BASE", "/lathe"]]);
  });
}

Deno.test("the URL base may have several segments, and / is no base", () => {
  same(held({ SERVICE_URL_BASE: "a/b" }), [["general.host.urlBase", "SERVICE_URL_BASE", "/a/b"]]);
  same(held({ SERVICE_URL_BASE: "/" }), [["general.host.urlBase", "SERVICE_URL_BASE", ""]]);
});

Deno.test("LOG_LEVEL holds the level of the log, in any case of letters, and levels that are not ours hold nothing", () => {
  same(held({ LOG_LEVEL: " Debug " }), [["general.logging.level", "LOG_LEVEL", "debug"]]);
  for (const LOG_LEVEL of ["warn", "verbose", "0", ""]) same(held({ LOG_LEVEL }), []);
});
