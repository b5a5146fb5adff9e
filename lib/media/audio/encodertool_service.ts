import { Fault } from "../../kit/fault.ts";
import { findTool, type ToolSearch } from "../tools/tools.ts";
import { readEncodertool } from "./encodertool.ts";

/** What is known of the encoder tool on this machine. */
export interface EncodertoolStatus {
  available: boolean;
  path?: string;
  version?: string;
  encoders: string[];
  error?: string;
}

/** Remembers what the tool answered, because each question starts it. */
export interface EncodertoolService {
  /** Asked once for each file; `refresh` asks again. Never throws. */
  status(options?: { refresh?: boolean }): Promise<EncodertoolStatus>;
}

/** Looks for the tool by the configured path or by name, and asks it what it can do. */
export function createEncodertool(
  { settings, search }: { settings: { current(): { encodertoolPath: string } }; search?: ToolSearch },
): EncodertoolService {
  let known: { key: string; answer: Promise<EncodertoolStatus> } | undefined;
  const ask = async (path: string): Promise<EncodertoolStatus> => {
    try {
      return { available: true, path, ...await readEncodertool({ path }) };
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      return { available: false, path, encoders: [], error: error.message };
    }
  };
  return {
    async status({ refresh = false } = {}) {
      const { path, error } = await findTool("freaccmd", settings.current().encodertoolPath, search);
      if (path === undefined) return { available: false, encoders: [], ...(error ? { error } : {}) };
      const changed = (await Deno.stat(path).catch(() => undefined))?.mtime?.getTime() ?? 0;
      const key = `${path}:${changed}`;
      if (refresh || known?.key !== key) known = { key, answer: ask(path) };
      return await known.answer;
    },
  };
}
