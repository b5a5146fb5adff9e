import { strictEqual as is } from "node:assert/strict";
import { explainFailure } from "./explain.ts";

/** Other wordings of the same failures: other releases, systems and programs than in the recorded reports. */
const WORDINGS: Readonly<Record<string, readonly string[]>> = {
  "filtered-and-copied": [
    "Filtergraph 'scale=-2:720' was defined for video output stream 0:0 but codec copy was selected.",
    "[vost#0:0/copy @ 0x5581] Filtergraph 'scale=-2:720' was specified, but codec copy was selected. Filtering and streamcopy cannot be used together.",
    "[ost#0:0/copy @ 0x5581] Streamcopy requested for output stream fed from a complex filtergraph. Filtering and streamcopy cannot be used together.",
  ],
  "filtered-twice": ["-vf/-af/-filter and -filter_complex cannot be used together for the same stream."],
  "output-name-without-extension": [
    "[AVFormatContext @ 0x5581] Unable to choose an output format for '/media.old/Heat'; use a standard extension for the filename or specify the format manually.",
    "Unable to find a suitable output format for 'C:\\films\\it's Heat'",
  ],
  "muxer-missing": [
    "[NULL @ 0x5581] Unable to find a suitable output format for '/media/Heat.zzz'",
    "[NULL @ 0x5581] Unable to choose an output format for 'Heat.mkv.part'; use a standard extension for the filename or specify the format manually.",
  ],
  "drive-failed": [
    "MSG:2003,0,3,\"Error 'Scsi error - ILLEGAL REQUEST:2104' occurred while reading 'BD-RE' at offset '983040'\"",
    "Error 'Scsi error - NOT READY:MEDIUM NOT PRESENT' occurred while reading 'BD-RE HL-DT-ST' at offset '1048576'",
    "Error 'Scsi error - HARDWARE ERROR:TIMEOUT ON LOGICAL UNIT' occurred while reading '/BDMV/STREAM/00001.m2ts' at offset '7168'",
    "Error 'Posix error - No such device' occurred while reading '/dev/sr0' at offset '7168'",
  ],
  "disc-read-error": [
    "MSG:2003,0,3,\"Error 'Scsi error - MEDIUM ERROR:NO SEEK COMPLETE' occurred while reading 'DVD' at offset '7168'\"",
    "Error 'Scsi error - MEDIUM ERROR:L-EC UNCORRECTABLE ERROR' occurred while reading 'DVD' at offset '7168'",
    "Error 'Posix error - Input/output error' occurred while reading '/dev/sr0' at offset '7168'",
  ],
  "disc-protected": [
    "Error 'Scsi error - ILLEGAL REQUEST:READ OF SCRAMBLED SECTOR WITHOUT AUTHENTICATION' occurred while reading 'DVD' at offset '7168'",
  ],
  "tool-crashed": [
    "frame=    0 fps=0.0 q=0.0 size=       3kB time=00:00:00.73 bitrate=  36.0kbits/s speed=35.9x    \rfree(): double free detected in tcache 2",
    "malloc_consolidate(): unaligned fastbin chunk detected",
    "realloc(): invalid next size",
    "corrupted double-linked list",
    "Fatal glibc error: malloc.c:2599 (sysmalloc): assertion failed: (old_top == initial_top (av))",
    "ffmpeg(1234,0x1f) malloc: *** error for object 0x1f: pointer being freed was not allocated",
    "*** buffer overflow detected ***: terminated",
  ],
  "processor-too-old": ["Fatal glibc error: CPU does not support x86-64-v3"],
  "output-lost": [
    "[12:00:00] avformatMux: track 0, av_interleaved_write_frame failed with error 'Input/output error'",
    "avformatMux: track 1, av_interleaved_write_frame failed with error 'Error number -13 occurred'",
    "av_interleaved_write_frame(): Input/output error",
    "av_interleaved_write_frame(): Permission denied",
    "[out#0/matroska @ 0x5581] Error submitting a packet to the muxer: No such device",
  ],
  "disk-full": [
    "ERROR: avio_open2 failed, errno -28",
    "avformatMux: track 0, av_interleaved_write_frame failed with error 'No space left on device'",
    "avformatMux: track 0, av_interleaved_write_frame failed with error 'Error number -28 occurred'",
  ],
  "permission-denied": ["[16:59:03] avio_open2 failed, errno -1", "ERROR: avio_open failed, errno -13"],
  "output-folder-missing": ["ERROR: avio_open2 failed, errno -2: Could not write to indicated output file."],
  "read-only": ["ERROR: avio_open2 failed, errno -30"],
  "too-many-files": ["ERROR: avio_open2 failed, errno -24"],
  "quota-exceeded": ["ERROR: avio_open2 failed, errno -122"],
  "data-track-not-in-container": [
    "[mp4 @ 0x5581] Could not find tag for codec bin_data in stream #3, codec not currently supported in container",
    "[ipod @ 0x5581] Could not find tag for codec none in stream #1, codec not currently supported in container",
  ],
  "cover-encoded": [
    "[mp4 @ 0x5581] Could not find tag for codec h264 in stream #1, codec not currently supported in container",
  ],
  "codec-not-in-container": [
    "[mp4 @ 0x5581] Could not find tag for codec pcm_bluray in stream #1, codec not currently supported in container",
    "[ipod @ 0x5581] Could not find tag for codec hevc in stream #0, codec not currently supported in container",
  ],
  "encoder-option-unknown": [
    "Unrecognized option 'cq:v'.",
    "Unrecognized option 'x265-params'.",
    "Unrecognized option 'svtav1-params'.",
    "Unrecognized option 'spatial-aq'.",
  ],
  "option-not-known": [
    "Unrecognized option 'fps_mode'.",
    "Apr 18, 2018 22:27:17.279 [242196] ERROR - [Transcoder] Option listen_timeout not found.",
    "Codec AVOption crf (Select the quality for constant quality mode) specified for input file #0 (in.mkv) is not a decoding option.",
  ],
  "vaapi-driver-failed": ["Failed to initialise VA /dev/dri/renderD129. Error 1"],
  "vaapi-filter-not-started": [
    "[Parsed_tonemap_vaapi_1 @ 0x5581] Failed to create processing pipeline config: 12 (the requested VAProfile is not supported).",
  ],
  "nothing-to-join": ["Error: no input files were given. No output will be created."],
  "frame-not-delivered": ["Failed to retrieve frame 12 with error: Resize error 1027: colorspace conversion failed"],
  "handbrake-source-not-opened": ["[19:14:35] hb_stream_open: open /films/Heat (1995) [2160p].mkv failed"],
  "dvd-unreadable": [
    "libdvdnav: Unable to open device file /dev/sr0.",
    "libdvdnav: Unable to open device file Heat.iso.",
  ],
};

Deno.test("other wordings of a failure have the same cause", () => {
  for (const [cause, lines] of Object.entries(WORDINGS)) {
    for (const line of lines) is(explainFailure({ logTail: [line] }).cause?.id, cause, line);
  }
});

Deno.test("lines of HandBrake about a video that is not a DVD do not name a DVD", () => {
  const logTail = ["libdvdnav: Unable to open device file /films/Heat.mkv.", "[19:14:35] libhb: work result = 3"];
  is(explainFailure({ logTail }).cause?.id, "handbrake-not-started");
});

Deno.test("a disc with read errors is the cause even if the drive refused a command, too", () => {
  const logTail = [
    "Error 'Scsi error - ILLEGAL REQUEST:2104' occurred while reading 'DVD' at offset '983040'",
    "Error 'Scsi error - MEDIUM ERROR:1090' occurred while reading 'DVD' at offset '985088'",
  ];
  is(explainFailure({ logTail }).cause?.id, "disc-read-error");
});

Deno.test("a message that contains only an exit code below zero is no error line", () => {
  const logTail = ["frame=  120 fps= 24 q=28.0 size=    1024KiB"];
  for (const exitCode of ["-1073741819", "3221225477", "139", "-11"]) {
    const message = `ffmpeg exited with code ${exitCode}.`;
    is(explainFailure({ code: "tool_failed", message, logTail }).cause?.id, "tool-crashed", exitCode);
  }
  const other = { code: "tool_failed", message: "ffmpeg exited with code -7777.", logTail };
  is(explainFailure(other).cause, undefined);
});
