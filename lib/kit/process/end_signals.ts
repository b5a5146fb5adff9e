/** Signals that a user, the system or a closed terminal sends to end a program, and their numbers. */
const SIGNALS = Deno.build.os === "windows"
  ? { SIGINT: 2, SIGBREAK: 21 } as const
  : { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;

/**
 * Calls `ask` when one of these signals arrives, with the exit code that a shell reports for a program ended by the
 * signal.
 */
export function onEndSignals(ask: (exitCode: number) => void): { off(): void } {
  const listeners = Object.entries(SIGNALS).map(([name, number]) => {
    const listener = () => ask(128 + number);
    Deno.addSignalListener(name as keyof typeof SIGNALS, listener);
    return { name: name as keyof typeof SIGNALS, listener };
  });
  return {
    off() {
      for (const { name, listener } of listeners) Deno.removeSignalListener(name, listener);
    },
  };
}
