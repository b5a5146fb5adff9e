/** Logs a message. `facts` are stored with it. */
export type Log = (level: "info" | "warn" | "error", message: string, facts?: Record<string, unknown>) => void;
