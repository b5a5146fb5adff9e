import { deepStrictEqual as same } from "node:assert/strict";
import type { ManagerFile } from "../deps.ts";
import type { JobSource } from "../schema.ts";
import type { CreateJob } from "../request_schema.ts";
import { withManagerFiles, withOwningManagers } from "./manager_files.ts";
import type { SourceFile } from "./source_file.ts";

const dark: ManagerFile = {
  title: "Dark",
  subtitle: "S01E01",
  source: { kind: "episode", arr: "series", arrId: 4, fileId: 9, localPath: "/tv/dark.mkv", episodeIds: [1] },
};
type Input = Pick<CreateJob, "title" | "subtitle" | "poster" | "source">;
const file = (path: string): SourceFile => ({
  path,
  identity: { sizeBytes: 1, mtimeNs: "1", inode: "1", device: "1" },
});

Deno.test("files that are named by a manager's number get their path, with one request for each manager", async () => {
  const asked: [string, number[]][] = [];
  const managerFiles = (arr: string, ids: number[]) => {
    asked.push([arr, ids]);
    return Promise.resolve(new Map(arr === "series" ? [[9, dark]] : []));
  };
  const numbered = (arr: "series" | "movie", fileId: number): Input => ({ source: { kind: "file", arr, fileId } });
  const inputs: Input[] = [
    numbered("series", 9),
    numbered("series", 9),
    { title: "Mine", ...numbered("series", 9) },
    numbered("movie", 1),
    { source: { kind: "file", localPath: "/x.mkv" } },
  ];
  const found = await withManagerFiles(inputs, managerFiles);
  same(asked, [["series", [9]], ["movie", [1]]]);
  same(found.map((one) => one.source.kind), ["episode", "episode", "episode", "file", "file"]);
  same(found.slice(0, 3).map(({ title }) => title), ["Dark", "Dark", "Mine"]);
  same(await withManagerFiles(inputs.slice(4), managerFiles), inputs.slice(4));
  same(asked.length, 2);
});

Deno.test("files that are named by path get the manager that has them, by either of their paths; given values stay", async () => {
  const managerFilesAt = (paths: string[]) => Promise.resolve(paths.includes("/tv/dark.mkv") ? [dark] : []);
  const byPath = (localPath: string, more: Partial<JobSource> = {}): JobSource => ({
    kind: "file",
    localPath,
    ...more,
  });
  const wanted: { input: Input; file: SourceFile }[] = [
    { input: { source: byPath("/tv/dark.mkv") }, file: file("/real/dark.mkv") },
    { input: { title: "Mine", source: byPath("/link.mkv") }, file: file("/tv/dark.mkv") },
    { input: { source: byPath("/tv/dark.mkv", { arr: "movie" }) }, file: file("/tv/dark.mkv") },
    { input: { source: byPath("/other.mkv") }, file: file("/other.mkv") },
  ];
  const found = await withOwningManagers(wanted, managerFilesAt);
  same(found.map(({ input }) => [input.title, input.source.kind, input.source.arr]), [
    ["Dark", "episode", "series"],
    ["Mine", "episode", "series"],
    [undefined, "file", "movie"],
    [undefined, "file", undefined],
  ]);
  same(found[1]?.input.source.localPath, "/link.mkv");
});
