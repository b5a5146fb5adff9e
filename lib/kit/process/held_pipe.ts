/**
 * A pipe ends when everybody who can write to it has closed it: a descendant that left the process group keeps it open
 * for as long as it likes. What the program itself wrote before its end fits into this many bytes (the largest pipe of
 * an unprivileged process, `/proc/sys/fs/pipe-max-size`).
 */
const MAX_PIPE_BYTES = 1024 * 1024;

export interface HeldPipeOptions {
  /** Resolves when the program has ended. */
  ended: Promise<unknown>;
  /** How long may be waited, in sum, for more output after that; `Infinity` for ever. */
  graceMs: number;
  /** Called once when the pipe is given up. */
  onHeld(): void;
}

type Bytes = Uint8Array<ArrayBuffer>;

/** The same bytes; ends at the latest a short while after the program, whoever still holds the pipe. */
export function endWithProgram(
  pipe: ReadableStream<Bytes>,
  { ended, graceMs, onHeld }: HeldPipeOptions,
): ReadableStream<Bytes> {
  if (graceMs === Infinity) return pipe;
  const reader = pipe.getReader();
  let over = false;
  let waitingSince: number | undefined;
  let leftMs = graceMs;
  let leftBytes = MAX_PIPE_BYTES;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const giveUp = () => {
    onHeld();
    // A read that waits is answered with the end.
    void reader.cancel().catch(() => {});
  };
  const startTimer = () => {
    waitingSince = performance.now();
    timer = setTimeout(giveUp, Math.max(0, leftMs));
  };
  const stopTimer = () => {
    clearTimeout(timer);
    if (waitingSince !== undefined) leftMs -= performance.now() - waitingSince;
    waitingSince = undefined;
  };
  let reading = false;
  void ended.then(() => {
    over = true;
    if (reading) startTimer();
  });
  return new ReadableStream<Bytes>({
    async pull(controller) {
      reading = true;
      if (over) startTimer();
      try {
        const { done, value } = await reader.read();
        if (done) return controller.close();
        controller.enqueue(value);
        if (over && (leftBytes -= value.length) < 0) giveUp();
      } finally {
        reading = false;
        stopTimer();
      }
    },
    cancel: (reason) => reader.cancel(reason),
  }, { highWaterMark: 0 });
}
