import { deepStrictEqual as same, match, ok, strictEqual as is } from "node:assert/strict";
import type { Rip } from "../../lib/discs/rip_schema.ts";
import { mixedCd } from "../fixtures/discs/cd_images.ts";
import { cdCopy } from "../fixtures/discs/cd_world.ts";
import { discTest, openDiscApp } from "../fixtures/discs/disc_app.ts";

/** Title of the album in Windows-1250, whose last letter is æ in Windows-1252. */
const KOCHAC = Uint8Array.from("Kocha\xe6", (letter) => letter.charCodeAt(0));

/** Replaces all titles of a cue sheet with this album title. */
async function rename(sheet: string, title: Uint8Array): Promise<void> {
  const lines = (await Deno.readTextFile(sheet)).split("\n").filter((line) => !/^\s*TITLE/.test(line));
  const head = new TextEncoder().encode('TITLE "');
  const rest = new TextEncoder().encode(`"\n${lines.join("\n")}`);
  await Deno.writeFile(sheet, Uint8Array.from([...head, ...title, ...rest]));
}

discTest(
  "B19: the character set of a CD image is stated with a scan, kept, and detected again on request",
  async () => {
    await using app = await openDiscApp({ disc: { autoDeliver: false } });
    const sheet = await cdCopy(app.folder, await mixedCd());
    await rename(sheet, KOCHAC);
    const guessed = await app.open(sheet);
    same([guessed.media.title, guessed.cd?.doubtfulCharset, guessed.cd?.sure], ["Kochaæ", "windows-1252", false]);
    match(guessed.warnings.join(), /Names were read as windows-1252, but there are too few letters/);
    const scan = async (json: unknown, status = 200) => {
      await app.ask<Rip>(`/disc/rips/${guessed.id}/scan`, { json, status });
      return await app.reach(guessed.id, "ready");
    };
    const stated = await scan({ nameCharset: "windows-1250" });
    same([stated.media.title, stated.nameCharset, stated.cd?.doubtfulCharset], ["Kochać", "windows-1250", undefined]);
    ok(!stated.warnings.join().includes("Names were read"), stated.warnings.join());
    is((await scan({})).media.title, "Kochać");
    is((await scan({ nameCharset: null })).media.title, "Kochaæ");
    for (const wrong of [{ nameCharset: "klingon" }, { charset: "koi8-r" }, { nameCharset: 5 }]) {
      await scan(wrong, 422);
    }
    const page = async () => await (await app.app.call(`/discs/${guessed.id}`)).text();
    match(await page(), /Names were read as windows-1252, but there are too few letters/);
    await scan({ nameCharset: "windows-1250" });
    match(await page(), /<option[^>]*value="windows-1250"[^>]*selected/);
  },
);
