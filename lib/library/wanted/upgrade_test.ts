import { strictEqual as is } from "node:assert/strict";
import { QualityProfile, rankOf, upgradeOf } from "./upgrade.ts";

const NAMES = ["DVD", "WEBDL-720p", "Bluray-1080p", "Remux-1080p", "WEBDL-2160p", "Bluray-2160p", "Remux-2160p"];
const quality = (name: string) => ({
  id: NAMES.indexOf(name),
  name,
  resolution: Number(/(\d+)p/.exec(name)?.[1] ?? 480),
});
const profile = (cutoff: string, allowed: RegExp): QualityProfile =>
  QualityProfile.parse({
    id: 1,
    cutoff: NAMES.indexOf(cutoff),
    items: NAMES.map((name) => ({ quality: quality(name), items: [], allowed: allowed.test(name) })),
  });
const file = (name: string, path = "/m/a.mkv") => ({ quality: { quality: quality(name) }, path });

Deno.test("the disc that improves a file, or none", () => {
  const [hd, uhd] = [profile("Remux-1080p", /720p|1080p/), profile("Remux-2160p", /p/)];
  const cases: [string, QualityProfile, string | undefined][] = [
    ["DVD", hd, "bluray"],
    ["WEBDL-720p", hd, "bluray"],
    ["Bluray-1080p", hd, "bluray"],
    ["Bluray-1080p", uhd, "uhd"],
    ["Remux-1080p", hd, undefined],
    ["Remux-1080p", uhd, "uhd"],
    ["WEBDL-2160p", uhd, "uhd"],
    ["Bluray-2160p", hd, "uhd"],
    ["Remux-2160p", uhd, undefined],
    ["Remux-2160p", hd, undefined],
  ];
  for (const [name, one, wanted] of cases) is(upgradeOf(file(name), one), wanted, name);
  is(upgradeOf(file("Bluray-1080p", "/m/Heat Remux-1080p.mkv"), hd), undefined, "its name says that it is a remux");
});

Deno.test("a cutoff may be a group, a profile may be invalid, and an unknown quality is the worst", () => {
  const grouped = QualityProfile.parse({
    id: 2,
    cutoff: 1001,
    items: [
      { quality: quality("DVD"), allowed: true },
      { id: 1001, name: "UHD", allowed: true, items: [{ quality: quality("WEBDL-2160p"), allowed: true }] },
    ],
  });
  is(upgradeOf(file("DVD"), grouped), "uhd");
  is(upgradeOf(file("Remux-1080p"), grouped), "uhd");
  is(rankOf(file("Bluray-1080p"), grouped), -1);
  is(rankOf(file("WEBDL-2160p"), grouped), 1);
  is(upgradeOf(file("DVD"), QualityProfile.parse({ id: 3, cutoff: 99 })), "bluray");
});
