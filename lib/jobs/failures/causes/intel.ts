import { ACTIONS, type Cause } from "../cause_model.ts";

/** Causes of failed encodes with VA-API and Quick Sync. */
export const INTEL_CAUSES: readonly Cause[] = [
  {
    id: "vaapi-profile-unsupported",
    title: "The GPU does not support this codec",
    explanation: "The VA-API driver of this GPU has no encoder for the codec or bit depth of the profile.",
    remedy: "Choose a profile with another codec or with 8-bit video, or encode on the CPU.",
    match: [
      /No usable encoding (?:profile|entrypoint) found/,
      /No VA profile found to support/,
      /Driver does not support (?:any RC mode|\w{2,8} RC mode)/,
      /Encoding entrypoint not found/,
      /^Surface RT format \S{1,40} not supported by driver for encoding/,
      /^Hardware does not offer any usable surface formats/,
      /^Driver does not support (?:any (?:reference frames|usable slice)|encoding|required encode)/,
      /^Compatible profile .{1,60} is not supported by driver/,
      /^H\.264 .{1,30} profiles? (?:is|are) not supported\.$/,
    ],
    action: ACTIONS.profile,
  },
  {
    id: "vaapi-driver-failed",
    title: "The VA-API driver of the GPU could not be loaded",
    explanation: "The VA-API driver of the GPU is missing or failed to start. NVIDIA offers no such driver.",
    remedy: "Install the VA-API driver (iHD or i965 for Intel, radeonsi for AMD). Use NVENC for NVIDIA. Then retry.",
    match: [
      /Failed to initiali[sz]e VAAPI connection/,
      /vaInitialize failed with error code/,
      /^Failed to initiali[sz]e VA \S{1,80}\. Error -?\d/,
    ],
    hints: [
      /libva: \S{1,200}_drv_video\.so init failed/,
      /libva (?:info|error): va_openDriver\(\) returns (?:-1|[1-9])/,
      /vaGetDriverNames?\w{0,10}\(\) failed/,
    ],
    action: ACTIONS.hardware,
    isPassable: true,
  },
  {
    id: "qsv-session-failed",
    title: "Quick Sync could not be started",
    explanation: "The Intel media library found no GPU that it can use, or its driver is missing.",
    remedy: "Install the Intel media driver and its runtime (oneVPL), and pass /dev/dri to the container. Then retry.",
    match: [
      /Error (?:creating|initializing) an? (?:internal )?MFX session/,
      /Error during set display handle/,
      /Failed to set value 'qsv[^']{0,80}' for option 'init_hw_device'/,
      /Could not load the requested plugin/,
      /Error creating a (?:QSV device|MFX (?:loader|configuration))/,
      /Error getting mfx config interface handle/,
      /\bMFX_ERR_NOT_FOUND\b/,
    ],
    action: ACTIONS.hardware,
  },
  {
    id: "gpu-frames-used",
    title: "All frames of the hardware decoder are in use",
    explanation: "The GPU reserved too few frames for decoding, so the next frame of the video had no place.",
    remedy: "Disable hardware decoding in the settings, or encode on the CPU. Then retry.",
    match: [
      /\[dec:\w{2,12}_(?:qsv|cuvid)\] Error submitting packet to decoder: Cannot allocate memory/,
      /No decoder surfaces left/,
    ],
    action: ACTIONS.hardware,
  },
  {
    id: "qsv-settings-refused",
    title: "Quick Sync does not support a setting of the profile",
    explanation: "This Intel GPU or its driver refused the codec, bit depth, size or rate control of the profile.",
    remedy: "Choose a profile with another codec, 8-bit video or a constant quality, or encode on the CPU.",
    match: [
      /some encoding parameters are not supported by the QSV runtime/,
      /^Selected ratecontrol mode is unsupported/,
      /^Error initiali[sz]ing the encoder: (?:unsupported|invalid|incompatible)/,
      /^Error querying (?:the encoder|IO surface|encoder params)/i,
      /^This version of runtime doesn't support/,
      /\bMFX_ERR_(?:UNSUPPORTED|INVALID_VIDEO_PARAM|INCOMPATIBLE_VIDEO_PARAM)\b/,
    ],
    hints: [
      /^(?:Current (?:profile|frame rate|picture structure|resolution|pixel format)|Low power mode) is unsupported/,
    ],
    action: ACTIONS.profile,
  },
  {
    id: "qsv-decode-failed",
    title: "Quick Sync could not decode the video",
    explanation: "The decoder of the Intel GPU refused this video, or stopped with an error while decoding it.",
    remedy: "Disable hardware decoding in the settings, so that the CPU decodes the file. Then retry.",
    match: [/^Error initiali[sz]ing the MFX video decoder/],
    hints: [
      /^Error during QSV decoding/,
      /^Error decoding stream header: /,
      /^Error submitting the frame for decoding/,
    ],
    action: ACTIONS.hardware,
  },
  {
    id: "qsv-encode-failed",
    title: "Quick Sync stopped with an error",
    explanation: "The encoder of the Intel GPU was started, but failed with a frame of this video.",
    remedy: "Update the driver of the GPU and retry. If it fails again, encode on the CPU.",
    match: [/^Error during encoding: (?!device (?:failed|lost))/],
    hints: [/^Error (?:submitting the frame for encoding|allocating the output packet|during resizing)/],
    action: ACTIONS.hardware,
  },
  {
    id: "vaapi-filter-not-started",
    title: "The GPU driver could not set up its filters",
    explanation:
      "The VA-API driver could not prepare scaling or tone mapping: it lacks the function or memory, or is for another GPU.",
    remedy:
      "Update the driver (or the image of the container) and check the selected GPU. Or decode and encode on the CPU.",
    match: [/^Failed to create processing pipeline (?:config|context): /],
    action: ACTIONS.hardware,
  },
  {
    id: "vaapi-operation-failed",
    title: "The GPU driver refused an operation",
    explanation:
      "The VA-API driver did not accept a frame or a buffer. The driver or the memory of the GPU may be full.",
    remedy: "Update the driver of the GPU, and disable hardware decoding. If it fails again, encode on the CPU.",
    match: [/^Failed to (?:create (?:temp )?encode pipeline|begin picture encode issue|upload encode parameters)/],
    hints: [
      /^Failed to (?:create|map|unmap|read|write|derive|export|get|render) .{0,40}(?:surface|image|buffer)/,
      /^Failed to (?:create|upload|issue|end) .{0,40}(?:decode|slice|picture|processing|pipeline)/,
      /^(?:hwmap|Failed to (?:map frame|transfer data to output frame|download frame))/,
    ],
    action: ACTIONS.hardware,
    isPassable: true,
  },
];
