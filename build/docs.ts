/**
 * Generates the reference documents from the sources: settings, API records, interface rules with their tests, and
 * differences between ffmpeg releases. `deno task docs [FOLDER]` writes them to `dist/docs` by default.
 */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { FFMPEG_CHANGES, type FfmpegChange } from "../lib/media/tools/ffmpeg_versions.ts";
import { withSettings } from "../lib/ui/settings/settings_reference.ts";
import { openApp } from "../tests/fixtures/app.ts";
import { documentOf } from "../tests/fixtures/document.ts";
import { interfaceText, readTests, ruleTests } from "./interface/document.ts";
import { recordsText } from "./records.ts";

const ROOT = fileURLToPath(new URL("../", import.meta.url));

/** Returns the reference documents by file name. */
async function references(): Promise<Record<string, string>> {
  await using app = await openApp();
  const { components } = await documentOf(app);
  return {
    "settings.md": withSettings(await Deno.readTextFile(join(ROOT, "static/docs/settings.md"))),
    "records.md": recordsText(components.schemas),
    "interface.md": interfaceText(ruleTests(await readTests(ROOT))),
    "ffmpeg.md": ffmpegText(),
  };
}

function ffmpegText(): string {
  const rows = Object.values(FFMPEG_CHANGES).map(({ since, until, change, measure }: FfmpegChange) =>
    `| ${until === undefined ? since : `${since} until ${until}`} | ${change} | ${measure} |`
  );
  return [
    "# Differences between ffmpeg releases\n",
    "| since | ffmpeg | Lathe |",
    "| --- | --- | --- |",
    ...rows,
    "",
  ].join("\n");
}

const folder = Deno.args[0] ?? join(ROOT, "dist/docs");
await Deno.mkdir(folder, { recursive: true });
for (const [name, text] of Object.entries(await references())) await Deno.writeTextFile(join(folder, name), text);
console.log(`The references are in ${folder}.`);
