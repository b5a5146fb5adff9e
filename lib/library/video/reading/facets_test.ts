import { strictEqual as is } from "node:assert/strict";
import fc from "fast-check";
import { CODECS, RESOLUTIONS } from "../../../../db/library/title_facets.ts";
import type { MediaFile } from "../../video_model.ts";
import { facetsOf } from "../rows.ts";

const file = (change: Partial<MediaFile>): MediaFile => ({
  ...{ id: 1, path: "/a.mkv", localPath: "/a.mkv", visible: true, size: 1, quality: "Unknown", isRemux: false },
  languages: [],
  ...change,
});

Deno.test("facets: codec, resolution and range are found by the words of Radarr and Sonarr", () => {
  const table: [Partial<MediaFile>, string][] = [
    [{}, " sdr "],
    [{ videoCodec: "x265", resolution: "3840x1600", hdr: "DV HDR10" }, " 2160p dv hdr hevc "],
    [{ videoCodec: "HEVC", resolution: "1920x800", hdr: "HDR10Plus" }, " 1080p hdr hevc "],
    [{ videoCodec: "AVC", resolution: "1440x1080" }, " 1080p h264 sdr "],
    [{ videoCodec: "h264", resolution: "1280x536" }, " 720p h264 sdr "],
    [{ videoCodec: "MPEG2", resolution: "720x576" }, " mpeg2 sd sdr "],
    [{ videoCodec: "VC1", quality: "Remux-1080p" }, " 1080p sdr vc1 "],
    [{ videoCodec: "XviD", resolution: "x", quality: "SDTV" }, " mpeg4 sdr "],
    [{ videoCodec: "AV1", hdr: "Dolby Vision" }, " av1 dv hdr "],
    [{ languages: ["German", "Chinese (Simplified)", "German"] }, " lang:chinese-(simplified) lang:german sdr "],
  ];
  for (const [change, words] of table) is(facetsOf([file(change)]), words, JSON.stringify(change));
  is(facetsOf([]), "");
  is(facetsOf([file({ videoCodec: "x264" }), file({ videoCodec: "x265" })]), " h264 hevc sdr ");
});

Deno.test("facets: each word is between two spaces, and none has two kinds, whatever a manager sends", () => {
  const text = fc.string({ maxLength: 20 });
  fc.assert(
    fc.property(text, text, text, fc.array(text, { maxLength: 3 }), (videoCodec, resolution, hdr, languages) => {
      const words = facetsOf([file({ videoCodec, resolution, hdr, languages })]);
      is(words.trim() === "" ? words : ` ${words.trim().split(" ").join(" ")} `, words);
      const all = words.trim().split(" ");
      is(all.filter((word) => CODECS.some((one) => one === word)).length <= 1, true);
      is(all.filter((word) => RESOLUTIONS.some((one) => one === word)).length <= 1, true);
    }),
  );
});
