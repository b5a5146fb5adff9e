/** The ways to encode on hardware, as the settings name them: one row each. */

export const METHODS = ["none", "amf", "nvenc", "qsv", "vaapi", "rkmpp", "videotoolbox", "v4l2"] as const;
/** Value of the setting; `none` encodes on the CPU. */
export type Method = (typeof METHODS)[number];

/** Facts of one method: its devices, its decoder, and what its encoders need around them. */
export interface MethodFacts {
  /** Name in the settings. */
  label: string;
  /** Hardware that Linux shows; absent where nothing tells whether it is there. */
  needs?: "nvidiaGpu" | "renderNode";
  /** Opens the device of the encoder, before the input. */
  deviceArgs?(device: string | undefined): string[];
  /** The same for a trial encode, in a form that fails where there is no device. */
  trialArgs?(device: string | undefined, hardwareDecoding: boolean): string[];
  /** Options of the encoder that choose its device. */
  encoderArgs?(device: string | undefined): string[];
  /** Last filters before the encoder. */
  uploadFilters?: readonly string[];
  /** ffmpeg's name of its decoder; absent where frames are decoded on the CPU. */
  decoder?: string;
  /** Device of the decoder; absent = the first one. */
  decoderDevice?(device: string | undefined): string | undefined;
  /** Frames may stay on the card between decoder and encoder, with these filters. */
  onCard?: { format: string; deinterlace: string; scale: string };
}

/** Render node when the settings name none: the first that the Linux kernel gives out. */
const FIRST_NODE = "/dev/dri/renderD128";

/** NVIDIA cards are chosen by their number; other devices are those of another method. */
const gpuIndex = (device: string | undefined): string | undefined =>
  device !== undefined && /^\d+$/.test(device) ? device : undefined;

export const METHOD_FACTS: Readonly<Record<Method, MethodFacts>> = {
  none: { label: "none: software" },
  nvenc: {
    label: "NVENC (NVIDIA)",
    needs: "nvidiaGpu",
    // The test pattern needs no decoder; asking for the device shows whether there is one.
    trialArgs: (device, hardwareDecoding) =>
      hardwareDecoding ? ["-init_hw_device", device ? `cuda=hw:${device}` : "cuda=hw"] : [],
    encoderArgs: (device) => {
      const index = gpuIndex(device);
      return index === undefined ? [] : ["-gpu:v:0", index];
    },
    decoder: "cuda",
    decoderDevice: gpuIndex,
  },
  qsv: {
    label: "Quick Sync (Intel)",
    needs: "renderNode",
    deviceArgs: (device) => device ? ["-qsv_device", device] : [],
    trialArgs: (device) => ["-init_hw_device", device ? `qsv=hw,child_device=${device}` : "qsv=hw"],
    decoder: "qsv",
    decoderDevice: (device) => device,
  },
  vaapi: {
    label: "VA-API",
    needs: "renderNode",
    deviceArgs: (device) => ["-vaapi_device", device || FIRST_NODE],
    uploadFilters: ["hwupload"],
    decoder: "vaapi",
    decoderDevice: (device) => device || FIRST_NODE,
    onCard: { format: "vaapi", deinterlace: "deinterlace_vaapi", scale: "scale_vaapi" },
  },
  amf: { label: "AMF (AMD)", needs: "renderNode", decoder: "d3d11va" },
  videotoolbox: { label: "VideoToolbox (Apple)", decoder: "videotoolbox" },
  rkmpp: { label: "RKMPP (Rockchip)", decoder: "rkmpp" },
  v4l2: { label: "V4L2" },
};

/** Names of the methods in the settings. */
export const METHOD_LABELS = Object.fromEntries(
  Object.entries(METHOD_FACTS).map(([method, { label }]) => [method, label]),
) as Record<Method, string>;
