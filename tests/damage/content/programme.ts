import { join } from "node:path";
import { cachedFile } from "../../kit/cached_files.ts";
import { ffmpeg } from "../tools.ts";

/**
 * Synthesised movie-like audio: chords with a different voice in each channel, speech in the centre at the times of the
 * subtitles, effects, surround ambience, bass hits for the LFE channel, and a stretch of digital silence.
 */

export interface ProgrammeOptions {
  seconds: number;
  /** ffmpeg's name for the channel layout. */
  layout: Layout;
  /** Seed of music, effects and ambience. Two tracks of one movie share it. */
  seed: number;
  voice: Voice;
  lines: readonly SpokenLine[];
  /** Level of music and effects relative to speech: 1 = as in a movie, 0.2 = under a commentary. */
  music?: number;
  /** Time range of complete silence, in seconds. */
  silence?: readonly [start: number, end: number];
}

export interface SpokenLine {
  start: number;
  text: string;
}

/** Voices of flite that are included in ffmpeg. */
export type Voice = "kal" | "slt" | "awb" | "rms";

/** Channels in ffmpeg's order. */
export const LAYOUTS = {
  mono: ["FC"],
  stereo: ["FL", "FR"],
  "2.1": ["FL", "FR", "LFE"],
  quad: ["FL", "FR", "BL", "BR"],
  "5.1": ["FL", "FR", "FC", "LFE", "BL", "BR"],
  "5.1(side)": ["FL", "FR", "FC", "LFE", "SL", "SR"],
  "7.1": ["FL", "FR", "FC", "LFE", "BL", "BR", "SL", "SR"],
} as const;
export type Layout = keyof typeof LAYOUTS;
type Channel = (typeof LAYOUTS)[Layout][number];

export const SAMPLE_RATE = 48_000;

/** Returns a generator of pseudorandom numbers between -1 and 1, identical in every run. */
function randomSource(seed: number): () => number {
  let state = (seed * 2_654_435_761 + 12_345) | 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return state / 2_147_483_648;
  };
}

/** Chords as semitones above A2. Each lasts two seconds. */
const CHORDS = [[0, 7, 12, 16], [-4, 3, 8, 12], [-7, 0, 5, 9], [-2, 5, 10, 14], [3, 7, 10, 15], [1, 5, 8, 13]];
const CHORD_SECONDS = 2;

const TABLE_SIZE = 4096;
/** One period of a tone with a few harmonics, like a bowed string. */
const STRING = Float32Array.from({ length: TABLE_SIZE }, (_, i) => {
  const x = (2 * Math.PI * i) / TABLE_SIZE;
  return 0.6 * Math.sin(x) + 0.25 * Math.sin(2 * x) + 0.12 * Math.sin(3 * x) + 0.06 * Math.sin(5 * x);
});

/** Musical part of each channel: note of the chord, octaves up, notes per second, level. */
const PARTS: Partial<Record<Channel, readonly [note: number, octave: number, notesPerSecond: number, level: number]>> =
  {
    FL: [1, 1, 2, 0.3],
    FR: [2, 1, 3, 0.28],
    FC: [3, 2, 1, 0.05],
    BL: [0, 2, 4, 0.12],
    BR: [3, 1, 5, 0.12],
    SL: [2, 2, 1.5, 0.13],
    SR: [1, 2, 2.5, 0.11],
  };

function addMusic(out: Float32Array, channel: Channel, seed: number, level: number): void {
  const part = PARTS[channel];
  if (!part) return;
  const [note, octave, notesPerSecond, own] = part;
  const noteSamples = Math.round(SAMPLE_RATE / notesPerSecond);
  const chordSamples = CHORD_SECONDS * SAMPLE_RATE;
  let phase = 0;
  for (let start = 0, n = 0; start < out.length; start += noteSamples, n++) {
    const place = Math.floor(start / chordSamples);
    const chord = CHORDS[(place * 5 + seed * 3 + (place >> 2)) % CHORDS.length] ?? [0, 4, 7, 12];
    const semitone = (chord[(note + n * (seed % 3 + 1)) % chord.length] ?? 0) + seed % 5;
    const step = (TABLE_SIZE * 110 * 2 ** (semitone / 12 + octave - 1)) / SAMPLE_RATE;
    // Loud and quiet passages, each one bar long.
    const passage = 0.35 + 0.65 * Math.abs(Math.sin(place * 0.7 + seed));
    const end = Math.min(out.length, start + noteSamples);
    for (let i = start; i < end; i++) {
      const x = (i - start) / noteSamples;
      const envelope = Math.min(1, x * 20) * (1 - 0.8 * x);
      phase = (phase + step) % TABLE_SIZE;
      out[i] = (out[i] ?? 0) + (STRING[phase | 0] ?? 0) * envelope * passage * own * level;
    }
  }
}

/** Adds room, street and wind noise: low-pass noise with a swelling level, different in every channel. */
function addAmbience(out: Float32Array, channelNumber: number, seed: number, level: number): void {
  const random = randomSource(seed * 101 + channelNumber * 13);
  let low = 0;
  for (let i = 0; i < out.length; i++) {
    low += 0.06 * (random() - low);
    const swell = 0.5 + 0.5 * Math.sin((i / SAMPLE_RATE) * (0.3 + 0.07 * channelNumber) + seed);
    out[i] = (out[i] ?? 0) + low * 0.12 * swell * level;
  }
}

/** Adds doors, steps and blows: decaying noise at the same times in all channels, each loud in one channel. */
function addEffects(channels: Float32Array[], seed: number, level: number): void {
  const random = randomSource(seed * 7919);
  const length = channels[0]?.length ?? 0;
  for (let at = SAMPLE_RATE; at < length; at += Math.round(SAMPLE_RATE * (1.6 + random()))) {
    const target = Math.floor(Math.abs(random()) * channels.length) % channels.length;
    const out = channels[target] ?? new Float32Array();
    let smooth = 0;
    for (let i = at; i < Math.min(length, at + SAMPLE_RATE * 0.35); i++) {
      smooth += 0.3 * (random() - smooth);
      out[i] = (out[i] ?? 0) + smooth * 0.7 * Math.exp(-(i - at) / (SAMPLE_RATE * 0.08)) * level;
    }
  }
}

/** Adds a swelling rumble of 35 to 60 Hz. */
function addBass(out: Float32Array, seed: number, level: number): void {
  for (let i = 0; i < out.length; i++) {
    const t = i / SAMPLE_RATE;
    const swell = Math.max(0, Math.sin(t * 0.9 + seed)) ** 2;
    out[i] = (out[i] ?? 0) + 0.5 * swell * Math.sin(2 * Math.PI * (45 * t + 3 * Math.sin(t * 1.3))) * level;
  }
}

/** Returns one spoken line as mono samples at 48 kHz. */
async function spoken(text: string, voice: Voice): Promise<Float32Array> {
  // The voices support English letters only.
  const said = text.normalize("NFKD").replaceAll("ß", "ss").replaceAll(/[^A-Za-z ,.]/g, " ");
  const path = await cachedFile(["spoken-1", voice, said], async (folder) => {
    const raw = join(folder, "line.f32");
    const source = `flite=text='${said.replaceAll(",", "\\,")}':voice=${voice}`;
    await ffmpeg("-f", "lavfi", "-i", source, "-ar", String(SAMPLE_RATE), "-ac", "1", "-f", "f32le", raw);
    return raw;
  });
  const bytes = await Deno.readFile(path);
  return new Float32Array(bytes.buffer, 0, bytes.length >> 2);
}

/** Returns the samples of every channel. */
export async function synthesise(options: ProgrammeOptions): Promise<Float32Array[]> {
  const { seconds, layout, seed, voice, lines, music = 1, silence } = options;
  const names: readonly Channel[] = LAYOUTS[layout];
  const channels = names.map(() => new Float32Array(Math.round(seconds * SAMPLE_RATE)));
  names.forEach((name, n) => {
    const out = channels[n] ?? new Float32Array();
    if (name === "LFE") return addBass(out, seed, music);
    addMusic(out, name, seed, music * (layout === "mono" ? 4 : 1));
    addAmbience(out, n, seed, music);
  });
  addEffects(channels.filter((_, n) => names[n] !== "LFE"), seed, music);
  const centre = names.includes("FC") ? [names.indexOf("FC")] : [0, 1];
  for (const { start, text } of lines) {
    const voiceSamples = await spoken(text, voice);
    const at = Math.round(start * SAMPLE_RATE);
    for (const n of centre) {
      const out = channels[n] ?? new Float32Array();
      const end = Math.min(voiceSamples.length, out.length - at);
      for (let i = 0; i < end; i++) out[at + i] = (out[at + i] ?? 0) + 0.6 * (voiceSamples[i] ?? 0);
    }
  }
  if (silence) {
    const [from, to] = silence.map((time) => Math.round(time * SAMPLE_RATE));
    for (const out of channels) out.fill(0, from, to);
  }
  return channels;
}

/** Creates the programme as a 24-bit FLAC file. The file is cached. */
export const makeProgramme = (options: ProgrammeOptions): Promise<string> =>
  cachedFile(["programme-1", JSON.stringify(options)], async (folder) => {
    const channels = await synthesise(options);
    const length = channels[0]?.length ?? 0;
    const interleaved = new Float32Array(length * channels.length);
    channels.forEach((channel, n) => {
      for (let i = 0; i < length; i++) {
        interleaved[i * channels.length + n] = Math.max(-0.98, Math.min(0.98, channel[i] ?? 0));
      }
    });
    const raw = join(folder, "raw.f32");
    await Deno.writeFile(raw, new Uint8Array(interleaved.buffer));
    const path = join(folder, "programme.flac");
    await ffmpeg(
      ...["-f", "f32le", "-ar", String(SAMPLE_RATE), "-ac", String(channels.length), "-channel_layout", options.layout],
      ...["-i", raw, "-c:a", "flac", "-sample_fmt", "s32", "-compression_level", "2", path],
    );
    await Deno.remove(raw);
    return path;
  });
