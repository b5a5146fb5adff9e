/**
 * Builds the browser assets into `static/built`: one script with the islands, htmx with its extensions, and one style
 * sheet. File names contain a content hash, so that browsers may cache them forever. `manifest.json` maps plain names
 * to hashed ones.
 */
import * as esbuild from "esbuild";
import { buildAssets } from "./bundle.ts";

const started = performance.now();
const files = await buildAssets(new URL("../", import.meta.url));
await esbuild.stop();
const total = files.reduce((sum, file) => sum + file.bytes, 0);
console.log(
  `Built ${files.length} assets, ${(total / 1024).toFixed(0)} kB, in ${(performance.now() - started).toFixed(0)} ms.`,
);
