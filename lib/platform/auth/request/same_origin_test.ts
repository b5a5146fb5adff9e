import { strictEqual as is } from "node:assert/strict";
import { type RequestOrigin, sameOriginProof } from "./same_origin.ts";

const POST: RequestOrigin = {
  method: "POST",
  secFetchSite: null,
  origin: null,
  host: "nas:3939",
  applicationUrl: "https://lathe.example.org",
};
const post = (change: Partial<RequestOrigin>) => sameOriginProof({ ...POST, ...change });

Deno.test("reading needs no proof", () => {
  for (const method of ["GET", "HEAD", "OPTIONS"]) {
    is(post({ method, secFetchSite: "cross-site", origin: "http://evil.example" }), true, method);
  }
});

Deno.test("a script that sends neither header passes", () => is(post({}), true));

Deno.test("our own pages pass, directly, through a TLS proxy, and under the application URL", () => {
  for (const origin of ["http://nas:3939", "https://nas:3939", "HTTP://NAS:3939", "https://lathe.example.org"]) {
    is(post({ origin, secFetchSite: "same-origin" }), true, origin);
    is(post({ origin }), true, origin);
  }
});

Deno.test("every other origin is refused for every method that changes data", () => {
  const foreign = [
    "null",
    "",
    "http://evil.example",
    "http://nas:8080",
    "http://nas",
    "http://sub.nas:3939",
    "http://nas:3939.evil.example",
    "http://lathe.example.org",
    "https://lathe.example.org.evil.example",
    "file://",
  ];
  for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
    for (const origin of foreign) is(post({ method, origin }), false, `${method} ${origin}`);
  }
});

Deno.test("an application URL that is no web address vouches for nothing", () => {
  for (const applicationUrl of ["nas:3939", "file:///srv", "data:x", "lathe.example.org", ""]) {
    is(post({ origin: "null", applicationUrl }), false, applicationUrl);
  }
});

Deno.test("Sec-Fetch-Site of a browser takes precedence over the origin", () => {
  for (const secFetchSite of ["cross-site", "same-site", "none", "", "Same-Origin"]) {
    is(post({ secFetchSite, origin: "http://nas:3939" }), false, secFetchSite);
    is(post({ secFetchSite }), false, secFetchSite);
  }
});
