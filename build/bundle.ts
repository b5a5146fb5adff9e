import zopfli from "@gfx/zopfli";
import * as esbuild from "esbuild";
import { Buffer } from "node:buffer";
import { basename, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";

export interface Asset {
  /** The name pages ask for, e.g. `app.js`. */
  name: string;
  /** The name it is served under, e.g. `app.1f3a9c02.js`. */
  file: string;
  bytes: number;
}

/** Bundles scripts and styles into `static/built` below `root`, texts also compressed. Old builds are removed at the end. */
export async function buildAssets(root: URL): Promise<Asset[]> {
  const at = (path: string) => fileURLToPath(new URL(path, root));
  const target = at("static/built");
  const options: esbuild.BuildOptions & { write: false } = {
    bundle: true,
    minify: true,
    format: "esm",
    target: ["chrome120", "firefox121", "safari17"],
    legalComments: "none",
    outdir: target,
    write: false,
    logLevel: "warning",
    plugins: [withoutSideEffects(at("lib/"))],
  };
  const splitting = {
    ...{ splitting: true, chunkNames: "[name]-[hash]", metafile: true } as const,
    plugins: [withoutSideEffects(at("lib/")), SHORT_JSX],
    tsconfigRaw: { compilerOptions: { jsx: "react" as const, ...JSX } },
  };
  const entries = (files: Record<string, string>) =>
    Object.entries(files).map(([out, path]) => ({ in: at(path), out }));
  const [alone, sharing] = await Promise.all([
    esbuild.build({ ...options, entryPoints: entries(ALONE) }),
    esbuild.build({ ...options, ...splitting, entryPoints: entries(SHARING) }),
  ]);
  const sources = [
    ...[...alone.outputFiles, ...sharing.outputFiles]
      .map((file) => ({ name: basename(file.path), bytes: file.contents })),
    ...await Promise.all(
      ICONS.map(async (name) => ({
        name,
        bytes: await Deno.readFile(at(`static/${name}`)),
      })),
    ),
  ];
  const assets: Asset[] = [];
  const files = new Map<string, Uint8Array>();
  const atOnce = importedBy("app.js", sharing.metafile);
  for (const { name: written, bytes } of sources) {
    // Scripts name each other, and esbuild has put the hash of its content into such a name.
    const file = /-[A-Z0-9]{8}\.js$/.test(written) ? written : await hashedName(written, bytes);
    const name = atOnce.has(written) ? AT_ONCE + written : written;
    files.set(file, bytes);
    if (/\.(js|css|svg)$/.test(file)) {
      for (const [as, packed] of await compressed(bytes)) files.set(file + as, packed);
    }
    assets.push({ name, file, bytes: bytes.length });
  }
  const manifest = Object.fromEntries(assets.map(({ name, file }) => [name, file]));
  files.set("manifest.json", new TextEncoder().encode(JSON.stringify(manifest, null, 1)));
  await putFiles(target, files);
  return assets;
}

/** What the name of a script begins with that the script of every page imports: it is fetched beside it, not after it. */
const AT_ONCE = "app/";

/** The scripts that another imports, and what those import in turn; what it loads later is none of them. */
function importedBy(entry: string, { outputs }: esbuild.Metafile): Set<string> {
  const found = new Set<string>();
  const visit = (name: string) => {
    const output = Object.entries(outputs).find(([path]) => basename(path) === name)?.[1];
    for (const { path, kind } of output?.imports ?? []) {
      if (kind !== "import-statement" || found.has(basename(path))) continue;
      found.add(basename(path));
      visit(basename(path));
    }
  };
  visit(entry);
  return found;
}

/** Leaves these files in the folder and no others. A service that runs from it finds each at all times. */
async function putFiles(folder: string, files: ReadonlyMap<string, Uint8Array>): Promise<void> {
  await Deno.mkdir(folder, { recursive: true });
  for (const [name, bytes] of files) {
    const path = join(folder, name);
    const known = await Deno.readFile(path).catch(() => undefined);
    if (known !== undefined && Buffer.compare(known, bytes) === 0) continue;
    await Deno.writeFile(`${path}.new`, bytes);
    await Deno.rename(`${path}.new`, path);
  }
  for await (const { name } of Deno.readDir(folder)) {
    if (!files.has(name)) await Deno.remove(join(folder, name), { recursive: true });
  }
}

/** Loaded by themselves. */
const ALONE = {
  service_worker: "islands/shell/service_worker.ts",
  scan: "islands/scan/scan.ts",
  frame_reader: "islands/scan/frame_reader.ts",
  style: "static/css/app.css",
};

/** The script of every page; what it loads later becomes a file of its own, and what both need another. */
const SHARING = {
  app: "islands/mount.ts",
};

const JSX = { jsxFactory: "jsx_h", jsxFragmentFactory: "jsx_Fragment" };

/** Shorter than what the automatic runtime makes of the same components; only files with components load it. */
const SHORT_JSX: esbuild.Plugin = {
  name: "short jsx",
  setup(build) {
    build.onLoad({ filter: /\.tsx$/ }, async ({ path }) => ({
      contents: 'import { h as jsx_h, Fragment as jsx_Fragment } from "preact";\n' + await Deno.readTextFile(path),
      loader: "tsx",
    }));
  },
};

/** The drawing, the one with room for a mask, and pictures of it for systems that take no drawings. */
const ICONS = ["icon.svg", "icon_maskable.svg", "icon_180.png", "icon_512.png"];

/**
 * Of the reader of barcodes and of what the server shares only what is used: these modules do nothing by being loaded,
 * and do not say so.
 */
const withoutSideEffects = (lib: string): esbuild.Plugin => ({
  name: "without-side-effects",
  setup(build) {
    build.onResolve({ filter: /./ }, async ({ path, importer, resolveDir, kind, pluginData }) => {
      if (pluginData === "resolved") return undefined;
      const isOfReader = path === "@zxing/library" || /[\\/]@zxing[\\/]library[\\/]/.test(importer);
      const isShared = /^\.\.?\/(.*\/)?[a-z_]+\.tsx?$/.test(path) && join(resolveDir, path).startsWith(lib);
      if (!isOfReader && !isShared) return undefined;
      const found = await build.resolve(path, { importer, resolveDir, kind, pluginData: "resolved" });
      return found.errors.length > 0 ? found : { path: found.path, sideEffects: false };
    });
  },
});

/** What browsers take in place of a text, by the end of its name; made once here and not at each request. */
async function compressed(bytes: Uint8Array): Promise<[string, Uint8Array][]> {
  const brotli = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } });
  // Brotli is asked for over HTTPS alone: what a home network gets is made as small as gzip can be.
  return [[".br", brotli], [".gz", await zopfli.gzipAsync(bytes, { numiterations: 15 })]];
}

async function hashedName(name: string, bytes: Uint8Array): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new Uint8Array(bytes)));
  const hash = Array.from(digest.subarray(0, 4), (b) => b.toString(16).padStart(2, "0")).join("");
  const extension = extname(name);
  return `${name.slice(0, -extension.length)}.${hash}${extension}`;
}
