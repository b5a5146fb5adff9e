import * as esbuild from "esbuild";
import { basename, extname, join } from "node:path";
import { fileURLToPath } from "node:url";

export interface Asset {
  /** The name pages ask for, e.g. `app.js`. */
  name: string;
  /** The name it is served under, e.g. `app.1f3a9c02.js`. */
  file: string;
  bytes: number;
}

/** Bundles scripts and styles into `static/built` below `root`. Old builds are removed. */
export async function buildAssets(root: URL): Promise<Asset[]> {
  const at = (path: string) => fileURLToPath(new URL(path, root));
  const target = at("static/built");
  const { outputFiles } = await esbuild.build({
    entryPoints: [
      { in: at("islands/mount.tsx"), out: "app" },
      { in: at("islands/htmx.ts"), out: "htmx" },
      { in: at("islands/shell/theme.ts"), out: "theme" },
      { in: at("islands/shell/palette.ts"), out: "palette" },
      { in: at("islands/shell/service_worker.ts"), out: "service_worker" },
      { in: at("islands/compare/compare.tsx"), out: "compare" },
      { in: at("islands/scan/scan.ts"), out: "scan" },
      { in: at("islands/scan/frame_reader.ts"), out: "frame_reader" },
      { in: at("static/css/app.css"), out: "style" },
    ],
    bundle: true,
    minify: true,
    format: "esm",
    target: ["chrome120", "firefox121", "safari17"],
    jsx: "automatic",
    jsxImportSource: "preact",
    legalComments: "none",
    outdir: target,
    write: false,
    logLevel: "warning",
    plugins: [WITHOUT_SIDE_EFFECTS],
  });
  const sources = [
    ...outputFiles.map((file) => ({ name: basename(file.path), bytes: file.contents })),
    ...await Promise.all(
      ICONS.map(async (name) => ({
        name,
        bytes: await Deno.readFile(at(`static/${name}`)),
      })),
    ),
  ];
  await Deno.remove(target, { recursive: true }).catch(() => {});
  await Deno.mkdir(target, { recursive: true });
  const assets: Asset[] = [];
  for (const { name, bytes } of sources) {
    const file = await hashedName(name, bytes);
    await Deno.writeFile(join(target, file), bytes);
    assets.push({ name, file, bytes: bytes.length });
  }
  const manifest = Object.fromEntries(assets.map(({ name, file }) => [name, file]));
  await Deno.writeTextFile(join(target, "manifest.json"), JSON.stringify(manifest, null, 1));
  return assets;
}

/** The drawing, the one with room for a mask, and pictures of it for systems that take no drawings. */
const ICONS = ["icon.svg", "icon_maskable.svg", "icon_180.png", "icon_512.png"];

/** Of the reader of barcodes only what is used: its modules do nothing by being loaded, and do not say so. */
const WITHOUT_SIDE_EFFECTS: esbuild.Plugin = {
  name: "without-side-effects",
  setup(build) {
    build.onResolve({ filter: /./ }, async ({ path, importer, resolveDir, kind, pluginData }) => {
      const isOfReader = path === "@zxing/library" || /[\\/]@zxing[\\/]library[\\/]/.test(importer);
      if (!isOfReader || pluginData === "resolved") return undefined;
      const found = await build.resolve(path, { importer, resolveDir, kind, pluginData: "resolved" });
      return found.errors.length > 0 ? found : { path: found.path, sideEffects: false };
    });
  },
};

async function hashedName(name: string, bytes: Uint8Array): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new Uint8Array(bytes)));
  const hash = Array.from(digest.subarray(0, 4), (b) => b.toString(16).padStart(2, "0")).join("");
  const extension = extname(name);
  return `${name.slice(0, -extension.length)}.${hash}${extension}`;
}
