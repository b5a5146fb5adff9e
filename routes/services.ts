import type { Selections } from "../lib/jobs/intake/selections.ts";
import type { SetupMemory } from "./setup_memory.ts";
import type { Instance } from "../lib/app/instance_model.ts";
import type { createEventStream } from "../lib/app/events/stream.ts";

/** What the program can do to itself. Each answers at once and acts when the answer is on its way. */
export interface Control {
  /** Binds anew, with the host settings of now; what runs goes on. Answers where it will be. */
  restart(): { port: number; urlBase: string };
  /** Opens everything anew, as after a restore. */
  reopen(): void;
  shutdown(): void;
}

/** Everything a route may call. Built once in `main.ts`. */
export interface Services extends Omit<Instance, "close" | "store"> {
  stream: ReturnType<typeof createEventStream>;
  selections: Selections;
  /** Ends or restarts this very program. */
  control: Control;
  /** What the first-run check remembers. */
  setup: SetupMemory;
  instance: {
    startedAt: Date;
    /** The address and base this start listens on; settings may already say something else. */
    urlBase: string;
    inDocker: boolean;
    /** The environment this start was given. */
    env: Record<string, string | undefined>;
    /** Plain names of browser assets to the hashed ones. */
    assets: Record<string, string>;
    /** Folder of the built browser assets. */
    staticFiles: URL;
    /** Folder of the documentation. */
    docs: URL;
    machineName: string;
  };
}
