import zopfli from "@gfx/zopfli";
import * as esbuild from "esbuild";
import { Buffer } from "node:buffer";
import { basename, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";

export interface Asset {
  /** File name without a hash, which pages use, e.g. `app.js`. */
  name: string;
  /** File name under which the server offers it, e.g. `app.1f3a9c02.js`. */
  file: string;
  bytes: number;
}

/**
 * Bundles scripts and styles into `static/built` below `root` and compresses text files. Then deletes the files of
 * older builds.
 */
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
    // Scripts import each other by file name, so a name in which esbuild has already put a content hash is kept.
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

/** Name prefix of the scripts that are imported by the main script, which are preloaded in parallel with it. */
const AT_ONCE = "app/";

/**
 * Returns the scripts that an entry imports statically, including indirect imports. Dynamic imports are not included.
 */
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

/** Replaces the contents of a folder with these files. A running server can read each file at any time. */
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

/** Entry points that are built separately and share no code. */
const ALONE = {
  service_worker: "islands/shell/service_worker.ts",
  scan: "islands/scan/scan.ts",
  frame_reader: "islands/scan/frame_reader.ts",
  style: "static/css/app.css",
};

/** The script of every page. Its dynamic imports become separate files, as does code that several of them share. */
const SHARING = {
  app: "islands/mount.ts",
};

const JSX = { jsxFactory: "jsx_h", jsxFragmentFactory: "jsx_Fragment" };

/**
 * Compiles JSX to shorter code than the automatic runtime. The functions are imported only by files with components.
 */
const SHORT_JSX: esbuild.Plugin = {
  name: "short jsx",
  setup(build) {
    build.onLoad({ filter: /\.tsx$/ }, async ({ path }) => ({
      contents: 'import { h as jsx_h, Fragment as jsx_Fragment } from "preact";\n' + await Deno.readTextFile(path),
      loader: "tsx",
    }));
  },
};

/** The icon as a drawing, a variant with margins for a mask, and bitmaps for systems without SVG support. */
const ICONS = ["icon.svg", "icon_maskable.svg", "icon_180.png", "icon_512.png"];

/**
 * Declares modules of the barcode reader, and modules shared with the server, as free of side effects, so that unused
 * code is dropped. Their packages do not declare this.
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

/** Returns the compressed variants of a text by file extension. They are computed once, at build time. */
async function compressed(bytes: Uint8Array): Promise<[string, Uint8Array][]> {
  const brotli = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } });
  // Browsers request Brotli only over HTTPS. Plain HTTP in the home network uses gzip, which is compressed as far as
  // possible.
  return [[".br", brotli], [".gz", await zopfli.gzipAsync(bytes, { numiterations: 15 })]];
}

async function hashedName(name: string, bytes: Uint8Array): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new Uint8Array(bytes)));
  const hash = Array.from(digest.subarray(0, 4), (b) => b.toString(16).padStart(2, "0")).join("");
  const extension = extname(name);
  return `${name.slice(0, -extension.length)}.${hash}${extension}`;
}
