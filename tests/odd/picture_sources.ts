import { AAC, audio, MPEG2, video, X264 } from "./make.ts";
import { changing, clip, made, type OddSource, plain, ripped, steps, uneven, VFR } from "./recipes.ts";

/** Unusual video: codecs, frame rates, shapes, and streams that change midway. */

const still = (
  codec: string,
): string[] => [
  ...video(0.1, { size: "128x72" }),
  ...clip,
  "-map",
  "0",
  "-map",
  "1",
  "-map",
  "2",
  "-c:v:0",
  codec,
  "-c:v:1",
  "libx264",
  "-preset",
  "ultrafast",
  ...AAC,
];

const covered = (order: string[], ...args: string[]): OddSource =>
  steps(plain(), async ({ ffmpeg }, name) => {
    await ffmpeg(...video(0.1, { size: "96x96" }), "-frames:v", "1", "c.png");
    await ffmpeg(...clip, "-i", "c.png", ...order, ...args, name);
  });

export const pictures: Record<string, OddSource> = {
  "poster of PNG first.mkv": made(plain(), ...still("png")),
  "poster of MJPEG first.mkv": made(plain(), ...still("mjpeg")),
  "cover first.mp4": covered(
    ["-map", "2", "-map", "0", "-map", "1"],
    "-c:v:0",
    "png",
    "-disposition:v:0",
    "attached_pic",
    "-c:v:1",
    "libx264",
    "-preset",
    "ultrafast",
    ...AAC,
  ),
  "cover behind.mp4": covered(
    ["-map", "0", "-map", "1", "-map", "2"],
    "-c:v:0",
    "libx264",
    "-preset",
    "ultrafast",
    "-c:v:1",
    "png",
    "-disposition:v:1",
    "attached_pic",
    ...AAC,
  ),
  "cover attached.mkv": steps(plain(), async ({ ffmpeg }, name) => {
    await ffmpeg(...video(0.1, { size: "96x96" }), "-frames:v", "1", "cover.png");
    await ffmpeg(...clip, ...X264, ...AAC, "-attach", "cover.png", "-metadata:s:t", "mimetype=image/png", name);
  }),
  "attachments.mkv": steps(plain(), async ({ ffmpeg, write }, name) => {
    await write("notes.txt", "Notes of the film");
    await write("font.ttf", "no font");
    await ffmpeg(
      ...clip,
      ...X264,
      ...AAC,
      "-attach",
      "notes.txt",
      "-metadata:s:t:0",
      "mimetype=text/plain",
      "-attach",
      "font.ttf",
      "-metadata:s:t:1",
      "mimetype=application/x-truetype-font",
      name,
    );
  }),
  "two videos.mkv": made(
    plain(),
    ...video(3),
    ...video(3, { size: "96x54" }),
    ...audio(3),
    "-map",
    "0",
    "-map",
    "1",
    "-map",
    "2",
    ...X264,
    ...AAC,
  ),
  "one frame.mp4": made({ seconds: 3, frames: 1, audio: 1 }, ...video(0.1), ...audio(3), ...X264, ...AAC),
  "one frame.mkv": made({ seconds: 3, frames: 1, audio: 1 }, ...video(0.1), ...audio(3), ...X264, ...AAC),
  "slides.mp4": made({ seconds: 4, frames: 4, audio: 1 }, ...video(4, { rate: "1" }), ...audio(4), ...X264, ...AAC),
  "last frame held.mp4": steps({ seconds: 5, frames: 30, audio: 1 }, async ({ ffmpeg }, name) => {
    await ffmpeg(...video(3), ...audio(5), ...X264, "-bf", "0", ...AAC, "p.mp4");
    await ffmpeg(
      "-i",
      "p.mp4",
      "-c",
      "copy",
      "-bsf:v",
      "setts=duration=if(gte(PTS*TB\\,2.85)\\,2.1/TB\\,DURATION)",
      name,
    );
  }),
  "first frame held.mkv": uneven(5, "setpts='if(N,PTS+2/TB,PTS)'"),
  "variable rate.mkv": uneven(4, VFR),
  "variable rate.mp4": uneven(4, VFR),
  "odd size.mkv": made(plain(), ...video(3, { size: "65x37" }), ...audio(3), "-c:v", "ffv1", ...AAC),
  "odd rate.mkv": made({ seconds: 3, audio: 1 }, ...video(3, { rate: "12.345" }), ...audio(3), ...X264, ...AAC),
  "120 frames.mp4": made(
    { seconds: 2, frames: 240, audio: 1 },
    ...video(2, { rate: "120" }),
    ...audio(2),
    ...X264,
    ...AAC,
  ),
  "wide pixels.mkv": made(plain(), ...clip, "-vf", "setsar=4/3", ...X264, ...AAC),
  "interlaced.ts": made(
    { seconds: 3, frames: 75, audio: 1 },
    ...video(3, { size: "96x64", rate: "50" }),
    ...audio(3),
    "-vf",
    "tinterlace=interleave_top",
    "-flags",
    "+ilme+ildct",
    ...MPEG2,
  ),
  "grey.mkv": made(plain(), ...clip, "-pix_fmt", "gray", "-c:v", "ffv1", ...AAC),
  "RGB.mkv": made(plain(), ...clip, "-pix_fmt", "gbrp", "-c:v", "ffv1", ...AAC),
  "alpha.mov": made(
    plain(),
    ...clip,
    "-vf",
    "format=yuva444p10le",
    "-c:v",
    "prores_ks",
    "-profile:v",
    "4",
    "-c:a",
    "pcm_s16le",
  ),
  "turned by 90.mp4": made(plain(), ...clip, ...X264, ...AAC, "-metadata:s:v:0", "rotate=90"),
  "turned by 180.mp4": made(plain(), ...clip, ...X264, ...AAC, "-metadata:s:v:0", "rotate=180"),
  "turned by 270.mov": made(plain(), ...clip, ...X264, ...AAC, "-metadata:s:v:0", "rotate=270"),
  "stereo 3D.mkv": made(
    plain(),
    ...video(3, { size: "128x36" }),
    ...audio(3),
    ...X264,
    ...AAC,
    "-metadata:s:v:0",
    "stereo_mode=left_right",
  ),
  "time code.mov": made(plain(), ...clip, ...X264, "-c:a", "pcm_s16le", "-timecode", "01:00:00:00"),
  "cropped by marks.mkv": steps(plain(), async ({ ffmpeg, mkvmerge }, name) => {
    await ffmpeg(...clip, ...X264, ...AAC, "p.mkv");
    await mkvmerge("-o", name, "--cropping", "0:0,4,0,4", "p.mkv");
  }),
};

const STEADY = [...X264, "-bf", "0"];

const TS = [...STEADY, ...AAC];

const DVD = [...MPEG2, "-bf", "0", "-muxpreload", "0", "-muxdelay", "0"];

export const changes: Record<string, OddSource> = {
  "size changes.ts": changing(
    [...video(2), ...audio(2), ...TS],
    [...video(2, { size: "96x54" }), ...audio(2), ...TS],
    plain(4),
  ),
  "aspect changes.ts": changing([...video(2), ...audio(2), ...TS], [
    ...video(2),
    ...audio(2),
    "-vf",
    "setsar=4/3",
    ...TS,
  ], plain(4)),
  "aspect of DVD changes.vob": steps({ ...plain(4), frames: 99 }, async ({ ffmpeg, join }, name) => {
    for (const [i, aspect] of ["4:3", "16:9"].entries()) {
      const offset = i === 0 ? [] : ["-output_ts_offset", "2.6"];
      await ffmpeg(...video(2, ripped), ...audio(2), "-aspect", aspect, ...DVD, ...offset, "-f", "vob", `${i}.vob`);
    }
    await join(name, "0.vob", "1.vob");
  }),
  "channels change.ts": changing([...video(2), ...audio(2, { layout: "stereo" }), ...STEADY, "-c:a", "ac3"], [
    ...video(2),
    ...audio(2, { layout: "5.1" }),
    ...STEADY,
    "-c:a",
    "ac3",
  ], plain(4)),
  "rate changes.ts": changing([...video(2), ...audio(2), ...TS], [...video(2, { rate: "20" }), ...audio(2), ...TS], {
    seconds: 4,
    frames: 60,
    audio: 1,
  }),
  "fields change.ts": changing([...video(2, ripped), ...audio(2), ...DVD], [
    ...video(2, ripped),
    ...audio(2),
    "-vf",
    "tinterlace=interlacex2",
    "-flags",
    "+ilme+ildct",
    "-r",
    "25",
    ...DVD,
  ], { seconds: 4, audio: 1 }),
};

export const bframes: Record<string, OddSource> = {
  "B-frames.avi": made(plain(), ...clip, "-c:v", "mpeg4", "-bf", "2", "-c:a", "libmp3lame"),
  "B-frames of H264.avi": made(plain(), ...clip, ...X264, "-c:a", "libmp3lame"),
  "B-frames packed.avi": steps(plain(), async ({ ffmpeg, edit }, name) => {
    await ffmpeg(...clip, "-c:v", "mpeg4", "-vtag", "XVID", "-bf", "1", "-g", "30", "-c:a", "libmp3lame", name);
    await edit(name, (bytes) => bytes);
  }),
};
