import { ACTIONS, type Cause } from "../cause_model.ts";

/** Causes of failed encodes on NVIDIA GPUs, as reported by NVENC, NVDEC and CUDA. */
export const NVIDIA_CAUSES: readonly Cause[] = [
  {
    id: "nvenc-driver-old",
    title: "The NVIDIA driver is too old for this ffmpeg",
    explanation: "This ffmpeg was built for a newer version of NVENC than the installed driver provides.",
    remedy:
      "Update the NVIDIA driver on the host, or use an ffmpeg that was built for the installed driver. Then retry.",
    match: [
      /Driver does not support the required nvenc API version/,
      /The minimum required Nvidia driver for nvenc is/,
      /CUDA_ERROR_INSUFFICIENT_DRIVER/,
      /CUDA driver version is insufficient for CUDA runtime version/,
    ],
    action: ACTIONS.hardware,
  },
  {
    id: "nvidia-driver-mismatch",
    title: "The NVIDIA driver and its libraries have different versions",
    explanation: "The driver was updated while its old kernel module is still loaded, so the GPU cannot be used.",
    remedy: "Restart the machine, or reload the NVIDIA kernel modules. Recreate the container afterwards. Then retry.",
    match: [
      /Driver\/library version mismatch/,
      /CUDA_ERROR_SYSTEM_DRIVER_MISMATCH/,
      /NVRM: API mismatch/,
      /unsupported display driver \/ cuda driver combination/,
    ],
    action: ACTIONS.help,
  },
  {
    id: "nvenc-sessions-used",
    title: "All encoding sessions of the NVIDIA GPU are in use",
    explanation: "The driver refused another encoding session. Consumer GPUs allow only a few concurrent sessions.",
    remedy: "Lower the number of concurrent encodes on this GPU, or stop other programs that encode on it. Then retry.",
    match: [
      /OpenEncodeSessionEx failed: (?:out of memory \(10\)|incompatible client key \(21\))/,
      /has no free encoding session/,
    ],
    action: ACTIONS.hardware,
  },
  {
    id: "nvenc-feature-unsupported",
    title: "The NVIDIA GPU does not support a setting of the profile",
    explanation: "The encoder of this GPU lacks a feature that the profile uses, such as 10 bit, B-frames or AV1.",
    remedy: "Choose a profile with 8-bit video or another codec, or encode with a newer GPU or the CPU.",
    match: [
      /(?:10 bit|Lossless|YUV444P|4:4:4|4:2:2) encode not supported/i,
      /(?:B frames as references|B-frames|Max B-frames \d{1,3} exceed \d{1,3}|RC lookahead|Temporal AQ|Weighted prediction|Lookahead) (?:are |is )?not supported/i,
      /^Max B-frames \d{1,3} exceed/,
      /^Codec not supported$/,
      /Provided device doesn't support required NVENC features/,
      /InitializeEncoder failed: (?:invalid param|unsupported param)/,
    ],
    action: ACTIONS.profile,
  },
  {
    id: "nvidia-library-missing",
    title: "The NVIDIA libraries are not available",
    explanation: "ffmpeg could not load the libraries of the NVIDIA driver. Containers need them from the host.",
    remedy:
      "Install the NVIDIA driver. In a container, use the NVIDIA runtime with the capabilities video and compute. Then retry.",
    match: [
      /Cannot load (?:libcuda\.so|libnvidia-encode\.so|libnvcuvid\.so|nvcuda\.dll|nvEncodeAPI64\.dll|nvcuvid\.dll)/,
      /Could not dynamically load CUDA/,
      /Failed loading nvcuvid/,
    ],
    action: ACTIONS.hardware,
  },
  {
    id: "cuda-memory-full",
    title: "The memory of the NVIDIA GPU is full",
    explanation: "The GPU had too little free memory for the frames of this video.",
    remedy: "Lower the number of concurrent encodes on this GPU, or stop other programs that use it. Then retry.",
    match: [/CUDA_ERROR_OUT_OF_MEMORY/, /cuvidCreateDecoder\(.{0,120}failed -> CUDA_ERROR_OUT_OF_MEMORY/],
    action: ACTIONS.hardware,
  },
  {
    id: "nvidia-no-device",
    title: "No NVIDIA GPU was found",
    explanation: "The driver is loaded but shows no GPU to Lathe, or not the GPU that is configured.",
    remedy:
      "Check the GPU with nvidia-smi. In a container, pass the GPU with --gpus or the NVIDIA runtime. Then retry.",
    match: [
      /CUDA_ERROR_(?:NO|INVALID)_DEVICE/,
      /^No capable devices found/,
      /OpenEncodeSessionEx failed: (?:no encode device \(1\)|unsupported device \(2\))/,
      /no CUDA-capable device is detected/,
      /Requested GPU \d{1,3}, but only \d{1,3} GPUs are available/,
    ],
    action: ACTIONS.hardware,
  },
  {
    id: "nvenc-buffer-small",
    title: "A frame was too large for the buffer of NVENC",
    explanation: "The encoder produced a frame that exceeds the buffer that ffmpeg reserved for it.",
    remedy: "Update ffmpeg, or choose a profile with a lower quality or bit rate. Then retry.",
    match: [/Failed locking bitstream buffer: not enough buffer/],
    action: ACTIONS.profile,
  },
  {
    id: "nvidia-gpu-lost",
    title: "The NVIDIA GPU stopped during the encode",
    explanation: "The driver reported an error of the GPU while it encoded this video.",
    remedy: "Restart the machine or reset the GPU, and check its temperature and power supply. Then retry.",
    match: [
      /CUDA_ERROR_(?:LAUNCH_FAILED|UNKNOWN|ECC_UNCORRECTABLE|ILLEGAL_ADDRESS|LAUNCH_TIMEOUT)/,
      /EncodePicture failed!: (?:device does not exist|invalid (?:encoder )?device|generic error)/,
      /Failed (?:locking bitstream buffer: (?!not enough buffer)|unlocking input buffer)/,
      /NVRM: Xid/,
    ],
    action: ACTIONS.hardware,
  },
];
