import { ACTIONS, type Cause } from "../../cause_model.ts";

/** Causes in the limits of the system or container: memory, threads and open files. */
export const LIMIT_CAUSES: readonly Cause[] = [
  {
    id: "too-many-files",
    title: "Too many files are open",
    explanation: "The process reached the limit of open files of the system or of the container.",
    remedy: "Raise the limit of open files (LimitNOFILE or --ulimit nofile), or run fewer encodes at once. Then retry.",
    match: [
      /Too many open files/,
      /cannot open shared object file: Error 24$/,
      /\bE[MN]FILE\b/,
      /\bavio_open2? failed, errno -2[34]\b/,
    ],
    action: ACTIONS.encodes,
  },
  {
    id: "too-many-threads",
    title: "No more threads could be started",
    explanation: "The limit of processes and threads of the container or of the user was reached.",
    remedy: "Raise the limit (TasksMax or --pids-limit), or run fewer encodes at once. Then retry.",
    match: [
      /pthread_create(?:\(\))? failed/,
      /(?:pthread_create|fork|Cannot fork|unable to create thread).{0,60}(?:failed|Resource temporarily unavailable)/,
      /Resource temporarily unavailable \(os error 11\)/,
      /failed to create (?:frame |lookahead )?threads?/i,
      /^Error reinitiali[sz]ing filters.{0,3} Resource temporarily unavailable/,
    ],
    action: ACTIONS.encodes,
  },
  {
    id: "memory-full",
    title: "The memory is full",
    explanation: "The encoder could not reserve memory for the frames of this video.",
    remedy: "Run fewer encodes at once, give the container more memory, or choose a faster preset. Then retry.",
    match: [
      /^Error (?:encoding a frame|while opening encoder.{0,200}|opening input|submitting a packet to the muxer): Cannot allocate memory/,
      /^Cannot allocate memory$/,
      /\bOut of memory\.?$/,
      /(?:x26[45]|x265) \[error\]: malloc of size \d{1,15} failed/,
      /SvtMalloc\[fatal\]: allocate memory failed/,
      /^Error initializing encoder: insufficient resources/,
      /std::bad_alloc/,
      /: failed to map segment from shared object/,
      /\bENOMEM\b/,
      /[Oo]ut of memory: Killed process/,
      /oom-kill(?:er)?:/,
      /memory cgroup out of memory/i,
    ],
    hints: [/(?:malloc|alloc|allocation|mmap).{0,40} failed$/i],
    action: ACTIONS.encodes,
    exitCodes: [3221225495],
  },
];
