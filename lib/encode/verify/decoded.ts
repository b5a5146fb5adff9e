import { mapConcurrent } from "../../kit/async.ts";
import type { Probe } from "../../media/probe/model.ts";
import type { Plan } from "../plan/model.ts";
import { isAboutSource } from "../run/source_errors.ts";
import { isBroadcast } from "./pictures/alignment.ts";
import { type ComparedPicture, pictureOf, soundPairs, type SoundRequest } from "./compared_streams.ts";
import { concealedFaults } from "./concealed.ts";
import { compareContent, type ContentErrors } from "./content.ts";
import type { ContentRequest } from "./content_request.ts";
import type { Evidence } from "./model.ts";
import type { PictureFault } from "./pictures/picture_fault.ts";
import { createPictureJudge } from "./pictures/picture_judge.ts";
import { keyPictureReading } from "./pictures/key_pictures.ts";
import { pictureEnd, picturePlaces } from "./pictures/picture_places.ts";
import { WHOLE_SECONDS, type Window } from "./packets/places.ts";
import type { SoundJudge } from "./sound/sound_judge.ts";
import { clockShift } from "./packets/times.ts";
import { createTrackExchange, type TrackExchange } from "./sound/track_exchange.ts";

/** Decodes source and result side by side, in places or in full, and collects what differs. */

export interface DecodedFindings {
  /** `concealed` are faults that the source's own damage explains. */
  picture?: { pairs: number; faults: PictureFault[]; concealed: PictureFault[] };
  sound: Map<string, SoundJudge>;
  exchange: TrackExchange;
  /** Decoder complaints about the result that its source does not explain. */
  errors: string[];
  /** Complaints about the source in the same places. */
  sourceErrors: string[];
  /** Windows in which the result showed no picture. */
  emptyAt: number[];
  /** The compared windows; absent when all pictures were compared. */
  places?: Window[];
}

/** Two programs at once keep two cores busy. */
const LANES = 2;

/** What is found while the judges are still at work. */
type Found = Omit<DecodedFindings, "picture">;

/** What is compared, and what is found on the way. */
interface Comparison {
  evidence: Evidence;
  picture?: ComparedPicture;
  /** Tracks that are not the source's packet by packet. */
  sound: SoundRequest[];
  found: Found;
}

/** Compares decoded pictures and sound. Throws only when it was aborted. */
export async function compareDecoded(evidence: Evidence): Promise<DecodedFindings> {
  const { mode, identical } = evidence;
  const picture = pictureOf(evidence);
  const compared = soundPairs(evidence).filter(({ name }) => mode === "full" || !identical.has(name));
  const exchange = createTrackExchange(compared.map(({ name }) => name));
  const tracks = compared.map((track) => ({ ...track, judge: alsoFor(track.judge, exchange, track.name) }));
  const sound = tracks.filter(({ name }) => !identical.has(name));
  const found: Found = {
    sound: new Map(sound.map(({ name, judge }) => [name, judge])),
    exchange,
    errors: [],
    sourceErrors: [],
    emptyAt: [],
  };
  if (mode === "full") await compareWhole({ evidence, picture, sound: tracks, found });
  else await compareInPlaces({ evidence, picture, sound, found });
  return picture ? { ...found, picture: await judgedPictures(evidence, picture, found) } : found;
}

async function judgedPictures(
  evidence: Evidence,
  { judge, options, ...picture }: ComparedPicture,
  { sourceErrors }: Found,
): Promise<DecodedFindings["picture"]> {
  const faults = judge.faults();
  const request = { ...requestOf(evidence), picture: { ...picture, judge: createPictureJudge(options) } };
  const concealed = sourceErrors.length === 0
    ? []
    : await concealedFaults(faults, request, aboutSource(evidence.probe.format));
  return { pairs: judge.pairs(), faults: faults.filter((fault) => !concealed.includes(fault)), concealed };
}

const aboutSource = (format: string) => (line: string): boolean => isAboutSource(line, isBroadcast(format));

async function compareWhole({ evidence, picture, sound, found }: Comparison): Promise<void> {
  const length = Math.max(0.1, evidence.result.durationSeconds);
  const errors = await compareContent({
    ...requestOf(evidence),
    picture,
    sound,
    nice: 10,
    onProgress: (seconds) => evidence.onProgress?.(Math.min(1, seconds / length)),
  });
  noteErrors(found, errors, evidence);
  if (picture && errors.pictures === 0) found.emptyAt.push(0);
}

async function compareInPlaces(comparison: Comparison): Promise<void> {
  const { evidence, picture, sound, found } = comparison;
  const length = evidence.result.durationSeconds;
  if (picture && sound.length > 0 && length <= WHOLE_SECONDS) return await compareAtOnce(comparison, picture);
  const inPlaces = picture && length > WHOLE_SECONDS && !isIdentical(evidence, picture);
  const keys = inPlaces ? keyPictureReading(evidence, picture) : undefined;
  // Half a second of sound can be wrong anywhere, and all of it is decoded in the time of a few seconds of film.
  if (keys || sound.length > 0) {
    const errors = await compareContent({ ...requestOf(evidence), sound, keyPictures: keys?.request });
    noteErrors(found, keys ? soundErrors(errors, evidence) : errors, evidence);
  }
  if (!picture) return;
  found.places = picturePlaces(evidence, picture, keys?.found);
  await mapConcurrent(found.places, LANES, (window) => comparePictures(comparison, picture, window));
}

const isIdentical = ({ pairs, identical }: Evidence, { result }: ComparedPicture): boolean =>
  pairs.some((pair) => pair.result === result && identical.has(pair.name));

/** Decoders that get key pictures alone complain about what they miss. */
function soundErrors(errors: ContentErrors, { probe, result }: Evidence): ContentErrors {
  const of = ({ streams }: Probe) => streams.flatMap((stream) => stream.kind === "audio" ? [stream.codec] : []);
  const about = (lines: string[], codecs: string[]) => lines.filter((line) => isOfDecoder(line, codecs) ?? true);
  return { ...errors, source: about(errors.source, of(probe)), result: about(errors.result, of(result)) };
}

/** Short files are read whole for their pictures and for their sound: one reading serves both. */
async function compareAtOnce({ evidence, sound, found }: Comparison, picture: ComparedPicture): Promise<void> {
  const errors = await compareContent({ ...requestOf(evidence), picture, sound });
  noteErrors(found, errors, evidence);
  if (errors.pictures === 0 && pictureEnd(evidence) > 0.5) found.emptyAt.push(0);
}

async function comparePictures({ evidence, found }: Comparison, picture: ComparedPicture, window: Window) {
  // Places are judged apart: a judge follows pictures in order.
  const judge = createPictureJudge(picture.options);
  const errors = await compareContent({ ...requestOf(evidence), picture: { ...picture, judge }, window });
  noteErrors(found, errors, evidence);
  if (errors.pictures === 0 && window.startSeconds < pictureEnd(evidence) - 0.5) {
    found.emptyAt.push(window.startSeconds);
  }
  picture.judge.merge(judge);
}

const requestOf = (evidence: Evidence): ContentRequest => ({
  ffmpegPath: evidence.ffmpegPath,
  source: evidence.probe,
  result: evidence.result,
  shift: clockShift(evidence),
  sound: [],
  signal: evidence.signal,
});

/** A judge that shows every stretch to the comparison between tracks too. */
const alsoFor = (judge: SoundJudge, exchange: TrackExchange, track: string): SoundJudge => ({
  ...judge,
  add(stretch) {
    judge.add(stretch);
    exchange.add(track, stretch);
  },
});

function noteErrors(found: Found, { source, result }: ContentErrors, { plan, probe }: Evidence): void {
  const own = source.filter(aboutSource(probe.format));
  for (const line of own) if (!found.sourceErrors.includes(line)) found.sourceErrors.push(line);
  const made = own.length > 0 ? result.filter((line) => !isCopied(line, plan, probe)) : result;
  for (const line of made) if (!found.errors.includes(line)) found.errors.push(line);
}

/** Whether a decoder that reads a copied stream complains, or nobody is named: such damage is the source's own. */
export function isCopied(line: string, { video, audio }: Plan, { streams }: Probe): boolean {
  const kept = [video, ...audio].flatMap((stream) => stream?.encoder === "copy" ? [stream.index] : []);
  const codecs = streams.flatMap((stream) => kept.includes(stream.index) && "codec" in stream ? [stream.codec] : []);
  return isOfDecoder(line, codecs) ?? kept.length > 0;
}

/** Whether a decoder of one of these codecs wrote a line; undefined where it names nobody. */
function isOfDecoder(line: string, codecs: string[]): boolean | undefined {
  const [, decoder] = /^\[([^\] ]+)/.exec(line) ?? [];
  return decoder === undefined ? undefined : codecs.some((codec) => decoder.includes(DECODERS[codec] ?? codec));
}

/** Decoders that are not named after their codec. */
const DECODERS: Record<string, string> = { dts: "dca" };
