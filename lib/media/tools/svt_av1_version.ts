import { runProcess } from "../../kit/process/process.ts";

const TRIAL_MS = 10_000;

/** Name of the encoder in ffmpeg. */
export const SVT_AV1 = "libsvtav1";

/** Returns the version of SVT-AV1, which is only printed during an encode. Undefined without SVT-AV1. */
export async function readSvtAv1Version(ffmpegPath: string): Promise<string | undefined> {
  const { stderr } = await runProcess({
    path: ffmpegPath,
    args: [
      ...["-hide_banner", "-nostdin", "-f", "lavfi", "-i", "color=s=64x64:r=25:d=0.04"],
      ...["-c:v", SVT_AV1, "-preset", "12", "-f", "null", "-"],
    ],
    timeoutMs: TRIAL_MS,
  });
  return svtAv1VersionIn(stderr);
}

/** Extracts `2.3.0` from the line `Svt[info]: SVT [version]: SVT-AV1 Encoder Lib v2.3.0`. Pure. */
export const svtAv1VersionIn = (text: string): string | undefined =>
  /SVT-AV1 Encoder Lib v?(\d+(?:\.\d+)*)/.exec(text)?.[1];
