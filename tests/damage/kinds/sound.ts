import { LAYOUTS, makeProgramme } from "../content/programme.ts";
import { linesOf } from "../content/script.ts";
import { type Damage, named, spread, type Target } from "../damage.ts";
import type { GoodEncode } from "../encodes/encode.ts";
import { type Making, remake } from "../remake.ts";
import { ffmpeg } from "../tools.ts";

/**
 * Damaged audio in files that are otherwise correct.
 *
 * Not included: up to 40 ms of delay (encoders add that much), level changes of less than 3 dB, lost treble above 16
 * kHz (lossy encoders remove it), inversion of all channels together, and dither.
 */

interface SoundFacts {
  /** ffmpeg's name for the planned layout. */
  layout: "stereo" | "5.1" | "7.1";
  seconds: number;
  sampleRate: number;
}

/**
 * Filters that produce one kind of damage. Applied after the conversion to the planned sample rate and channel layout.
 */
type SoundDamage = (sound: SoundFacts) => string;

function soundOf({ plan, result }: GoodEncode, track: number): SoundFacts {
  const audio = plan.audio[track];
  if (!audio) throw new Error(`There is no track ${track}.`);
  const layout = audio.channels === 8 ? "7.1" : audio.channels === 6 ? "5.1" : "stereo";
  return { layout, seconds: result.durationSeconds, sampleRate: audio.sampleRate };
}

/** Returns a filter that rebuilds the named channels from others. The other channels are unchanged. */
const mixed = ({ layout }: SoundFacts, parts: Readonly<Record<string, string>>): string => {
  const source = LAYOUTS[layout];
  // The filter's input channels are named after the layout. `c0` and so on work in every layout.
  const number = (text: string) =>
    text.replaceAll(/\b[A-Z]{2,3}\b/g, (name) => `c${(source as readonly string[]).indexOf(name)}`);
  return `aformat=channel_layouts=${layout},pan=${layout}|${
    source.map((name, i) => `c${i}=${number(parts[name] ?? name)}`).join("|")
  }`;
};

const between = (from: number, to: number): string => `enable='between(t,${from.toFixed(3)},${to.toFixed(3)})'`;
/** A loud position in every movie of the suite, with no break or silence. */
const place = ({ seconds }: SoundFacts): number => seconds * 0.63;
/** Returns the filters with a pad and a trim that keep the length of the track. */
const fitted = (filters: string, { seconds }: SoundFacts): string =>
  `${filters},apad=whole_dur=${seconds.toFixed(3)},atrim=end=${seconds.toFixed(3)}`;

const ANY_LAYOUT: Record<string, SoundDamage> = {
  "silent": () => "volume=0",
  "silent for 5 s": (s) => `volume=0:${between(place(s), place(s) + 5)}`,
  "silent for 2 s": (s) => `volume=0:${between(place(s) + 1, place(s) + 3)}`,
  "the last 20 s silent": (s) => `volume=0:${between(s.seconds - 20, s.seconds + 9)}`,
  "the first 3 s silent": () => `volume=0:${between(0, 3)}`,
  "the second half silent": (s) => `volume=0:${between(s.seconds / 2, s.seconds + 9)}`,
  "12 dB quieter": () => "volume=-12dB",
  "6 dB quieter": () => "volume=-6dB",
  "12 dB louder and clipped": () => "volume=12dB,aformat=sample_fmts=s16",
  "60 ms late": (s) => fitted("adelay=60:all=1", s),
  "120 ms late": (s) => fitted("adelay=120:all=1", s),
  "700 ms late": (s) => fitted("adelay=700:all=1", s),
  "300 ms early": (s) => fitted("atrim=start=0.3,asetpts=PTS-STARTPTS", s),
  "80 ms early": (s) => fitted("atrim=start=0.08,asetpts=PTS-STARTPTS", s),
  "drifting by 0.2 %": (s) => fitted(`asetrate=${Math.round(s.sampleRate * 1.002)},aresample=${s.sampleRate}`, s),
  "played at 25/24 of the speed": (s) => fitted(`atempo=1.0416667`, s),
  "an octave lower": (s) => fitted(`asetrate=${s.sampleRate / 2},aresample=${s.sampleRate},atempo=2`, s),
  "44.1 kHz samples played at 48 kHz": (s) => fitted(`aresample=44100,asetrate=48000,aresample=${s.sampleRate}`, s),
  "without treble": () => "lowpass=f=500:p=2",
  "without bass": () => "highpass=f=1500:p=2",
  "backwards": () => "areverse",
  "with dropouts": () => "volume=0:enable='lt(mod(t,1.5),0.12)'",
  "clipped hard": () => "volume=24dB,aformat=sample_fmts=s16,volume=-18dB",
  "with an echo": () => "aecho=1:0.9:300:0.7",
  "two seconds exchanged with noise": (s) =>
    `aeval=exprs=${
      LAYOUTS[s.layout].map((_, i) =>
        `if(between(t\\,${place(s).toFixed(1)}\\,${(place(s) + 2).toFixed(1)})\\,random(${i})*0.5-0.25\\,val(${i}))`
      ).join("|")
    }:c=same`,
  "silent for half a second": (s) => `volume=0:${between(place(s), place(s) + 0.5)}`,
  "half a second exchanged with noise": (s) =>
    `aeval=exprs=${
      LAYOUTS[s.layout].map((_, i) =>
        `if(between(t\\,${place(s).toFixed(2)}\\,${(place(s) + 0.5).toFixed(2)})\\,random(${i})*0.5-0.25\\,val(${i}))`
      ).join("|")
    }:c=same`,
  "half a second of another part of the film": (s) =>
    fitted(
      `asplit=3[ca][cb][cc];[ca]atrim=end=${place(s).toFixed(3)},asetpts=PTS-STARTPTS[da];` +
        `[cb]atrim=start=${(place(s) * 0.4).toFixed(3)}:end=${
          (place(s) * 0.4 + 0.5).toFixed(3)
        },asetpts=PTS-STARTPTS[db];` +
        `[cc]atrim=start=${(place(s) + 0.5).toFixed(3)},asetpts=PTS-STARTPTS[dc];[da][db][dc]concat=n=3:v=0:a=1`,
      s,
    ),
  "half a second 10 dB louder": (s) => `volume=10dB:${between(place(s), place(s) + 0.5)}`,
  "half a second 12 dB quieter": (s) => `volume=-12dB:${between(place(s), place(s) + 0.5)}`,
  "the second half 3 dB quieter": (s) => `volume=-3dB:${between(s.seconds / 2, s.seconds + 9)}`,
  "drop-outs of 30 ms every 2 s": () => "volume=0:enable='lt(mod(t,2),0.03)'",
  "60 ms of noise at full scale": (s) =>
    `aeval=exprs=${
      LAYOUTS[s.layout].map((_, i) =>
        `if(between(t\\,${place(s).toFixed(2)}\\,${(place(s) + 0.06).toFixed(2)})\\,random(${i})*1.9-0.95\\,val(${i}))`
      ).join("|")
    }:c=same`,
  "with a hum": (s) =>
    `aeval=exprs=${LAYOUTS[s.layout].map((_, i) => `val(${i})+0.12*sin(2*PI*50*t)`).join("|")}:c=same`,
};

/** Damages that are audible, but too short or too small for the suite's measure of audible differences. */
const BARELY_HEARD = new Set([
  "60 ms of noise at full scale",
  "drop-outs of 30 ms every 2 s",
  "the second half 3 dB quieter",
]);

const STEREO: Record<string, SoundDamage> = {
  "left silent": (s) => mixed(s, { FL: "0*FL" }),
  "right silent": (s) => mixed(s, { FR: "0*FR" }),
  "left and right exchanged": (s) => mixed(s, { FL: "FR", FR: "FL" }),
  "left inverted": (s) => mixed(s, { FL: "-1*FL" }),
  "both channels the left one": (s) => mixed(s, { FR: "FL" }),
  "mixed to mono": (s) => mixed(s, { FL: "0.5*FL+0.5*FR", FR: "0.5*FL+0.5*FR" }),
  "left 6 dB quieter": (s) => mixed(s, { FL: "0.5*FL" }),
  "right 20 ms late": () => "adelay=0|20",
};

const SURROUND: Record<string, SoundDamage> = {
  "centre silent": (s) => mixed(s, { FC: "0*FC" }),
  "bass channel silent": (s) => mixed(s, { LFE: "0*LFE" }),
  "left surround silent": (s) => mixed(s, { BL: "0*BL" }),
  "both surrounds silent": (s) => mixed(s, { BL: "0*BL", BR: "0*BR" }),
  "front left silent": (s) => mixed(s, { FL: "0*FL" }),
  "centre and front left exchanged": (s) => mixed(s, { FC: "FL", FL: "FC" }),
  "centre and bass exchanged": (s) => mixed(s, { FC: "LFE", LFE: "FC" }),
  "surrounds exchanged": (s) => mixed(s, { BL: "BR", BR: "BL" }),
  "fronts and surrounds exchanged": (s) => mixed(s, { FL: "BL", FR: "BR", BL: "FL", BR: "FR" }),
  "in the order of AAC": (s) => mixed(s, { FL: "FC", FR: "FL", FC: "FR", LFE: "BL", BL: "BR", BR: "LFE" }),
  "centre inverted": (s) => mixed(s, { FC: "-1*FC" }),
  "centre 6 dB quieter": (s) => mixed(s, { FC: "0.5*FC" }),
  "all channels the centre": (s) => mixed(s, { FL: "FC", FR: "FC", LFE: "FC", BL: "FC", BR: "FC" }),
  "stereo in a surround track": (s) => mixed(s, { FC: "0*FC", LFE: "0*LFE", BL: "0*BL", BR: "0*BR" }),
  "centre silent for 10 s": (s) =>
    `channelsplit=channel_layout=${s.layout}${LAYOUTS[s.layout].map((n) => `[${n}]`).join("")};` +
    `[FC]volume=0:${between(place(s), place(s) + 10)}[quiet];` +
    `${LAYOUTS[s.layout].map((n) => n === "FC" ? "[quiet]" : `[${n}]`).join("")}join=inputs=${
      LAYOUTS[s.layout].length
    }:` +
    `channel_layout=${s.layout}:map=${LAYOUTS[s.layout].map((n, i) => `${i}.0-${n}`).join("|")}`,
};

const EIGHT: Record<string, SoundDamage> = {
  "sides and backs exchanged": (s) => mixed(s, { SL: "BL", SR: "BR", BL: "SL", BR: "SR" }),
  "sides silent": (s) => mixed(s, { SL: "0*SL", SR: "0*SR" }),
  "5.1 in a 7.1 track": (s) => mixed(s, { SL: "BL", SR: "BR", BL: "0*BL", BR: "0*BR" }),
};

const at = (encode: string, stream = 0): Target => ({ encode, stream });

const ANY_POOL = [
  ...[
    at("x264"),
    at("x265", 1),
    at("mp4"),
    at("hdr10"),
    at("seven"),
    at("anime", 1),
    at("ts"),
    at("sound only"),
    at("downmix"),
  ],
  ...[at("languages", 1), at("vfr"), at("rotated"), at("tone mapped"), at("music opus"), at("pgs"), at("music flac")],
  ...[at("x264", 1), at("crop"), at("av1"), at("music mp3"), at("hlg"), at("copy")],
];
const STEREO_POOL = [at("mp4"), at("x265", 1), at("music flac"), at("ts"), at("anime"), at("downmix"), at("music mp3")];
const SURROUND_POOL = [
  at("x264"),
  at("x265"),
  at("hdr10"),
  at("seven", 1),
  at("sound only"),
  at("languages"),
  at("pgs"),
];

/** Applies each damage to some tracks of the pool, in rotation. */
const rows = (list: Record<string, SoundDamage>, pool: readonly Target[], count: number): Damage[] =>
  named(list).map(([name, filters], i) => ({
    name,
    class: "sound",
    on: spread(pool, i * 2, count),
    make: (making, track) => remake(making, { sound: { [track]: filters(soundOf(making.good, track)) } }),
    ...(BARELY_HEARD.has(name) ? { shows: "samples" as const } : {}),
  }));

const OTHER_SOUND: Damage[] = [
  {
    name: "another film's sound",
    class: "sound",
    on: ["x264", "mp4", "five minutes", "music opus", "hlg"],
    make: async (making) => {
      const { layout, seconds, sampleRate } = soundOf(making.good, 0);
      const lines = linesOf("jpn", seconds, { every: 4.5, from: 3 });
      const other = await makeProgramme({ seconds, layout, seed: 77, voice: "awb", lines });
      await remake(making, {
        inputs: ["-i", other],
        graph: `[2:a:0]aresample=${sampleRate}[other]`,
        from: { "a:0": "[other]" },
      });
    },
  },
  {
    name: "tracks exchanged under the right labels",
    class: "sound",
    on: ["languages", "sound only", "x265", "anime"],
    make: (making) => exchanged(making, 0, 1),
  },
  {
    name: "the commentary in place of the film's sound",
    class: "sound",
    on: ["x264", "languages"],
    make: (making) => {
      const { audio } = making.good.plan;
      const commentary = audio.findIndex((track) => track.commentary);
      return replaced(making, { 0: commentary });
    },
  },
  {
    name: "the first language under both labels",
    class: "sound",
    on: ["languages", "sound only", "anime"],
    make: (making) => replaced(making, { 1: 0 }),
  },
  {
    name: "5 s repeated in place of the next",
    class: "sound",
    on: ["x264", "mp4", "ts", "music flac"],
    make: async (making) => {
      const sound = soundOf(making.good, 0);
      const [from, to] = [place(sound), place(sound) + 5];
      const index = making.good.plan.audio[0]?.index ?? 0;
      const filter = `asplit=3[a][b][c];[a]atrim=0:${to}[a1];[b]atrim=${from}:${to},asetpts=PTS-STARTPTS[b1];` +
        `[c]atrim=start=${to + 5},asetpts=PTS-STARTPTS[c1];[a1][b1][c1]concat=n=3:v=0:a=1`;
      const layout = `aresample=${sound.sampleRate},aformat=channel_layouts=${sound.layout}`;
      await remake(making, { graph: `[1:${index}]${layout},${filter}[sound]`, from: { "a:0": "[sound]" } });
    },
  },
  {
    name: "downmixed without the centre",
    class: "sound",
    on: ["downmix", "tone mapped"],
    make: (making) => {
      const index = making.good.plan.audio[0]?.index ?? 0;
      return remake(making, {
        graph: `[1:${index}]pan=stereo|c0=c0|c1=c1,alimiter[sound]`,
        from: { "a:0": "[sound]" },
      });
    },
  },
  {
    name: "samples of a lossless copy changed by a lossy step",
    class: "sound",
    on: ["music flac", "languages"],
    shows: "samples",
    make: async (making) => {
      const lossy = `${making.folder}/lossy.mka`;
      await ffmpeg("-i", making.good.path, "-map", "0:a:0", "-c:a", "libmp3lame", "-b:a", "320k", "-ac", "2", lossy);
      const { layout } = soundOf(making.good, 0);
      await remake(making, {
        inputs: ["-i", lossy],
        graph: `[2:a:0]aformat=channel_layouts=${layout}[lossy]`,
        from: { "a:0": "[lossy]" },
      });
    },
  },
];

/** Swaps the contents of two tracks in the planned layouts. The labels stay. */
const exchanged = (making: Making, one: number, other: number): Promise<void> =>
  replaced(making, { [one]: other, [other]: one });

/** Replaces the content of track `key` with the content of track `value`. */
function replaced(making: Making, tracks: Readonly<Record<number, number>>): Promise<void> {
  const { audio } = making.good.plan;
  const pairs = Object.entries(tracks).map(([to, from]) => ({ to: Number(to), from }));
  const graph = pairs.map(({ to, from }) => {
    const { layout, sampleRate } = soundOf(making.good, to);
    return `[1:${audio[from]?.index ?? 0}]aresample=${sampleRate},aformat=channel_layouts=${layout}[from${from}]`;
  }).join(";");
  return remake(making, { graph, from: Object.fromEntries(pairs.map(({ to, from }) => [`a:${to}`, `[from${from}]`])) });
}

export const SOUND_DAMAGES: Damage[] = [
  ...rows(ANY_LAYOUT, ANY_POOL, 4),
  ...rows(STEREO, STEREO_POOL, 3),
  ...rows(SURROUND, SURROUND_POOL, 3),
  ...rows(EIGHT, [at("seven")], 1),
  ...rows(
    Object.fromEntries(Object.entries(ANY_LAYOUT).filter(([name]) => /half a second|30 ms|60 ms of|3 dB/.test(name))),
    [at("four minutes"), at("twenty minutes")],
    2,
  ),
  ...OTHER_SOUND,
];
