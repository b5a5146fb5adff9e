/** Where a part of the program says what it does; `facts` are kept beside the message. */
export type Log = (level: "info" | "warn" | "error", message: string, facts?: Record<string, unknown>) => void;
