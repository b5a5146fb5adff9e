import type { Damage } from "../damage.ts";
import { type Making, remake } from "../remake.ts";
import { run } from "../tools.ts";

/**
 * Wrong or missing metadata about colour and shape, on which players depend. The coded video is unchanged.
 *
 * Not included: container tags that contradict the tags of the coded video (ffmpeg and most players use the latter, so
 * no available tool shows the difference), the location of chroma samples, and explicit tags that match the players'
 * defaults.
 */

/** Code points of ITU-T H.273, as used in H.264, HEVC and Matroska headers. */
interface Codes {
  primaries?: number;
  transfer?: number;
  matrix?: number;
  /** 0 = limited, 1 = full. Matroska's values are one higher. */
  range?: number;
}

const BITSTREAM_NAMES = {
  primaries: "colour_primaries",
  transfer: "transfer_characteristics",
  matrix: "matrix_coefficients",
  range: "video_full_range_flag",
} as const;
const CONTAINER_NAMES = {
  primaries: "color-primaries",
  transfer: "color-transfer-characteristics",
  matrix: "color-matrix-coefficients",
  range: "color-range",
} as const;

const keysOf = (codes: Codes) =>
  (["primaries", "transfer", "matrix", "range"] as const).filter((key) => codes[key] !== undefined);

/** Copies all streams and changes the headers of the coded video. */
async function inBitstream(making: Making, codes: Codes, output = making.output): Promise<void> {
  const values = keysOf(codes).map((key) => `${BITSTREAM_NAMES[key]}=${codes[key]}`);
  await copied({ ...making, output }, `${metadataFilter(making)}=${values.join(":")}`);
}

const metadataFilter = ({ good }: Making): string => `${good.plan.video?.codec === "hevc" ? "hevc" : "h264"}_metadata`;
const copied = (making: Making, filter: string): Promise<void> => remake(making, { options: ["-bsf:v:0", filter] });

/** Changes the header of the video track in a Matroska file. */
const edit = (path: string, ...args: string[]): Promise<unknown> =>
  run("mkvpropedit", ["-q", path, "--edit", "track:v1", ...args]);
const containerCodes = (codes: Codes): string[] =>
  keysOf(codes).flatMap((key) => ["--set", `${CONTAINER_NAMES[key]}=${(codes[key] ?? 0) + (key === "range" ? 1 : 0)}`]);

/** Writes wrong codes in the coded video and the container, like a misconfigured encoder. */
const tagged = (codes: Codes) => async (making: Making): Promise<void> => {
  await inBitstream(making, codes);
  if (making.good.plan.container === "mkv") await edit(making.output, ...containerCodes(codes));
};

/** Writes wrong values only in the container. */
const inContainer = (...args: string[]) => async (making: Making): Promise<void> => {
  await remake(making);
  await edit(making.output, ...args);
};

const kind = (name: string, on: readonly string[], make: Damage["make"], more: Partial<Damage> = {}): Damage => ({
  name,
  class: "colour",
  on,
  make,
  ...more,
});

const SDR = ["x264", "x265"];
const HDR = ["hdr10"];
/** H.264 without any colour tags. */
const UNTAGGED = ["languages", "seven"];

/** Re-encodes the video with x265 parameters that differ from the plan. */
const withParameters = (change: (parameters: string) => string) => (making: Making): Promise<void> => {
  const { good } = making;
  const display = "master-display=G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,50)";
  const parameters = "log-level=error:repeat-headers=1:colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc:" +
    `hdr10=1:hdr10-opt=1:${display}:max-cll=1000,400`;
  const color = good.plan.video?.color.range === undefined ? [] : ["-color_range:v:0", good.plan.video.color.range];
  // A second input to the graph keeps ffmpeg from passing the source's light levels on to the container.
  return remake(making, {
    graph: "[0:v:0]null[picture];[1:v:0]nullsink",
    from: { "v:0": "[picture]" },
    pictureOptions: ["-x265-params", change(parameters), ...color],
  });
};

export const COLOUR_DAMAGES: Damage[] = [
  kind("primaries of BT.2020 on a BT.709 picture", SDR, tagged({ primaries: 9 })),
  kind("primaries of BT.709 on a BT.2020 picture", HDR, tagged({ primaries: 1 })),
  kind("matrix of BT.601 on a BT.709 picture", SDR, tagged({ matrix: 6 })),
  kind("matrix of BT.709 on a BT.2020 picture", ["hdr10", "hlg"], tagged({ matrix: 1 })),
  kind("transfer PQ on an SDR picture", SDR, tagged({ transfer: 16 })),
  kind("transfer HLG on a PQ picture", HDR, tagged({ transfer: 18 })),
  kind("transfer PQ on an HLG picture", ["hlg"], tagged({ transfer: 16 })),
  kind("transfer SDR on a PQ picture", HDR, tagged({ transfer: 1 })),
  kind("full range on a limited picture", ["x264", "x265", "hdr10", "mp4"], tagged({ range: 1 })),
  kind("all colour tags lost", ["x264", "hdr10", "hlg"], async (making) => {
    await tagged({ primaries: 2, transfer: 2, matrix: 2 })(making);
  }),
  kind("transfer lost", HDR, tagged({ transfer: 2 })),
  // Values in the container apply only to untagged video. If the coded video has tags, ffmpeg and most players use
  // those.
  kind("matrix of BT.2020 added in the container", UNTAGGED, inContainer("--set", "color-matrix-coefficients=9")),
  kind("transfer PQ added in the container", UNTAGGED, inContainer("--set", "color-transfer-characteristics=16")),
  kind("curve of gamma 2.8 added in the container", UNTAGGED, inContainer("--set", "color-transfer-characteristics=5")),
  kind("full range added in the container", UNTAGGED, inContainer("--set", "color-range=2")),
  kind("mastering display lost", HDR, withParameters((text) => text.replace(/master-display=[^:]*:/, ""))),
  kind(
    "mastering display of another film",
    HDR,
    withParameters((text) => text.replace("L(10000000,50)", "L(40000000,1)")),
  ),
  kind(
    "mastering display with primaries of BT.709",
    HDR,
    withParameters((text) => text.replace(/G\(.*WP\(/, "G(15000,30000)B(7500,3000)R(32000,16500)WP(")),
  ),
  kind("light levels lost", HDR, withParameters((text) => text.replace(/:max-cll=.*/, ""))),
  kind("light levels of another film", HDR, withParameters((text) => text.replace("1000,400", "4000,120"))),
  kind(
    "light levels and mastering display lost",
    HDR,
    withParameters((text) => text.replace(/:master-display=[^:]*/, "").replace(/:max-cll=.*/, "")),
  ),
  kind(
    "mastering display wrong in the container",
    HDR,
    inContainer("--set", "max-luminance=4000", "--set", "min-luminance=0.05"),
  ),
  kind(
    "light levels wrong in the container",
    HDR,
    inContainer("--set", "max-content-light=4000", "--set", "max-frame-light=90"),
  ),
  kind(
    "light levels added to an SDR picture",
    ["x265", "languages"],
    inContainer("--set", "max-content-light=4000", "--set", "max-frame-light=400"),
  ),
  kind("pixel shape wrong", ["x264", "anamorphic", "crop"], async (making) => {
    await copied(making, `${metadataFilter(making)}=sample_aspect_ratio=4/3`);
    await edit(making.output, "--set", "display-width=640", "--set", "display-height=270", "--set", "display-unit=0");
  }),
  kind("pixel shape lost", ["anamorphic", "interlaced"], async (making) => {
    await copied(making, `${metadataFilter(making)}=sample_aspect_ratio=1/1`);
    await edit(making.output, "--set", "display-width=352", "--set", "display-height=288", "--set", "display-unit=0");
  }),
  kind(
    "flagged interlaced",
    ["x264", "hdr10", "interlaced"],
    inContainer("--set", "interlaced=1", "--set", "field-order=1"),
  ),
  kind(
    "turned by 90 degrees in the header",
    ["mp4", "rotated"],
    (making) => remake(making, { options: ["-metadata:s:v:0", "rotate=90"] }),
  ),
  kind(
    "turned by 180 degrees in the header",
    ["mp4"],
    (making) => remake(making, { options: ["-metadata:s:v:0", "rotate=180"] }),
  ),
  kind(
    "8 bits instead of 10",
    ["hdr10", "anime", "x265"],
    (making) => remake(making, { picture: "format=yuv420p", pictureOptions: ["-pix_fmt:v:0", "yuv420p"] }),
  ),
  kind(
    "4:4:4 instead of 4:2:0",
    ["x264"],
    (making) => remake(making, { picture: "format=yuv444p", pictureOptions: ["-pix_fmt:v:0", "yuv444p"] }),
  ),
  kind(
    "another size",
    ["x264", "mp4", "crop"],
    (making) => remake(making, { picture: "scale=trunc(iw/4)*2:trunc(ih/4)*2" }),
  ),
];
