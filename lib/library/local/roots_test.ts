import { deepStrictEqual as same, strictEqual as is } from "node:assert/strict";
import { Settings } from "../../platform/settings/schema.ts";
import { localRoots, rootsToScan } from "./roots.ts";
import { folderChange } from "./service.ts";

const settings = (localMedia: unknown, locals: string[] = []) =>
  Settings.parse({ localMedia, pathMappings: locals.map((local) => ({ remote: `/r${local}`, local })) });

Deno.test("mappings and folders are one list, each path once, and an explicit kind takes precedence", () => {
  const all = settings({ folders: [{ path: "/m/music/", kind: "music" }, { path: "/x", kind: "auto" }] }, [
    "/m/films",
    "/m/music",
    "/m/films/",
  ]);
  same(localRoots(all), [
    { path: "/m/films", kind: "auto", fromMapping: true },
    { path: "/m/music", kind: "music", fromMapping: true },
    { path: "/x", kind: "auto", fromMapping: false },
  ]);
});

Deno.test("mappings can be excluded, and no folder is scanned when the index is off", () => {
  const folders = [{ path: "/x" }];
  same(localRoots(settings({ folders, usePathMappings: false }, ["/m"])).map(({ path }) => path), ["/x"]);
  same(localRoots(settings({ folders, enabled: false }, ["/m"])), []);
});

Deno.test("a folder inside another belongs to it, unless it has titles of its own", () => {
  const scanned = (folders: [string, string][]) =>
    rootsToScan(localRoots(settings({ folders: folders.map(([path, kind]) => ({ path, kind })) })))
      .map(({ path }) => path);
  same(scanned([["/m", "auto"], ["/m/films", "auto"]]), ["/m"]);
  same(scanned([["/m", "auto"], ["/m/odd", "music"]]), ["/m", "/m/odd"]);
  same(scanned([["/m", "movie"], ["/m/4k", "movie"], ["/m/4k/shows", "series"]]), ["/m", "/m/4k/shows"]);
  same(scanned([["/m", "auto"], ["/m2", "auto"]]), ["/m", "/m2"]);
});

Deno.test("saved settings cause a scan, a new hiding, or nothing", () => {
  is(folderChange(["pathMappings"]), "folders");
  is(folderChange(["localMedia.folders", "concurrency"]), "folders");
  is(folderChange(["connections.movie.enabled"]), "hidden");
  is(folderChange(["localMedia.hideArrManaged"]), "hidden");
  is(folderChange(["localMedia.rescanHours", "concurrency"]), undefined);
});
