import { deepStrictEqual as same, match, rejects, strictEqual as is } from "node:assert/strict";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findTool } from "../../lib/media/tools/tools.ts";
import { type ArchiveFile, makemkvArchive, startMakemkvSite } from "../../tests/fakes/makemkv_site.ts";
import { run } from "../../tests/kit/run.ts";
import { findProgram, isRoot } from "../needs.ts";

/**
 * Tests the script that builds MakeMKV in the container. A local server provides archives with the same structure as
 * those of MakeMKV: a library that is configured and built, and a program whose build asks for consent.
 */

const SCRIPT = fileURLToPath(new URL("./build-makemkv.sh", import.meta.url));
const CAN_RUN = isRoot() && ["make", "curl", "tar", "setpriv"].every((name) => findProgram(name) !== undefined);

const LICENCE = "The licence of MakeMKV\n";
const OSS = {
  configure: `#!/bin/sh
[ "$*" = "--prefix=/usr --disable-gui" ] || exit 1
printf 'all:\\n\\techo library > out\\ninstall:\\n\\tmkdir -p $(DESTDIR)/usr/lib\\n' > Makefile
printf '\\tcp out $(DESTDIR)/usr/lib/libmakemkv.so.1\\n' >> Makefile
`,
};
const BIN = {
  Makefile: `tmp/eula_accepted:
\t@echo "The licence of MakeMKV. Do you accept it?"
\t@read answer && [ "$$answer" = yes ]
\t@mkdir -p tmp && touch $@
install: tmp/eula_accepted
\tmkdir -p $(DESTDIR)$(PREFIX)/bin
\tcp makemkvcon $(DESTDIR)$(PREFIX)/bin
`,
  "src/eula_en_linux.txt": LICENCE,
  makemkvcon: '#!/bin/sh\ncat "$LD_LIBRARY_PATH/libmakemkv.so.1"\necho "$@"\n',
};

/** A site that offers version 1.18.2, and the folder that is mounted at /opt/makemkv. */
async function scene(files: { oss?: Record<string, ArchiveFile>; bin?: Record<string, ArchiveFile> } = {}) {
  const folder = await Deno.makeTempDir({ prefix: "lathe-makemkv-" });
  const oss = await makemkvArchive("makemkv-oss-1.18.2", { ...OSS, ...files.oss });
  const program = await makemkvArchive("makemkv-bin-1.18.2", { ...BIN, ...files.bin });
  const site = startMakemkvSite({ "/makemkv-oss-1.18.2.tar.gz": oss, "/makemkv-bin-1.18.2.tar.gz": program });
  const bin = join(folder, "bin");
  await Deno.mkdir(bin);
  await Deno.writeTextFile(join(bin, "apt-get"), `#!/bin/sh\necho "$@" >> "${folder}/apt"\n`, { mode: 0o755 });
  const target = join(folder, "makemkv");
  const env = {
    ...{ PATH: `${bin}:/usr/bin:/bin`, MAKEMKV_DIR: target, NO_PROXY: "127.0.0.1", SECRET: "s3cret" },
    MAKEMKV_URL: site.url,
  };
  return {
    folder,
    target,
    site,
    sums: [sha256(oss), sha256(program), sha256(LICENCE)] as const,
    build: (version: string, answer: string) =>
      // The consent to the licence, or its refusal, is passed through stdin.
      run("sh", ["-c", 'echo "$ANSWER" | sh "$@"', "sh", SCRIPT, version], {
        clearEnv: true,
        env: { ...env, ANSWER: answer },
      }),
    /** Builds as the entrypoint does after the licence was accepted on the page. */
    buildAccepted: (sums: readonly string[], more: Record<string, string> = {}) =>
      run("sh", [SCRIPT, "1.18.2", ...sums], { clearEnv: true, env: { ...env, ...more } }),
    async [Symbol.asyncDispose]() {
      await site[Symbol.asyncDispose]();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

const sha256 = (data: Uint8Array | string) => createHash("sha256").update(data).digest("hex");
const namesIn = (folder: string) =>
  Array.fromAsync(Deno.readDir(folder), ({ name }) => name).then((names) => names.sort()).catch(() => []);

Deno.test({
  name: "MakeMKV is built into its folder after consent to its licence, and finds its libraries there",
  ignore: !CAN_RUN,
  async fn() {
    await using machine = await scene();
    const { code, stdout, stderr } = await machine.build("1.18.2", "yes");
    is(code, 0, stderr);
    match(stdout, /The licence of MakeMKV/);
    const found = await findTool("makemkvcon", "", { folders: [join(machine.target, "bin")] });
    same(found, { path: join(machine.target, "bin", "makemkvcon") });
    same((await run(found.path ?? "", ["-r", "info"])).stdout.trim().split("\n"), ["library", "-r info"]);
  },
});

Deno.test({
  name: "MakeMKV is not built without consent, and a build from before stays",
  ignore: !CAN_RUN,
  async fn() {
    await using machine = await scene();
    is((await machine.build("1.18.2", "yes")).code, 0);
    const before = await Deno.readTextFile(join(machine.target, "bin", "makemkvcon"));
    is((await machine.build("1.18.2", "no")).code === 0, false);
    is(await Deno.readTextFile(join(machine.target, "bin", "makemkvcon")), before);
  },
});

for (
  const [version, reason] of [
    ["9.9.9", /makemkv-oss-9\.9\.9\.tar\.gz cannot be downloaded\. Does http\S+ offer version 9\.9\.9\?/],
    ["", /give the version that http\S+ offers/],
    ["../1", /give the version that http\S+ offers/],
    ["1.18.2;id", /give the version that http\S+ offers/],
  ] as const
) {
  Deno.test({
    name: `the build of MakeMKV ${JSON.stringify(version)} fails with the reason and leaves nothing`,
    ignore: !CAN_RUN,
    async fn() {
      await using machine = await scene();
      const { code, stderr } = await machine.build(version, "yes");
      is(code, 1);
      match(stderr, reason);
      same(await Array.fromAsync(Deno.readDir(machine.target)).catch(() => []), []);
    },
  });
}

Deno.test({
  name: "after a licence was accepted on the page, another user than root compiles, without the environment",
  ignore: !CAN_RUN,
  async fn() {
    const configure = OSS.configure.replace("#!/bin/sh", '#!/bin/sh\n(id -u; id -G; echo "secret:$SECRET") > ids')
      .replace("echo library", "cat ids");
    await using machine = await scene({ oss: { configure } });
    const { code, stderr } = await machine.buildAccepted(machine.sums);
    is(code, 0, stderr);
    same(await namesIn(machine.target), ["bin", "usr", "version"]);
    is(await Deno.readTextFile(join(machine.target, "version")), "1.18.2\n");
    const { stdout } = await run(join(machine.target, "bin", "makemkvcon"), ["-r"]);
    same(stdout.trim().split("\n"), ["65534", "65534", "secret:", "-r"]);
    for (const path of ["", "usr/bin/makemkvcon"]) {
      const { uid, mode } = await Deno.stat(join(machine.target, path));
      same([uid, (mode ?? 0) & 0o7777], [0, 0o755]);
    }
    match(await Deno.readTextFile(join(machine.folder, "apt")), /Sandbox::User=root install .*g\+\+/);
  },
});

Deno.test({
  name: "an archive or a licence that changed since it was accepted is not built, and a build from before stays",
  ignore: !CAN_RUN,
  async fn() {
    await using machine = await scene();
    is((await machine.buildAccepted(machine.sums)).code, 0);
    const [oss, bin, licence] = machine.sums;
    const other = sha256("another");
    for (
      const [sums, words] of [
        [[other, bin, licence], /makemkv-oss-1\.18\.2\.tar\.gz has changed since the licence was accepted/],
        [[oss, other, licence], /makemkv-bin-1\.18\.2\.tar\.gz has changed since the licence was accepted/],
        [[oss, bin, other], /the licence of MakeMKV 1\.18\.2 is not the one that was accepted/],
        [[oss, bin, ""], /a SHA-256 has 64 digits/],
        [[oss, bin, `$(id)${"a".repeat(59)}`], /a SHA-256 has only the digits/],
        [[oss, bin], /give a version alone, or with three/],
      ] as const
    ) {
      const { code, stderr } = await machine.buildAccepted(sums);
      is(code, 1, stderr);
      match(stderr, words);
    }
    same(await namesIn(machine.target), ["bin", "usr", "version"]);
  },
});

Deno.test({
  name: "a container with a read-only root refuses the build before anything is downloaded",
  ignore: !CAN_RUN,
  async fn() {
    await using machine = await scene();
    const { code, stderr } = await machine.buildAccepted(machine.sums, { MAKEMKV_SYSTEM: "/nowhere" });
    is(code, 1);
    match(stderr, /the root of this container is read-only.*set read_only to false/);
    same([machine.site.asked, await namesIn(machine.folder)], [[], ["bin"]]);
  },
});

Deno.test({
  name: "no file of an archive or of its build leaves the volume",
  ignore: !CAN_RUN,
  async fn() {
    const evil = ["--transform=s,/up$,/../../../../../../../../tmp/lathe-escaped,", "-P"];
    await using machine = await scene();
    const archive = await makemkvArchive("makemkv-oss-1.18.2", { ...OSS, up: "escaped" }, evil);
    machine.site.served["/makemkv-oss-1.18.2.tar.gz"] = archive;
    const [, bin, licence] = machine.sums;
    is((await machine.buildAccepted([sha256(archive), bin, licence])).code === 0, false);
    same(await namesIn(machine.target), []);

    // The build replaces its output folder with a link to `/etc`. The user who compiles cannot write there, and root
    // does not follow the link.
    await using linking = await scene({
      bin: { Makefile: "all:\ninstall:\n\trm -rf $(DESTDIR)/usr\n\tln -s /etc $(DESTDIR)/usr\n" },
    });
    const { code, stderr } = await linking.buildAccepted(linking.sums);
    is(code, 1, stderr);
    match(stderr, /made no files/);
    same(await namesIn(linking.target), []);
    await rejects(Deno.stat("/tmp/lathe-escaped"));
  },
});
