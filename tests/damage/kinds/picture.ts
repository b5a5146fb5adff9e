import { FEATURE, type FilmOptions, makeFilm } from "../content/film.ts";
import { type Damage, named, type PictureFacts, pictureOf, spread } from "../damage.ts";
import { type Making, remake } from "../remake.ts";

/**
 * Damaged video in files that are otherwise correct.
 *
 * Not included, because it is harmless or indistinguishable from encoding loss: a single repeated or lost frame, grain
 * removed by
 * a high CRF, brightness off by less than a twentieth, slightly changed sharpness, colour shifted by a pixel or less,
 * and a
 * border of one or two lines.
 */

/** Filters of one damage, inserted between decoder and encoder. */
type PictureDamage = (picture: PictureFacts) => string;

/** Encodes to damage. Each kind is applied to some of them, in rotation. */
const POOL = ["x264", "hdr10", "mp4", "anime", "crop", "ts", "x265", "rotated", "anamorphic", "tone mapped"];
/** Movies with a constant frame rate, for damages that count frames. */
const CONSTANT = ["x264", "mp4", "anime", "ts", "hdr10", "crop"];
/** Movies whose sources consist only of keyframes or are interlaced. */
const INTRA_FILMS = ["intra x264", "ProRes", "FFV1", "MJPEG", "interlaced intra", "interlaced DVD"];

const BLACK = "lutyuv=y=minval:u=(minval+maxval)/2:v=(minval+maxval)/2";
const between = (from: number, to: number): string => `enable='between(t,${from.toFixed(3)},${to.toFixed(3)})'`;
/** A position with motion in every movie of the suite. */
const place = ({ seconds }: PictureFacts): number => seconds * 0.63;
const frameAt = ({ rate }: PictureFacts, seconds: number): number => Math.round(rate * seconds);

/** Returns a filter that maps luma with an expression. */
const luma = (expression: string): string => `lutyuv=y='clip(${expression},0,maxval+minval)'`;

/** Returns filters that set the timestamps by frame number, from the start of the movie. */
const regular = ({ rate, start }: PictureFacts): string => `setpts='(N/${rate.toFixed(9)}+${start.toFixed(6)})/TB'`;

/** Freezes frame `from` until `to`. */
const frozen = (picture: PictureFacts, from: number, to: number): string => {
  const more = Math.min(to, picture.frames - 1) - from;
  return `loop=loop=${more}:size=1:start=${from},select='not(between(n,${from + more + 1},${from + 2 * more}))',${
    regular(picture)
  }`;
};

/** Reorders frames within groups. The number of frames is unchanged. */
const shuffled = ({ frames }: PictureFacts, order: readonly number[]): string =>
  `tpad=stop=${order.length}:stop_mode=clone,shuffleframes=${order.join(" ")},trim=end_frame=${frames}`;

/** Plays ranges of the movie, given in seconds, in a different order. */
const reordered = (picture: PictureFacts, parts: readonly (readonly [number, number])[]): string => {
  const cuts = parts.map(([from, to], i) =>
    `[p${i}]trim=${from.toFixed(3)}:${to.toFixed(3)},setpts=PTS-STARTPTS[q${i}]`
  );
  const labels = (letter: string) => parts.map((_, i) => `[${letter}${i}]`).join("");
  return `split=${parts.length}${labels("p")};${cuts.join(";")};${labels("q")}concat=n=${parts.length},${
    regular(picture)
  }`;
};

/** Draws a block of a twelfth of the width, like a single corrupt block that stays visible until the next keyframe. */
const speck = ({ pixelFormat }: PictureFacts, from: number, to: number): string =>
  `drawbox=x=iw*0.3:y=ih*0.4:w=iw/12:h=iw/12:color=0x30e060:t=fill:${between(from, to)},format=${pixelFormat}`;

/** Damages of every frame. */
const WHOLE: Record<string, PictureDamage> = {
  "all black": () => BLACK,
  "all green, as a failed decoder draws it": () => "lutyuv=y=0:u=0:v=0",
  "all grey": () => "lutyuv=y=(minval+maxval)/2:u=(minval+maxval)/2:v=(minval+maxval)/2",
  "inverted": () => "lutyuv=y=negval:u=negval:v=negval",
  "colours lost": () => "lutyuv=u=(minval+maxval)/2:v=(minval+maxval)/2",
  "U and V exchanged": () => "shuffleplanes=0:2:1",
  "hue turned by 40 degrees": () => "hue=h=40",
  "saturation halved": () =>
    "lutyuv=u='(val-(minval+maxval)/2)/2+(minval+maxval)/2':v='(val-(minval+maxval)/2)/2+(minval+maxval)/2'",
  "saturation doubled": () =>
    "lutyuv=u='clip((val-(minval+maxval)/2)*2+(minval+maxval)/2,minval,maxval)':v='clip((val-(minval+maxval)/2)*2+(minval+maxval)/2,minval,maxval)'",
  "red and blue exchanged": ({ pixelFormat }) => `format=gbrp,shuffleplanes=0:2:1,format=${pixelFormat}`,
  "luma compressed once more (washed out)": () => luma("minval+val*(maxval-minval)/(maxval+minval)"),
  "luma stretched once more (crushed)": () => luma("(val-minval)*(maxval+minval)/(maxval-minval)"),
  "gamma wrong": () => "lutyuv=y=gammaval(0.6)",
  "15 % brighter": () => luma("val*1.15"),
  "30 % darker": () => luma("minval+(val-minval)*0.7"),
  "blurred strongly": () => "gblur=sigma=5",
  "edges ringing": ({ pixelFormat }) => `format=yuv420p,unsharp=9:9:4:9:9:0,format=${pixelFormat}`,
  "posterised": () => luma("val-mod(val,(maxval+minval)/8)"),
  "an eighth of the size, enlarged": ({ width, height }) =>
    `scale=${Math.round(width / 16) * 2}:${Math.round(height / 16) * 2},scale=${width}:${height}:flags=neighbor`,
  "mirrored": () => "hflip",
  "upside down": () => "transpose=clock,transpose=clock",
  "shifted by 16 pixels": ({ width, height }) => `crop=${width - 16}:${height}:0:0,pad=${width}:${height}:16:0`,
  "colour shifted by 8 pixels": () => "chromashift=cbh=8:crh=8:cbv=4:crv=4",
  "cropped to 90 % and enlarged": ({ width, height }) =>
    `crop=trunc(iw*0.45)*2:trunc(ih*0.45)*2,scale=${width}:${height}`,
  "squeezed between bars": ({ width, height }) => `scale=trunc(iw*0.4)*2:ih,pad=${width}:${height}:(ow-iw)/2:0`,
  "tilted by three degrees": () => "rotate=0.052",
  "rolling": () => "scroll=vertical=0.004",
  "bottom half grey": ({ pixelFormat }) => `drawbox=y=ih/2:h=ih/2:color=gray:t=fill,format=${pixelFormat}`,
  "a logo burned in": ({ pixelFormat }) =>
    `drawbox=x=iw*0.8:y=ih*0.06:w=iw*0.14:h=ih*0.14:color=white:t=fill,drawbox=x=iw*0.83:y=ih*0.09:w=iw*0.08:h=ih*0.08:color=red:t=fill,format=${pixelFormat}`,
  "strong noise": () => "noise=alls=32:allf=t+u:all_seed=5",
  "hue turned by 10 degrees": () => "hue=h=10",
  "one picture in 50 brighter by 40": ({ pixelFormat }) =>
    `lutyuv=y='clip(val+40*(maxval+minval)/255,0,maxval)':enable='eq(mod(n,50),25)',format=${pixelFormat}`,
  "smeared over five pictures": () => "tmix=frames=5",
};

const PASSAGES: Record<string, PictureDamage> = {
  "black for 3 s": (p) => `${BLACK}:${between(place(p), place(p) + 3)}`,
  "black for 10 s": (p) => `${BLACK}:${between(place(p), place(p) + 10)}`,
  "black for 1 s": (p) => `${BLACK}:${between(place(p) + 1, place(p) + 2)}`,
  "the last 10 s black": (p) => `${BLACK}:${between(p.seconds - 10, p.seconds + 9)}`,
  "the first 5 s black": () => `${BLACK}:${between(0, 5)}`,
  "the second half black": (p) => `${BLACK}:${between(p.seconds / 2, p.seconds + 9)}`,
  "a green block for 20 s": ({ pixelFormat, ...p }) =>
    `drawbox=x=iw/3:y=ih/3:w=iw/4:h=ih/3:color=0x00ff00:t=fill:${
      between(p.seconds * 0.5, p.seconds * 0.5 + 20)
    },format=${pixelFormat}`,
  "blurred for 20 s": (p) => `gblur=sigma=6:${between(p.seconds * 0.5, p.seconds * 0.5 + 20)}`,
  "brighter by 6 levels from the middle on": (p) =>
    `lutyuv=y='clip(val+6*(maxval+minval)/255,0,maxval)':${between(p.seconds / 2, p.seconds + 9)}`,
  "colours lost in the second half": (p) =>
    `lutyuv=u=(minval+maxval)/2:v=(minval+maxval)/2:${between(p.seconds / 2, p.seconds + 9)}`,
  "blocks displaced for 2 s": (p) =>
    `shufflepixels=mode=block:width=32:height=32:seed=3:${between(place(p), place(p) + 2)}`,
  "a speck for half a second": (p) => speck(p, place(p), place(p) + 0.5),
  "a speck in the first second": (p) => speck(p, 0, 1),
  "a speck up to the end": (p) => speck(p, p.seconds - 2, p.seconds + 9),
};

const MOTION: Record<string, PictureDamage> = {
  "frozen after a half": (p) => frozen(p, Math.round(p.frames / 2), p.frames),
  "frozen for 4 s": (p) => frozen(p, frameAt(p, place(p)), frameAt(p, place(p) + 4)),
  "frozen for 2 s": (p) => frozen(p, frameAt(p, place(p) + 1), frameAt(p, place(p) + 3)),
  "the last 8 s frozen": (p) => frozen(p, p.frames - frameAt(p, 8), p.frames),
  "the first 5 s frozen": (p) => frozen(p, 0, frameAt(p, 5)),
  "combed": (p) =>
    `tpad=start=1:start_mode=clone,tblend=all_expr='if(mod(Y,2),A,B)',trim=end_frame=${p.frames},${regular(p)}`,
  "every fifth picture repeated": (p) => shuffled(p, [0, 1, 2, 3, 3]),
  "every other picture repeated": (p) => shuffled(p, [0, 0]),
  "pictures backwards within a second": (p) => shuffled(p, Array.from({ length: 24 }, (_, i) => 23 - i)),
  "pictures exchanged in pairs": (p) => shuffled(p, [1, 0]),
  "pictures in a wrong order": (p) => shuffled(p, Array.from({ length: 25 }, (_, i) => (i * 7) % 25)),
  "two scenes exchanged": (p) => {
    const [a, b, c] = [0.15, 0.25, 0.35].map((share) => share * p.seconds) as [number, number, number];
    return reordered(p, [[0, a], [b, c], [a, b], [c, p.seconds + 1]]);
  },
  "one scene in place of the next": (p) => {
    const [a, b, c] = [0.15, 0.25, 0.35].map((share) => share * p.seconds) as [number, number, number];
    return reordered(p, [[0, b], [a, a + c - b], [c, p.seconds + 1]]);
  },
  "2 s late, closed by a longer end": (p) => `tpad=start_duration=2:start_mode=clone,trim=end_frame=${p.frames}`,
};

/** Damages that viewers notice only at their start, because the difference in each frame is small. */
const BARELY_SEEN = new Set(["brighter by 6 levels from the middle on"]);

/** Applies each damage to some encodes of the pool, in rotation. */
const rows = (list: Record<string, PictureDamage>, pool: readonly string[], count: number, turn = 0): Damage[] =>
  named(list).map(([name, filters], i) => ({
    name,
    class: "pictures",
    on: spread(pool, i + turn, count),
    make: async (making) => {
      const picture = await pictureOf(making.good);
      await remake(making, { picture: `${filters(picture)},${picture.finish}` });
    },
    ...(BARELY_SEEN.has(name) ? { shows: "content" as const } : {}),
  }));

/** Overlays the video with another movie for the duration of the window. */
async function withFilm(making: Making, film: Partial<FilmOptions>, window: string): Promise<void> {
  const { width, height, rate, pixelFormat, finish, frames } = await pictureOf(making.good);
  const options = {
    seed: 40,
    scenes: FEATURE,
    width: 320,
    height: 180,
    rate: rate > 26 ? "30" : rate > 24.5 ? "25" : "24000/1001",
  };
  const other = await makeFilm({ ...options, ...film });
  const graph = `[2:v:0]scale=${width}:${height},format=${pixelFormat}[other];[0:v:0]setsar=1[own];` +
    `[own][other]overlay=format=auto:eof_action=repeat${window},trim=end_frame=${frames},${finish}[picture]`;
  await remake(making, { inputs: ["-i", other], graph, from: { "v:0": "[picture]" } });
}

const OTHER_FILM: Damage[] = [
  {
    name: "another film of equal length",
    class: "pictures",
    on: ["x264", "mp4", "ts", "tone mapped"],
    make: (making) => withFilm(making, {}, ""),
  },
  {
    name: "a minute of another film",
    class: "pictures",
    on: ["five minutes"],
    make: (making) => withFilm(making, { seed: 41 }, ":enable='between(t,130,190)'"),
  },
  {
    name: "another episode with the same titles",
    class: "pictures",
    on: ["x264", "hlg"],
    make: (making) => withFilm(making, { seed: 42 }, ":enable='between(t,15,9999)'"),
  },
];

const LONG: Record<string, PictureDamage> = {
  "frozen for 4 s in five minutes": (p) => frozen(p, frameAt(p, p.seconds * 0.37), frameAt(p, p.seconds * 0.37 + 4)),
  "black for 10 s in five minutes": (p) => `${BLACK}:${between(p.seconds * 0.44, p.seconds * 0.44 + 10)}`,
  "a minute blurred in five minutes": (p) => `gblur=sigma=6:${between(p.seconds * 0.55, p.seconds * 0.55 + 60)}`,
};

/** Damages of two seconds in a movie of which windows mode decodes only a few samples. */
const SHORT: Record<string, (picture: PictureFacts, from: number) => string> = {
  "2 s of another scene": (p, from) =>
    reordered(p, [[0, from], [from * 0.6, from * 0.6 + 2], [from + 2, p.seconds + 1]]),
  "2 s mirrored": (_, from) => `hflip=${between(from, from + 2)}`,
  "2 s frozen": (p, from) => frozen(p, frameAt(p, from), frameAt(p, from + 2)),
  "2 s black": (_, from) => `${BLACK}:${between(from, from + 2)}`,
};
const SHORT_PLACES = [0.13, 0.37, 0.62, 0.84];
const SHORT_ROWS: Record<string, PictureDamage> = Object.fromEntries(
  named(SHORT).flatMap(([name, filters]) =>
    SHORT_PLACES.map((share) => [
      `${name} at ${share * 100} %`,
      (p: PictureFacts) => filters(p, p.seconds * share),
    ])
  ),
);

/**
 * Scene cuts of the episode in seconds, each between two keyframes of a source with one every 24 frames. The frozen
 * image lasts from before the cut to the next keyframe, so no keyframe is damaged.
 */
const CUTS = [68, 82, 102, 132, 156];
const KEY_INTERVAL = 24;
const STANDING_ROWS: Record<string, PictureDamage> = Object.fromEntries(CUTS.map((cut) => [
  `2 s frozen over the cut at ${cut} s`,
  (p: PictureFacts) => {
    const key = Math.ceil((frameAt(p, cut) + 1) / KEY_INTERVAL) * KEY_INTERVAL;
    return frozen(p, key - frameAt(p, 2), key);
  },
]));

/** Damages in which one step of the plan is omitted or applied twice. */
const PLAN_STEPS: Damage[] = [
  {
    name: "tone mapping left out",
    class: "pictures",
    on: ["tone mapped"],
    make: (making) =>
      remake(making, {
        graph: "[1:v:0]format=yuv420p,setparams=color_primaries=bt709:color_trc=bt709:colorspace=bt709[picture]",
        from: { "v:0": "[picture]" },
      }),
  },
  {
    name: "HDR turned into SDR under HDR labels",
    class: "pictures",
    on: ["hdr10", "hlg"],
    make: (making) =>
      remake(making, {
        picture:
          "zscale=t=linear:npl=100,format=gbrpf32le,zscale=p=bt709,tonemap=hable:desat=0,zscale=t=bt709:m=bt709:r=tv," +
          "format=yuv420p10le",
      }),
  },
  {
    name: "deinterlacing left out",
    class: "pictures",
    on: ["interlaced"],
    make: (making) => remake(making, { graph: "[1:v:0]setfield=prog[picture]", from: { "v:0": "[picture]" } }),
  },
  {
    name: "the bars not cut off but squeezed in",
    class: "pictures",
    on: ["crop"],
    make: async (making) => {
      const { width, height, finish } = await pictureOf(making.good);
      await remake(making, {
        graph: `[1:v:0]scale=${width}:${height},${finish}[picture]`,
        from: { "v:0": "[picture]" },
      });
    },
  },
  {
    name: "turned the wrong way round",
    class: "pictures",
    on: ["rotated"],
    make: (making) => remake(making, { picture: "transpose=clock,transpose=clock" }),
  },
];

export const PICTURE_DAMAGES: Damage[] = [
  ...rows(WHOLE, POOL, 3),
  ...rows(PASSAGES, POOL, 4, 3),
  ...rows(MOTION, CONSTANT, 3),
  ...rows(LONG, ["five minutes"], 1),
  ...rows(SHORT_ROWS, ["four minutes", "twenty minutes"], 2),
  ...rows(SHORT_ROWS, INTRA_FILMS, INTRA_FILMS.length),
  ...rows(STANDING_ROWS, ["four minutes", "intra x264"], 2),
  ...OTHER_FILM,
  ...PLAN_STEPS,
];
