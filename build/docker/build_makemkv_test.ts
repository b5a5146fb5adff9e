import { deepStrictEqual as same, match, strictEqual as is } from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findTool } from "../../lib/media/tools/tools.ts";
import { run } from "../../tests/kit/run.ts";
import { findProgram, isRoot } from "../needs.ts";

/**
 * The build of MakeMKV in the container, with archives of the same structure from a local server: a library that is
 * configured and built, and a program whose build asks for consent.
 */

const SCRIPT = fileURLToPath(new URL("./build-makemkv.sh", import.meta.url));
const CAN_RUN = isRoot() && ["make", "curl", "tar"].every((name) => findProgram(name) !== undefined);

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
  makemkvcon: '#!/bin/sh\ncat "$LD_LIBRARY_PATH/libmakemkv.so.1"\necho "$@"\n',
};

async function archive(folder: string, name: string, files: Record<string, string>): Promise<Uint8Array<ArrayBuffer>> {
  await Deno.mkdir(join(folder, name));
  for (const [file, text] of Object.entries(files)) {
    await Deno.writeTextFile(join(folder, name, file), text, { mode: 0o755 });
  }
  is((await run("tar", ["-czf", `${name}.tar.gz`, name], { cwd: folder })).code, 0);
  return await Deno.readFile(join(folder, `${name}.tar.gz`));
}

/** A server that offers version 1.18.2, and the folder that is mounted at /opt/makemkv. */
async function scene() {
  const folder = await Deno.makeTempDir({ prefix: "lathe-makemkv-" });
  const served: Record<string, Uint8Array<ArrayBuffer>> = {
    "/makemkv-oss-1.18.2.tar.gz": await archive(folder, "makemkv-oss-1.18.2", OSS),
    "/makemkv-bin-1.18.2.tar.gz": await archive(folder, "makemkv-bin-1.18.2", BIN),
  };
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    (request) => {
      const body = served[new URL(request.url).pathname];
      return body === undefined ? new Response("Not found", { status: 404 }) : new Response(body);
    },
  );
  const bin = join(folder, "bin");
  await Deno.mkdir(bin);
  await Deno.writeTextFile(join(bin, "apt-get"), "#!/bin/sh\n", { mode: 0o755 });
  const target = join(folder, "makemkv");
  return {
    target,
    build: (version: string, answer: string) =>
      // The answer to the request for consent is passed through stdin.
      run("sh", ["-c", 'echo "$ANSWER" | sh "$@"', "sh", SCRIPT, version], {
        clearEnv: true,
        env: {
          ...{ PATH: `${bin}:/usr/bin:/bin`, MAKEMKV_DIR: target, ANSWER: answer, NO_PROXY: "127.0.0.1" },
          MAKEMKV_URL: `http://127.0.0.1:${server.addr.port}`,
        },
      }),
    async [Symbol.asyncDispose]() {
      await server.shutdown();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

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
