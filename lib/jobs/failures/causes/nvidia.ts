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
      /OpenEncodeSessionEx failed: invalid (?:version|struct) ?\(15\)/,
      /NVENC API version.{0,60}(?:not supported|too old)/i,
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
    title: "The NVIDIA encoder refused a setting",
    explanation:
      "The GPU or its driver does not support a setting of the profile or of this ffmpeg, such as 10 bit or AV1.",
    remedy:
      "Update ffmpeg and the driver. If it fails again, choose 8-bit video or another codec, or encode on the CPU.",
    match: [
      /(?:10 bit|Lossless|YUV444P|4:4:4|4:2:2) encode not supported/i,
      /(?:B frames as references|B-frames|Max B-frames \d{1,3} exceed \d{1,3}|RC lookahead|Temporal AQ|Weighted prediction|Lookahead) (?:are |is )?not supported/i,
      /^Max B-frames \d{1,3} exceed/,
      /^\[\w{2,8}_nvenc\] Codec not supported$/,
      /Provided device doesn't support required NVENC features/,
      /InitializeEncoder failed: (?:invalid param|unsupported param)/,
      /InitializeEncoder failed: (?!out of memory|invalid param \(8\): (?:Frame Dimension|Invalid Width|Invalid Height))/,
      /^(?:Interlaced encoding|Intra refresh|Split encoding|Each B frame as reference|Middle B frame reference mode|AV1 High Profile|Multiple reference frames|Custom VBV) .{0,40}not supported/,
      /^Unsupported (?:rate control|preset).{0,60}nvenc/i,
      /^Cannot get the preset configuration: /,
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
      /^\[.{1,80}\] Cannot load (?:lib(?:cuda|nvidia-encode|nvcuvid)\.so|(?:nvcuda|nvEncodeAPI64|nvEncodeAPI|nvcuvid)\.dll)/,
      /Could not dynamically load CUDA/,
      /Failed loading nvcuvid/,
    ],
    hints: [
      /^Cannot load (?:lib(?:cuda|nvidia-encode|nvcuvid)\.so|(?:nvcuda|nvEncodeAPI64|nvEncodeAPI|nvcuvid)\.dll)/,
    ],
    action: ACTIONS.hardware,
    isPassable: true,
  },
  {
    id: "cuda-memory-full",
    title: "The memory of the NVIDIA GPU is full",
    explanation: "The GPU had too little free memory for the frames of this video.",
    remedy: "Lower the number of concurrent encodes on this GPU, or stop other programs that use it. Then retry.",
    match: [
      /CUDA_ERROR_OUT_OF_MEMORY/,
      /cuvidCreateDecoder\(.{0,120}failed -> CUDA_ERROR_OUT_OF_MEMORY/,
      /(?:Create(?:Input|Bitstream)Buffer|InitializeEncoder|EncodePicture) failed!?: out of memory/,
      /CUDA.{0,40}out of memory/i,
    ],
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
      /OpenEncodeSessionEx failed: no encode device \(1\)/,
      /no CUDA-capable device is detected/,
      /Requested GPU \d{1,3}, but only \d{1,3} GPUs are available/,
      /could not select device driver .{0,60}gpu/i,
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
      /EncodePicture failed!: (?:device does not exist|invalid (?:encoder )?device|generic error)/,
      /Failed (?:locking bitstream buffer: (?!not enough buffer)|unlocking input buffer)/,
      /NVRM: Xid/,
      /^(?!.{0,120}cu(?:Init|CtxCreate|DeviceGet)).{0,300}CUDA_ERROR_(?:LAUNCH_FAILED|UNKNOWN|ECC_UNCORRECTABLE|ILLEGAL_ADDRESS|LAUNCH_TIMEOUT)/,
    ],
    action: ACTIONS.hardware,
  },
  {
    id: "nvidia-not-started",
    title: "The NVIDIA GPU could not be started",
    explanation: "The GPU or its driver refused the connection. Its kernel module may not be loaded in the container.",
    remedy: "Restart the container, then the machine. Check with nvidia-smi that the GPU works. Then retry.",
    match: [
      /cuInit\(0\) failed/,
      /(?:cuInit|cuCtxCreate|cuDeviceGet)\(.{0,120} failed|CUDA_ERROR_(?:NOT_INITIALIZED|NOT_PERMITTED|OPERATING_SYSTEM|SYSTEM_NOT_READY|MPS_\w{3,30}|DEVICE_UNAVAILABLE)/,
      /cuCtxCreate\(.{0,80} failed/,
      /^OpenEncodeSessionEx failed: /,
      /^Failed to (?:create nvenc instance|query nvenc max version)/,
      /Failed to initialize NVML: (?!Driver)/,
      /nvidia-container-cli: /,
    ],
    hints: [/\bCUDA_ERROR_[A-Z_]{3,40}/],
    action: ACTIONS.hardware,
  },
  {
    id: "nvenc-no-capable-device",
    title: "No NVIDIA GPU can encode this video with these settings",
    explanation: "ffmpeg found no GPU with the codec, bit depth, size or feature of the profile, or no GPU at all.",
    remedy: "Choose a profile with another codec, 8-bit video or no B-frames, or check that nvidia-smi shows the GPU.",
    match: [/^No (?:NVENC )?capable devices found/i, /OpenEncodeSessionEx failed: unsupported device \(2\)/],
    action: ACTIONS.profile,
  },
];
