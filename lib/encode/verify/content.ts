import { timestamps } from "../args/args.ts";
import type { ContentRequest } from "./content_request.ts";
import { pairSamples } from "./packets/pairing.ts";
import { readSamples, type SampleReader, type SampleRequest } from "./video/samples.ts";
import type { Window } from "./packets/places.ts";

/** Decodes sections of source and result at the same time and passes them to the functions that compare them. */

export interface ContentErrors {
  source: string[];
  result: string[];
  /** Number of decoded frames in the result. */
  frames: number;
}

/** Compares one section or the whole file. Throws only when aborted. */
export async function compareContent(request: ContentRequest): Promise<ContentErrors> {
  const { source, result, shift, window } = request;
  const readers = {
    source: readSamples(sampleRequest(request, "source", window && sourceWindow(window, source, result, shift))),
    result: readSamples(sampleRequest(request, "result", window)),
  };
  try {
    const frames = await pairSamples(readers, request);
    return { source: readers.source.errors, result: readers.result.errors, frames };
  } finally {
    await Promise.all([close(readers.source), close(readers.result)]);
  }
}

const close = ({ samples }: SampleReader) => samples.return(undefined).catch(() => {});

/** Additional margin in seconds, because decoders do not start exactly at the requested position. */
const MARGIN_SECONDS = 0.35;

/**
 * Returns the section of the source to decode. `-ss` is relative to the start of the file, which may differ between the
 * two files.
 */
function sourceWindow(
  { startSeconds, seconds }: Window,
  source: { startSeconds: number },
  result: { startSeconds: number },
  shift: number,
): Window {
  const from = startSeconds + result.startSeconds - shift - source.startSeconds - MARGIN_SECONDS;
  const start = Math.max(0, from);
  return { startSeconds: start, seconds: seconds + 2 * MARGIN_SECONDS + Math.min(0, from - start) };
}

function sampleRequest(request: ContentRequest, side: "source" | "result", window: Window | undefined): SampleRequest {
  const { ffmpegPath, keyFrames, audio, nice, signal } = request;
  const video = request.video ?? keyFrames;
  const index = video?.[side];
  return {
    ffmpegPath,
    path: request[side].path,
    inputOptions: side === "source" ? timestamps(request.source) : [],
    window,
    nice,
    signal,
    ...(video && index !== undefined
      ? {
        video: {
          index,
          filters: side === "source" ? video.filters : [],
          ...video.size,
          keysOnly: keyFrames !== undefined,
        },
      }
      : {}),
    audio: audio.map((track) => ({
      index: track[side],
      filters: side === "source" ? track.filters : track.resultFilters,
    })),
  };
}
