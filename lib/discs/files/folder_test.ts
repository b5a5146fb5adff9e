import { deepStrictEqual as same } from "node:assert/strict";
import { join } from "node:path";
import { inFolder } from "../../../tests/fixtures/folder.ts";
import { run } from "../../../tests/kit/run.ts";
import { openFolderFiles } from "./folder.ts";

inFolder("openFolderFiles() follows links within the disc and none that leads out", async (dir) => {
  const root = join(dir, "disc");
  await Deno.mkdir(join(root, "BDMV"), { recursive: true });
  await Deno.mkdir(join(dir, "disc2"));
  await Deno.writeTextFile(join(dir, "disc2", "secret"), "s");
  await Deno.writeTextFile(join(root, "BDMV", "index.bdmv"), "index");
  await Deno.symlink("index.bdmv", join(root, "BDMV", "same.bdmv"));
  await Deno.symlink(join(dir, "disc2"), join(root, "out"));
  await Deno.symlink("../../disc2/secret", join(root, "BDMV", "secret"));
  await Deno.symlink(join(dir, "nothing"), join(root, "dangling"));
  await Deno.symlink("round", join(root, "round"));
  const files = await openFolderFiles(root);
  same(await files.list(""), [{ name: "BDMV", directory: true, size: 0 }]);
  same((await files.list("BDMV")).map(({ name, size }) => [name, size]), [["index.bdmv", 5], ["same.bdmv", 5]]);
  const paths = [
    "out/secret",
    "BDMV/secret",
    "dangling",
    "round",
    "../disc2/secret",
    "BDMV/../../disc2/secret",
    "/etc/passwd",
  ];
  for (const path of [...paths, "BDMV/\0", "BDMV\\index.bdmv"]) {
    same(await files.open(path), undefined, path);
    same(await files.list(path), [], path);
  }
  await files.close();
});

inFolder("openFolderFiles() skips pipes, sockets and names that are not text", async (dir) => {
  await run("mkfifo", [join(dir, "pipe")]);
  await run("sh", ["-c", `printf x > "$1/$(printf 'a\\377b')"`, "sh", dir]);
  await Deno.writeTextFile(join(dir, "a\nb"), "x");
  await Deno.writeTextFile(join(dir, "b"), "xy");
  const files = await openFolderFiles(dir);
  same(await files.list(""), [{ name: "b", directory: false, size: 2 }]);
  same(await files.open("pipe"), undefined);
});

inFolder("openFolderFiles() prefers the exact name, and finds any case of letters", async (dir) => {
  await Deno.mkdir(join(dir, "video_ts"));
  for (const [name, text] of [["a.ifo", "a"], ["A.IFO", "AA"], ["b.Vob", "bbb"]] as const) {
    await Deno.writeTextFile(join(dir, "video_ts", name), text);
  }
  const files = await openFolderFiles(join(dir, "video_ts"));
  for (const [path, size] of [["VIDEO_TS/a.ifo", 1], ["video_ts/A.IFO", 2], ["Video_TS/B.VOB", 3]] as const) {
    const file = await files.open(path);
    same(file?.size, size, path);
    await file?.close();
  }
});
