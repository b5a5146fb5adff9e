import { Fault } from "../../kit/fault.ts";
import { findTool, type ToolSearch } from "../tools/tools.ts";
import { readEncodertool } from "./encodertool.ts";

/** Status of the encoder tool on this machine. */
export interface EncodertoolStatus {
  available: boolean;
  path?: string;
  version?: string;
  encoders: string[];
  error?: string;
}

/** Caches information about the encoder tool, because each query starts it. */
export interface EncodertoolService {
  /**
   * Returns the status of the encoder tool. It is queried again only if its file has changed, or if `refresh` is true.
   * Never throws.
   */
  status(options?: { refresh?: boolean }): Promise<EncodertoolStatus>;
}

/** Creates the service of the encoder tool, which is located by its configured path or by name. */
export function createEncodertool(
  { settings, search }: { settings: { current(): { encodertoolPath: string } }; search?: ToolSearch },
): EncodertoolService {
  let known: { key: string; answer: Promise<EncodertoolStatus> } | undefined;
  const ask = async (path: string): Promise<EncodertoolStatus> => {
    try {
      return { available: true, path, ...await readEncodertool({ path }) };
    } catch (error) {
      const reason = error instanceof Fault ? error.message : `${path} could not be queried: ${String(error)}`;
      return { available: false, path, encoders: [], error: reason };
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
