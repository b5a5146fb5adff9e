import { deepStrictEqual as same } from "node:assert/strict";
import { allowedMethods } from "./allowed_methods.ts";

const ROUTES = [
  { method: "ALL", path: "/*" },
  { method: "GET", path: "/api/jobs" },
  { method: "POST", path: "/api/jobs" },
  { method: "DELETE", path: "/api/jobs/:id" },
];

Deno.test("allowedMethods() lists the methods of a path, HEAD wherever GET is allowed", () => {
  same(allowedMethods(ROUTES, "/api/jobs"), ["GET", "HEAD", "POST"]);
  same(allowedMethods(ROUTES, "/api/jobs/x"), ["DELETE"]);
});

Deno.test("allowedMethods() is empty for an unknown path, whatever middleware covers it", () => {
  same(allowedMethods(ROUTES, "/api/other"), []);
  same(allowedMethods(ROUTES, "/api/jobs/"), []);
});
