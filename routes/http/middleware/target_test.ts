import { deepStrictEqual as same, ok, strictEqual as is } from "node:assert/strict";
import fc from "fast-check";
import { pathBelow, rawPath } from "../request_path.ts";
import { ambiguity, isOneHost } from "./target.ts";

Deno.test("rawPath() returns the path as it was sent", () => {
  for (
    const [url, path] of [
      ["http://h/a/../b?x=1", "/a/../b"],
      ["http://h:1/%2e%2e/b", "/%2e%2e/b"],
      ["http://h//a", "//a"],
      ["http://h", "/"],
      ["http://h/?a/b", "/"],
      ["http://h/a#b", "/a"],
    ] as const
  ) is(rawPath(url), path, url);
});

Deno.test("S-AUTH-2: a path that two readers could read differently is refused", () => {
  const doubtful = [
    "/a/../api/health",
    "/./api",
    "/api/..",
    "/api/%2e%2e/jobs",
    "/api/.%2E/jobs",
    "//api/health",
    "/api//jobs",
    "/api\\jobs",
    "/api%5cjobs",
    "/api%2fjobs",
    "/api/%2F",
    "/api/%00",
    "/api/%0a",
    "/api/\u0000",
    "/api/ jobs",
    "/api/%",
    "/api/%zz",
    "/api/%252e%252e",
  ];
  for (const path of doubtful) ok(ambiguity(path), path);
});

Deno.test("ordinary paths are not refused", () => {
  for (const path of ["/", "/api/jobs/abc_DEF-1/log", "/static/app.1f3a9c02.js", "/jobs/a%20b", "/a.b/..c/d.."]) {
    is(ambiguity(path), undefined, path);
  }
});

Deno.test("S-AUTH-2: the URL parser reads each accepted path identically", () => {
  const piece = fc.constantFrom("a", "b", ".", "..", "%2e", "%2F", "%5c", "\\", "/", "api", "%41", "%", "health", " ");
  fc.assert(fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
    const path = `/${pieces.join("")}`;
    if (ambiguity(path) === undefined) is(new URL(path, "http://h").pathname, path);
  }));
});

Deno.test("pathBelow() cuts the base off at a whole segment", () => {
  same(["/lathe", "/lathe/", "/lathe/api", "/latheapi", "/", "/x/lathe"].map((path) => pathBelow("/lathe", path)), [
    "/",
    "/",
    "/api",
    undefined,
    undefined,
    undefined,
  ]);
  same(["/", "/api"].map((path) => pathBelow("", path)), ["/", "/api"]);
});

Deno.test("S-WEB-3: a Host header is one name or address that can be read, with at most a port", () => {
  for (
    const host of [
      "xn--a",
      "a.xn--a",
      "a, a",
      "a,b",
      "1.2.3.4.5",
      "999.1.1.1",
      "[::1",
      "[::g]",
      "a b",
      "a@b",
      "a/b",
      "a?b",
      "a#b",
      "a:99999",
      "a:",
      "a%41",
      "ü",
      "",
    ]
  ) is(isOneHost(host), false, host);
  for (
    const host of [
      "localhost",
      "LOCALHOST:3939",
      "my_nas.local",
      "[::1]:1",
      "10.0.0.1:80",
      "xn--bcher-kva.example",
      "lathe.",
      "0x7f.1",
    ]
  ) is(isOneHost(host), true, host);
});
