import { deepStrictEqual as same, strictEqual as is } from "node:assert/strict";
import { join } from "node:path";
import { inFolder } from "../../../../tests/fixtures/folder.ts";
import { albumMqa, trackMqa } from "./album_mqa.ts";
import { encodeTrack } from "./encode_track.ts";
import { FFMPEG } from "../../../../tests/kit/ffmpeg.ts";

const SYNC = 0xbe0498c88n;
const RATE = 44_100;

/** Two seconds of 16-bit noise whose lowest bits contain the sync word for 88.2 kHz, or only noise. */
function pcm(hasSignal: boolean): Uint8Array<ArrayBuffer> {
  const samples = new Int16Array(RATE * 4);
  let state = 7;
  for (let i = 0; i < samples.length; i++) samples[i] = (state = (Math.imul(state, 1_103_515_245) + 12_345) | 0) >> 18;
  const put = (frame: number, bit: number) => {
    const [left, right] = [samples[frame * 2] ?? 0, samples[frame * 2 + 1] ?? 0];
    if (((left ^ right) & 1) !== bit) samples[frame * 2 + 1] = right ^ 1;
  };
  for (let at = 500; hasSignal && at < RATE * 2 - 100; at += 4000) {
    for (let i = 0; i < 36; i++) put(at + i, Number((SYNC >> BigInt(35 - i)) & 1n));
    [1, 0, 0, 0].forEach((bit, i) => put(at + 38 + i, bit));
  }
  return new Uint8Array(samples.buffer);
}

inFolder("MQA is detected in the FLAC of a track, and only where the signal is present", async (folder) => {
  const heard = await Promise.all([true, false].map(async (hasSignal) => {
    const [pcmPath, path] = [join(folder, `${hasSignal}.pcm`), join(folder, `${hasSignal}.flac`)];
    await Deno.writeFile(pcmPath, pcm(hasSignal));
    await encodeTrack({ ffmpegPath: FFMPEG, pcmPath, output: path, compressionLevel: 5 });
    return await trackMqa({ ffmpegPath: FFMPEG, path });
  }));
  same(heard.map(({ isMqa }) => isMqa), [true, false]);
  same(albumMqa(heard), { detected: true, originalSampleRate: 88_200, bitPosition: 0, scannedSeconds: 4 });
});

Deno.test("an album is decided once: by any track with the signal, with the rate of most", () => {
  const none = { isMqa: false, studio: false, scannedSeconds: 10 };
  const found = (originalRate: number) => ({
    isMqa: true,
    studio: false,
    originalRate,
    bitPosition: 0,
    scannedSeconds: 10,
  });
  same(albumMqa([]), { detected: false, scannedSeconds: 0 });
  same(albumMqa([none, none]), { detected: false, scannedSeconds: 20 });
  is(albumMqa([none, found(96_000), found(88_200), found(88_200)]).originalSampleRate, 88_200);
  is(albumMqa([found(96_000), found(88_200)]).originalSampleRate, 96_000);
});
