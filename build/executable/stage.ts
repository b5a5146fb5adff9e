import * as esbuild from "esbuild";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildAssets } from "../bundle.ts";

/** libSQL's native addon for the build platform. */
const ADDON = `@libsql/${addonTarget()}`;

/** Drops zod's error messages in fifty other languages, which are never used. */
const ENGLISH_ONLY: esbuild.Plugin = {
  name: "english only",
  setup(build) {
    build.onLoad(
      { filter: /zod\/v4\/locales\/index\.js$/ },
      () => ({ contents: 'export { default as en } from "./en.js";' }),
    );
  },
};

/**
 * Source of a module that replaces undici and contains only the part that Lathe uses: requests over connections that
 * Lathe opens.
 */
const UNDICI = `
const Dispatcher = require("./lib/dispatcher/dispatcher.js");
Object.assign(Dispatcher.prototype, require("./lib/api"));
module.exports = {
  Agent: require("./lib/dispatcher/agent.js"),
  Pool: require("./lib/dispatcher/pool.js"),
  ProxyAgent: require("./lib/dispatcher/proxy-agent.js"),
  Socks5ProxyAgent: require("./lib/dispatcher/socks5-proxy-agent.js"),
  buildConnector: require("./lib/core/connect.js"),
};`;

/**
 * Drops undici's fetch, WebSocket, caches and mocks, which reduces the code loaded by the first request to a third. All
 * bodies are text or bytes, so the form parsers in `lib/web` are never called.
 */
const REQUESTS_ONLY: esbuild.Plugin = {
  name: "requests only",
  setup(build) {
    build.onLoad({ filter: /undici\/index\.js$/ }, ({ path }) => ({ contents: UNDICI, resolveDir: dirname(path) }));
    build.onLoad({ filter: /undici\/lib\/(web|milo)\// }, () => ({ contents: "module.exports = {};" }));
  },
};

/**
 * Replaces the only import that keeps all of zod: a namespace object with three hundred getters, whose creation takes a
 * twentieth of the startup time. The importing code only needs the class to which it adds a method.
 */
const ZOD_BY_NAME: esbuild.Plugin = {
  name: "zod by name",
  setup(build) {
    build.onLoad({ filter: /@hono\/zod-openapi\/dist\/index\.mjs$/ }, async ({ path }) => {
      const text = await Deno.readTextFile(path);
      const contents = text.replace(
        'import { z } from "zod";',
        'import { ZodType } from "zod"; const z = { ZodType };',
      );
      if (contents === text) throw new Error(`${path} imports zod in another way.`);
      return { contents, resolveDir: dirname(path) };
    });
  },
};

/**
 * Drops the runtime's HTTP/2 implementation, which costs some milliseconds and a megabyte at startup. Neither the
 * server nor any request uses HTTP/2.
 */
const HTTP_1_ONLY: esbuild.Plugin = {
  name: "http 1 only",
  setup(build) {
    build.onResolve(
      { filter: /^(node:http2|\.\/client-h2\.js)$/ },
      () => ({ path: "http2", namespace: "http 1 only" }),
    );
    build.onLoad(
      { filter: /./, namespace: "http 1 only" },
      () => ({ contents: "exports.Http2ServerRequest = class {}; exports.constants = {};" }),
    );
  },
};

/**
 * Stages the program in `folder` so that it runs without its sources: main script and workers with their chunks,
 * migrations, browser assets, and the one native addon. The paths match those of the sources, so that relative paths
 * work.
 */
export async function stageProgram(root: URL, folder: string): Promise<void> {
  const at = (path: string) => fileURLToPath(new URL(path, root));
  await buildAssets(root);
  await esbuild.build({
    entryPoints: [
      { in: at("main.ts"), out: "main" },
      { in: at("lib/jobs/workers/encode_worker.ts"), out: "lib/jobs/workers/encode_worker" },
      { in: at("lib/library/local/worker/local_worker.ts"), out: "lib/library/local/worker/local_worker" },
      { in: at("lib/app/backup/import/import_worker.ts"), out: "lib/app/backup/import/import_worker" },
      { in: at("db/database_worker.ts"), out: "db/database_worker" },
    ],
    bundle: true,
    // Dynamic imports become separate files next to the main script, where relative paths work too.
    splitting: true,
    chunkNames: "part-[hash]",
    minifyWhitespace: true,
    minifySyntax: true,
    format: "esm",
    platform: "node",
    // Uses the Deno export of packages that have one, as when running from source.
    conditions: ["deno", "module"],
    target: "esnext",
    jsx: "automatic",
    jsxImportSource: "preact",
    external: ["@libsql/linux-*", "@libsql/darwin-*", "@libsql/win32-*"],
    // CommonJS packages (libSQL's loader) call `require`, which ES modules do not have.
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
    plugins: [ENGLISH_ONLY, REQUESTS_ONLY, ZOD_BY_NAME, HTTP_1_ONLY],
    legalComments: "linked",
    outdir: folder,
    logLevel: "warning",
  });
  await rewriteParts(folder);
  await copyTree(at("db/migrations"), join(folder, "db/migrations"));
  await copyTree(at("static/built"), join(folder, "static/built"));
  await copyTree(at("static/docs"), join(folder, "static/docs"));
  await copyTree(await addonFolder(at("node_modules")), join(folder, "node_modules", ADDON));
  await Deno.copyFile(at("LICENSE"), join(folder, "LICENSE"));
}

/** Rewrites every module to reduce the memory that the runtime needs for it. */
async function rewriteParts(folder: string): Promise<void> {
  for await (const { name, isFile } of Deno.readDir(folder)) {
    if (!isFile || !name.endsWith(".js")) continue;
    const path = join(folder, name);
    await Deno.writeTextFile(path, inAscii(loadedWhenAsked(await Deno.readTextFile(path))));
  }
}

/**
 * Makes the argument of each dynamic `import("…")` non-literal, so that the module is read on demand. Deno reads every
 * module named in a literal before the program starts, and keeps its text, but four fifths of the modules are not
 * needed at startup.
 */
const loadedWhenAsked = (text: string): string =>
  text.replaceAll(/\bimport\(("\.\/[^"]+\.js")\)/g, "import(String($1))");

/**
 * A single character beyond Latin-1 makes V8 store a file with two bytes per character. esbuild leaves these characters
 * only in expressions, where escapes are equivalent.
 */
const inAscii = (text: string): string =>
  text.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

function addonTarget(): string {
  const arch = Deno.build.arch === "aarch64" ? "arm64" : "x64";
  if (Deno.build.os === "darwin") return `darwin-${arch}`;
  if (Deno.build.os === "windows") return `win32-${arch}-msvc`;
  return `linux-${arch}-gnu`;
}

async function addonFolder(nodeModules: string): Promise<string> {
  const store = join(nodeModules, ".deno");
  const prefix = `${ADDON.replace("/", "+")}@`;
  for await (const entry of Deno.readDir(store)) {
    if (entry.name.startsWith(prefix)) return join(store, entry.name, "node_modules", ADDON);
  }
  throw new Error(`${ADDON} is not installed; run deno install.`);
}

async function copyTree(from: string, to: string): Promise<void> {
  await Deno.mkdir(to, { recursive: true });
  for await (const entry of Deno.readDir(from)) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory) await copyTree(source, target);
    else await copyInto(source, target);
  }
}

async function copyInto(source: string, target: string): Promise<void> {
  await Deno.mkdir(dirname(target), { recursive: true });
  await Deno.copyFile(source, target);
}
