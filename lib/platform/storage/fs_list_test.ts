import { deepStrictEqual as same, ok, rejects } from "node:assert/strict";
import { join } from "node:path";
import fc from "fast-check";
import { Fault } from "../../kit/fault.ts";
import { listFolder } from "./fs_list.ts";

const unix = Deno.build.os !== "windows";

async function withFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.realPath(await Deno.makeTempDir({ prefix: "lathe_list_" }));
  try {
    await work(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Creates files, and folders for names with a trailing slash. */
async function fill(folder: string, names: string[]): Promise<void> {
  for (const name of names) {
    if (name.endsWith("/")) await Deno.mkdir(join(folder, name), { recursive: true });
    else await Deno.writeTextFile(join(folder, name), "");
  }
}

const media = { files: "media", roots: [] as string[] } as const;
const folders = { files: "none", roots: [] as string[] } as const;
const names = async (path: string, options: Parameters<typeof listFolder>[1]) =>
  (await listFolder(path, options)).entries.map(({ name, dir }) => dir ? `${name}/` : name);

async function run(program: string, args: string[]): Promise<void> {
  const { success } = await new Deno.Command(program, { args, stderr: "null" }).output();
  ok(success, `${program} ${args.join(" ")}`);
}

/** Returns the error code for a path, after checking that the message does not contain the system's reason. */
async function refusal(path: string, roots: string[] = []): Promise<string> {
  const error = await listFolder(path, { files: "media", roots }).then(() => undefined, (error) => error);
  ok(error instanceof Fault, String(error));
  ok(!/os error|denied|EACCES/i.test(error.message), error.message);
  return error.code;
}

Deno.test("folders come first, each kind in natural order", () =>
  withFolder(async (folder) => {
    await fill(folder, ["Film 10.mkv", "film 2.mkv", "Season 10/", "season 2/", "Zoo/"]);
    same(await names(folder, media), ["season 2/", "Season 10/", "Zoo/", "film 2.mkv", "Film 10.mkv"]);
  }));

Deno.test("S-PATH-3: only files of known media types are listed, and only on request", () =>
  withFolder(async (folder) => {
    await fill(folder, ["a.MKV", "b.flac", "c.txt", "d", "e.jpg", "f.iso", "mkv", "sub/"]);
    same(await names(folder, media), ["sub/", "a.MKV", "b.flac", "f.iso"]);
    same(await names(folder, folders), ["sub/"]);
  }));

Deno.test("hidden entries and our own unfinished files are omitted", () =>
  withFolder(async (folder) => {
    await fill(folder, [".hidden/", ".a.mkv", "film.mkv.01.partial", "film.partial", "film.mkv"]);
    same(await names(folder, media), ["film.mkv"]);
  }));

Deno.test({
  name: "names that are not UTF-8 or contain control characters are left out, because they cannot be opened",
  ignore: Deno.build.os !== "linux",
  fn: () =>
    withFolder(async (folder) => {
      await run("sh", ["-c", `cd "$1" && mkdir "$(printf 'bad\\377')" "$(printf 'new\\nline')" good`, "sh", folder]);
      await fill(folder, ["literal \ufffd.mkv"]);
      same(await names(folder, media), ["good/"]);
    }),
});

Deno.test({
  name: "symbolic links are listed as their targets; dangling and circular ones are omitted",
  ignore: !unix,
  fn: () =>
    withFolder(async (folder) => {
      await fill(folder, ["real/", "real/film.mkv"]);
      for (
        const [target, link] of [
          [join(folder, "real"), "folder link"],
          [join(folder, "real/film.mkv"), "file link.mkv"],
          [join(folder, "gone"), "dangling"],
          [join(folder, "circle"), "circle"],
        ] as const
      ) await Deno.symlink(target, join(folder, link));
      same(await names(folder, media), ["folder link/", "real/", "file link.mkv"]);
      same(await listFolder(join(folder, "folder link"), media), {
        path: join(folder, "folder link"),
        parent: folder,
        entries: [{ name: "film.mkv", dir: false, path: join(folder, "folder link", "film.mkv") }],
        truncated: false,
      });
    }),
});

Deno.test({
  name: "a FIFO named like a movie is never opened nor listed",
  ignore: !unix,
  fn: () =>
    withFolder(async (folder) => {
      await run("mkfifo", [join(folder, "film.mkv")]);
      same(await names(folder, media), []);
      same(await refusal(join(folder, "film.mkv")), "invalid");
    }),
});

for (const kernel of ["/proc", "/proc/self", "/sys/kernel", "/dev", "/dev/zero", "/dev/../proc", "//proc/"]) {
  Deno.test({
    name: `${kernel} is not listed`,
    ignore: !unix,
    fn: async () => same(await refusal(kernel), "path_not_allowed"),
  });
}

Deno.test({
  name: "symbolic links into the kernel's folders are neither followed nor shown",
  ignore: !unix,
  fn: () =>
    withFolder(async (folder) => {
      await Deno.symlink("/proc", join(folder, "innocent"));
      await Deno.symlink("/dev/zero", join(folder, "film.mkv"));
      same(await names(folder, media), []);
      same(await refusal(join(folder, "innocent")), "path_not_allowed");
      same(await refusal(join(folder, "innocent/self")), "path_not_allowed");
      same(await refusal(join(folder, "film.mkv")), "path_not_allowed");
      const root = await names("/", folders);
      for (const name of ["proc/", "sys/", "dev/"]) ok(!root.includes(name), name);
    }),
});

for (const path of ["media", "./media", "../media", "/media\0/x", "/media\nx", "/a\u007f", "/bad\ufffd"]) {
  Deno.test(`${JSON.stringify(path)} is invalid`, async () => same(await refusal(path), "invalid"));
}

Deno.test("a missing path is not found; a file that is neither folder nor media is no folder", () =>
  withFolder(async (folder) => {
    await fill(folder, ["notes.txt"]);
    same(await refusal(join(folder, "gone")), "not_found");
    same(await refusal(join(folder, "notes.txt/below")), "not_found");
    same(await refusal(join(folder, "notes.txt")), "invalid");
  }));

Deno.test("the path of a media file lists its folder", () =>
  withFolder(async (folder) => {
    await fill(folder, ["film.mkv"]);
    const { path, parent, entries } = await listFolder(join(folder, "film.mkv"), folders);
    same([path, parent, entries], [folder, join(folder, ".."), []]);
  }));

Deno.test("a slash at the end and dots change nothing", () =>
  withFolder(async (folder) => {
    await fill(folder, ["sub/"]);
    same(await listFolder(`${folder}/sub/..//`, folders), await listFolder(folder, folders));
  }));

Deno.test({
  name: "the root of the machine has no parent",
  ignore: !unix,
  fn: async () => same((await listFolder("/", folders)).parent, null),
});

Deno.test("an empty path offers the media roots where there are some, without those that are missing", () =>
  withFolder(async (folder) => {
    await fill(folder, ["films/", "music/", "file.mkv"]);
    const roots = ["music", "films", "gone", "file.mkv"].map((name) => join(folder, name));
    same(await listFolder("", { files: "media", roots }), {
      path: "",
      parent: null,
      entries: ["music", "films"].map((name) => ({ name: join(folder, name), dir: true, path: join(folder, name) })),
      truncated: false,
    });
  }));

Deno.test({
  name: "an empty path without roots offers the whole machine and the usual folders that exist",
  ignore: !unix,
  fn: async () => {
    const { entries, parent } = await listFolder("", media);
    same([parent, entries[0]], [null, { name: "/", dir: true, path: "/" }]);
    for (const { path, dir } of entries) ok(dir && (await Deno.stat(path)).isDirectory);
  },
});

Deno.test("S-PATH-3: with roots, nothing outside is listed, and its existence is not revealed", () =>
  withFolder(async (folder) => {
    await fill(folder, ["media/sub/", "media2/", "media/film.mkv", "other/film.mkv/"]);
    const roots = [join(folder, "media")];
    same(await names(join(folder, "media"), { files: "media", roots }), ["sub/", "film.mkv"]);
    for (const outside of [folder, join(folder, "media2"), join(folder, "gone"), "/", `${folder}/media/../media2`]) {
      same(await refusal(outside, roots), "path_not_allowed");
    }
    same(await refusal(join(folder, "media", "gone"), roots), "not_found");
  }));

Deno.test("with roots, a root has no parent", () =>
  withFolder(async (folder) => {
    await fill(folder, ["media/sub/"]);
    const options = { files: "none", roots: [join(folder, "media") + "/"] } as const;
    same(
      (await listFolder(join(folder, "media/sub"), { ...options, roots: [...options.roots] })).parent,
      join(folder, "media"),
    );
    same((await listFolder(join(folder, "media"), { ...options, roots: [...options.roots] })).parent, null);
  }));

Deno.test({
  name: "with roots, symbolic links that lead out are neither listed nor followed; a root may be a link itself",
  ignore: !unix,
  fn: () =>
    withFolder(async (folder) => {
      await fill(folder, ["media/", "private/", "private/film.mkv"]);
      await Deno.symlink(join(folder, "private"), join(folder, "media/way out"));
      await Deno.symlink(join(folder, "private/film.mkv"), join(folder, "media/film.mkv"));
      await Deno.symlink(join(folder, "media"), join(folder, "alias"));
      for (const root of ["media", "alias"]) {
        const roots = [join(folder, root)];
        same(await names(join(folder, root), { files: "media", roots }), []);
        same(await refusal(join(folder, root, "way out"), roots), "path_not_allowed");
        same(await refusal(join(folder, root, "film.mkv"), roots), "path_not_allowed");
        same(await refusal(join(folder, root, "way out/gone"), roots), "path_not_allowed");
        same(await refusal(join(folder, root, "gone"), roots), "not_found");
        same((await listFolder(join(folder, root), { files: "media", roots })).parent, null);
      }
    }),
});

Deno.test({
  name: "with roots, no path of parent, child and sibling steps leaves them",
  ignore: !unix,
  fn: () =>
    withFolder(async (folder) => {
      await fill(folder, ["root/a/b/", "outside/a/"]);
      await Deno.symlink(join(folder, "outside"), join(folder, "root/link"));
      await Deno.symlink("..", join(folder, "root/a/up"));
      const roots = [join(folder, "root")];
      const step = fc.constantFrom("a", "b", "..", ".", "", "link", "up", "outside", "root", "gone");
      await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
        const path = [folder, "root", ...steps].join("/");
        const listing = await listFolder(path, { files: "media", roots }).catch((error) => {
          ok(error instanceof Fault, String(error));
        });
        if (!listing) return;
        for (const shown of [listing.path, listing.parent ?? listing.path, ...listing.entries.map((e) => e.path)]) {
          ok(`${await Deno.realPath(shown)}/`.startsWith(`${roots[0]}/`), `${path} shows ${shown}`);
        }
      }));
    }),
});

Deno.test("slow: S-PATH-3: the first of more than 5,000 entries are shown, with a note that there are more", () =>
  withFolder(async (folder) => {
    await Promise.all(Array.from({ length: 5001 }, (_, n) => Deno.writeTextFile(join(folder, `${n}.mkv`), "")));
    const { entries, truncated } = await listFolder(folder, media);
    same([entries.length, entries[0]?.name, entries.at(-1)?.name, truncated], [5000, "0.mkv", "4999.mkv", true]);
    await Deno.remove(join(folder, "7.mkv"));
    same((await listFolder(folder, media)).truncated, false);
  }));

Deno.test({
  name: "an unreadable folder is reported as not readable, without the reason",
  ignore: !await canLookAsNobody(),
  fn: () =>
    withFolder(async (folder) => {
      // Root can read everything, so the folder is listed as another user.
      await fill(folder, ["locked/sub/"]);
      await Deno.chmod(folder, 0o755);
      await Deno.chmod(join(folder, "locked"), 0o000);
      const look = `
        import { listFolder } from ${JSON.stringify(import.meta.resolve("./fs_list.ts"))};
        for (const path of Deno.args) {
          const error = await listFolder(path, { files: "media", roots: [] }).then(() => ({}), (error) => error);
          console.log(error.code, error.message);
        }`;
      const script = join(folder, "look.ts");
      await Deno.writeTextFile(script, look);
      const { stdout, stderr } = await asNobody(script, [join(folder, "locked"), join(folder, "locked/sub")]);
      same(
        stdout,
        ["locked", "locked/sub"].map((name) => `path_not_allowed ${join(folder, name)} is not readable.\n`).join(""),
        stderr,
      );
    }),
});

/** True if another user can run this runtime and read this checkout. False if they are below a private home folder. */
async function canLookAsNobody(): Promise<boolean> {
  if (Deno.build.os !== "linux" || Deno.uid() !== 0) return false;
  try {
    const script = `data:text/typescript,await import(${
      JSON.stringify(import.meta.resolve("./fs_list.ts"))
    });console.log("here")`;
    return (await asNobody(script, [])).stdout === "here\n";
  } catch (error) {
    if (error instanceof Deno.errors.PermissionDenied) return false;
    throw error;
  }
}

async function asNobody(script: string, args: string[]): Promise<{ stdout: string; stderr: string }> {
  const output = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-config", "--cached-only", script, ...args],
    uid: 65534,
    gid: 65534,
    env: { DENO_DIR: "/nonexistent", HOME: "/nonexistent", DENO_NO_UPDATE_CHECK: "1" },
  }).output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { stdout: text(output.stdout), stderr: text(output.stderr) };
}

Deno.test("any request is answered with a listing or a Fault", async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: "binary" }), async (text) => {
      for (const path of [text, `/${text}`]) {
        await listFolder(path, media).catch((error) => ok(error instanceof Fault, String(error)));
      }
    }),
  );
  await rejects(listFolder(`/${"a".repeat(5000)}`, media), { code: "not_found" });
});
