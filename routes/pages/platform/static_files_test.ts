import { deepStrictEqual as same, strictEqual as is } from "node:assert/strict";
import { pathToFileURL } from "node:url";
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import { inFolder } from "../../../tests/fixtures/folder.ts";
import { staticFiles } from "./static_files.ts";

const TEXT = "export const found = 1;\n".repeat(50);

/** Returns the routes that serve the files of a build. */
async function served(folder: string) {
  await Deno.writeTextFile(`${folder}/app.1.js`, TEXT);
  await Deno.writeFile(`${folder}/app.1.js.br`, brotliCompressSync(TEXT));
  await Deno.writeFile(`${folder}/app.1.js.gz`, gzipSync(TEXT));
  await Deno.writeTextFile(`${folder}/icon.1.png`, "png");
  const assets = { "app.js": "app.1.js", "icon.png": "icon.1.png" };
  return staticFiles({ instance: { assets, staticFiles: pathToFileURL(`${folder}/`) } });
}

inFolder(
  "static files: a text is sent as the build compressed it, in the smallest supported form",
  async (folder) => {
    const app = await served(folder);
    for (
      const [accepted, encoding, read] of [
        ["gzip, deflate, br, zstd", "br", brotliDecompressSync],
        ["gzip, deflate", "gzip", gunzipSync],
        ["br;q=0, gzip", "gzip", gunzipSync],
        ["identity", null, (bytes: Uint8Array) => bytes],
        ["", null, (bytes: Uint8Array) => bytes],
      ] as const
    ) {
      const response = await app.request("/static/app.1.js", { headers: { "Accept-Encoding": accepted } });
      same([response.status, response.headers.get("content-encoding")], [200, encoding], accepted);
      is(response.headers.get("vary"), "Accept-Encoding");
      is(response.headers.get("content-type"), "text/javascript; charset=utf-8");
      is(new TextDecoder().decode(read(new Uint8Array(await response.arrayBuffer()))), TEXT);
    }
  },
);

inFolder(
  "static files: an image is sent unchanged, and compressed copies have no URL of their own",
  async (folder) => {
    const app = await served(folder);
    const picture = await app.request("/static/icon.1.png", { headers: { "Accept-Encoding": "br, gzip" } });
    same([picture.headers.get("content-encoding"), await picture.text()], [null, "png"]);
    is((await app.request("/static/app.1.js.br")).ok, false);
  },
);
