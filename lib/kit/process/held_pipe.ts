/**
 * Maximum number of bytes that are read after the program has exited. A pipe ends when all writers have closed it, so a
 * descendant that left the process group can keep it open. Output that the program itself wrote fits into this size
 * (the largest pipe of an unprivileged process, `/proc/sys/fs/pipe-max-size`).
 */
const MAX_PIPE_BYTES = 1024 * 1024;

export interface HeldPipeOptions {
  /** Resolves when the program has exited. */
  ended: Promise<unknown>;
  /** Total time to wait for more output after the exit, in milliseconds. `Infinity` means no limit. */
  graceMs: number;
  /** Called if reading stops before the end of the pipe. */
  onHeld(): void;
}

type Bytes = Uint8Array<ArrayBuffer>;

/** Returns a stream of the same bytes. It ends shortly after the program has exited, even if the pipe is still open. */
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
    // Cancelling makes a pending read resolve with the end of the stream.
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
