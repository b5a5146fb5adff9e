/** Hardware encoding methods, with their names in the settings. */

export const METHODS = ["none", "amf", "nvenc", "qsv", "vaapi", "rkmpp", "videotoolbox", "v4l2"] as const;
/** Value of the setting. With `none`, the CPU is used. */
export type Method = (typeof METHODS)[number];

/** Facts about one method: its devices, its decoder, and the options that its encoders require. */
export interface MethodFacts {
  /** Hardware that Linux must report. Absent if it cannot be detected. */
  needs?: "nvidiaGpu" | "renderNode";
  /** Options that open the encoder's device, before the input. */
  deviceArgs?(device: string | undefined): string[];
  /** Same as `deviceArgs`, but for a trial encode, which must fail if there is no device. */
  trialArgs?(device: string | undefined, hardwareDecoding: boolean): string[];
  /** True if `device` names a GPU that the encoder can select. Absent if the method always uses the same GPU. */
  selects?(device: string): boolean;
  /** Encoder options that select the device. */
  encoderArgs?(device: string | undefined): string[];
  /** Last filters before the encoder. */
  uploadFilters?: readonly string[];
  /** ffmpeg's name of the hardware decoder. Absent if frames are decoded on the CPU. */
  decoder?: string;
  /** Device of the decoder. Absent for the first device. */
  decoderDevice?(device: string | undefined): string | undefined;
  /** Filters that keep frames on the GPU between decoder and encoder. */
  onCard?: { format: string; deinterlace: string; scale: string };
}

/** Default render node, used if the settings specify none. It is the first one that the Linux kernel creates. */
const FIRST_NODE = "/dev/dri/renderD128";

/** Returns the number that selects an NVIDIA GPU. Other device names belong to other methods. */
const gpuIndex = (device: string | undefined): string | undefined =>
  device !== undefined && /^\d+$/.test(device) ? device : undefined;

/** True for the path of a render node. */
const isNode = (device: string): boolean => device.startsWith("/");

export const METHOD_FACTS: Readonly<Record<Method, MethodFacts>> = {
  none: {},
  nvenc: {
    needs: "nvidiaGpu",
    selects: (device) => gpuIndex(device) !== undefined,
    // The test pattern needs no decoder, but requesting the device shows whether it exists.
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
    needs: "renderNode",
    selects: isNode,
    deviceArgs: (device) => device ? ["-qsv_device", device] : [],
    trialArgs: (device) => ["-init_hw_device", device ? `qsv=hw,child_device=${device}` : "qsv=hw"],
    decoder: "qsv",
    decoderDevice: (device) => device,
  },
  vaapi: {
    needs: "renderNode",
    selects: isNode,
    deviceArgs: (device) => ["-vaapi_device", device || FIRST_NODE],
    uploadFilters: ["hwupload"],
    decoder: "vaapi",
    decoderDevice: (device) => device || FIRST_NODE,
    onCard: { format: "vaapi", deinterlace: "deinterlace_vaapi", scale: "scale_vaapi" },
  },
  amf: { needs: "renderNode", decoder: "d3d11va" },
  videotoolbox: { decoder: "videotoolbox" },
  rkmpp: { decoder: "rkmpp" },
  v4l2: {},
};
