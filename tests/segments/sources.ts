/** Movies to cut, each with a property that could cause an error at a cut. */
export interface CutSource {
  /** ffmpeg arguments without `-y` and the output. */
  args: string[];
  /**
   * Files to which `args` refer by name. They are created first: by ffmpeg if the value is a list of its arguments,
   * otherwise with the value as their text.
   */
  before?: Record<string, string[] | string>;
  extension: "mkv" | "mp4" | "ts";
  /** True for a source with high bit depth, whose result needs high bit depth too. */
  deep?: true;
  /** Tune option of the profile. */
  tune?: "grain";
  /** Encoders to test. The default is all encoders. */
  encoders?: readonly string[];
  /** Reason that the job reports for not cutting the movie. Absent if the movie is cut. */
  whole?: string;
}

/** Returns ffmpeg arguments for a moving pattern with a tone. */
const film = (size: string, rate: string, seconds: number, filters: string[] = []): string[] => [
  ...["-f", "lavfi", "-i", `testsrc2=s=${size}:r=${rate}:d=${seconds}`],
  ...["-f", "lavfi", "-i", `sine=f=440:r=48000:d=${seconds}`, "-c:a", "ac3"],
  // Filter that adds different grain to every frame, so that swapped frames are detected.
  ...["-filter:v", ["noise=alls=6:allf=t", ...filters].join(",")],
];
const x264 = (params = ""): string[] => [
  ...["-c:v", "libx264", "-preset", "veryfast", "-g", "48", "-x264-params", `scenecut=0${params && `:${params}`}`],
];
const x265 = (params = ""): string[] => [
  ...["-c:v", "libx265", "-preset", "ultrafast", "-x265-params", `log-level=error:keyint=48${params && `:${params}`}`],
];
const HDR10 = "hdr10=1:repeat-headers=1:colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc:" +
  "master-display=G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,50):max-cll=1000,400";
const colours = (transfer: string): string[] => [
  ...["-color_primaries", "bt2020", "-color_trc", transfer, "-colorspace", "bt2020nc"],
];
const DEEP = ["format=yuv420p10le"];
/** Filter that drops frames at random. */
const UNEVEN = ["select='gt(random(1)\\,0.3)'"];

/** Returns the sources by name, each `seconds` long. */
export function cutSources(seconds: number): Record<string, CutSource> {
  const picture = (rate: string, filters: string[] = []) => film("256x144", rate, seconds, filters);
  const sized = (size: string) => [...film(size, "25", seconds / 3), ...x264("bframes=2")];
  return {
    "23.976": { args: [...picture("24000/1001"), ...x264()], extension: "mkv" },
    "24": { args: [...picture("24"), ...x264()], extension: "mkv" },
    "25": { args: [...picture("25"), ...x264()], extension: "mkv" },
    "29.97": { args: [...picture("30000/1001"), ...x264()], extension: "mkv" },
    "30": { args: [...picture("30"), ...x264()], extension: "mp4" },
    "50p": { args: [...picture("50"), ...x264()], extension: "mkv" },
    "59.94p": { args: [...picture("60000/1001"), ...x264()], extension: "mp4" },
    "23.976 in MP4": { args: [...picture("24000/1001"), ...x264()], extension: "mp4" },
    "B-pyramid": { args: [...picture("24"), ...x264("b-pyramid=normal:bframes=8:ref=5")], extension: "mkv" },
    "no B-frames": { args: [...picture("24"), ...x264("bframes=0")], extension: "mkv" },
    "open GOP, H.264": { args: [...picture("24000/1001"), ...x264("open-gop=1:bframes=4")], extension: "mkv" },
    "open GOP, HEVC": { args: [...picture("24000/1001"), ...x265("open-gop=1:bframes=4")], extension: "mkv" },
    "closed GOP, HEVC": { args: [...picture("25"), ...x265("open-gop=0")], extension: "mp4" },
    "every picture a key": { args: [...picture("25"), ...x264("keyint=1")], extension: "mkv" },
    "few keys": { args: [...picture("24"), ...x264("keyint=250")], extension: "mkv" },
    "MPEG-2": { args: [...picture("25"), "-c:v", "mpeg2video", "-q:v", "4", "-g", "15", "-bf", "2"], extension: "mkv" },
    "VP9": {
      args: [...picture("24"), "-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8", "-g", "48"],
      extension: "mkv",
    },
    "AV1": {
      args: [...picture("24"), "-c:v", "libsvtav1", "-preset", "12", "-g", "48"],
      extension: "mkv",
    },
    "lossless": { args: [...picture("24"), "-c:v", "ffv1", "-g", "1"], extension: "mkv" },
    "10 bit": { args: [...picture("24000/1001", DEEP), ...x265()], extension: "mkv", deep: true },
    "HDR10": {
      args: [...picture("24000/1001", DEEP), ...x265(HDR10), ...colours("smpte2084")],
      extension: "mkv",
      deep: true,
    },
    "HLG": {
      args: [
        ...picture("50", DEEP),
        ...x265("colorprim=bt2020:transfer=arib-std-b67:colormatrix=bt2020nc"),
        ...colours("arib-std-b67"),
      ],
      extension: "mkv",
      deep: true,
    },
    "variable rate": { args: [...picture("30", UNEVEN), "-fps_mode", "vfr", ...x264()], extension: "mkv" },
    "variable rate in MP4": { args: [...picture("30", UNEVEN), "-fps_mode", "vfr", ...x264()], extension: "mp4" },
    "begins late": { args: [...picture("24000/1001"), ...x264(), "-output_ts_offset", "7.3"], extension: "mkv" },
    "picture after sound": {
      args: [...picture("24", ["setpts=PTS+1.7/TB"]), ...x264()],
      extension: "mkv",
    },
    "uneven milliseconds": {
      args: [...picture("24"), ...x264("bframes=0"), "-bsf:v", "setts=ts=TS+if(mod(N\\,5)\\,0\\,1)"],
      extension: "mkv",
    },
    "edit list": { args: [...picture("25"), ...x264("bframes=4"), "-use_editlist", "1"], extension: "mp4" },
    "interlaced": {
      args: [...picture("50", ["tinterlace=interleave_top"]), ...x264("interlaced=1:tff=1"), "-flags", "+ilme+ildct"],
      extension: "mkv",
      whole: "it is deinterlaced or its telecine is removed",
    },
    "MPEG-TS": {
      args: [...picture("25"), ...x264()],
      extension: "ts",
      whole: "its container has no keyframe index",
    },
    "29.97 interlaced": {
      args: [
        ...picture("60000/1001", ["tinterlace=interleave_bottom"]),
        ...x264("interlaced=1:bff=1"),
        ...["-flags", "+ilme+ildct"],
      ],
      extension: "mkv",
      whole: "it is deinterlaced or its telecine is removed",
    },
    "telecined": {
      args: [
        ...picture("24000/1001", ["telecine=first_field=top:pattern=23", "setfield=tff"]),
        ...x264("interlaced=1:tff=1"),
        ...["-flags", "+ilme+ildct"],
      ],
      extension: "mkv",
      whole: "it is deinterlaced or its telecine is removed",
    },
    "pictures that change their size": {
      before: {
        "0.ts": sized("256x144"),
        "1.ts": sized("320x180"),
        "list.txt": "file 0.ts\nfile 1.ts\nfile 0.ts\n",
      },
      args: ["-f", "concat", "-i", "list.txt", "-c", "copy"],
      extension: "mkv",
    },
    "MPEG-TS with gaps": {
      before: Object.fromEntries([0, 1].map((i) => [
        `${i}.ts`,
        [
          ...[...film("256x144", "25", seconds / 2), ...x264()],
          ...["-output_ts_offset", String(i * (seconds / 2 + 7))],
        ],
      ])),
      args: ["-i", "concat:0.ts|1.ts", "-c", "copy", "-copyts"],
      extension: "ts",
      whole: "its container has no keyframe index",
    },
    "gaps in Matroska": {
      args: [...picture("25", ["select='not(between(t,7.02,9.5)+between(t,15,15.3))'"]), ...x264()],
      extension: "mkv",
    },
    "an edit list that hides pictures": {
      before: { "long.mp4": [...film("256x144", "25", seconds + 3), ...x264("bframes=3")] },
      args: ["-ss", "2.6", "-i", "long.mp4", "-c", "copy"],
      extension: "mp4",
    },
    "renewed strip by strip": {
      args: [...picture("24"), ...x264("intra-refresh=1:bframes=0:keyint=32")],
      extension: "mkv",
      whole: "decoding cannot start at its keyframes",
    },
    "3D, side by side": {
      args: [...picture("24"), ...x264(), "-metadata:s:v:0", "stereo_mode=left_right"],
      extension: "mkv",
    },
    "grain that is described": {
      args: [...picture("24"), ...x264()],
      extension: "mkv",
      tune: "grain",
      encoders: ["svtav1"],
    },
  };
}
