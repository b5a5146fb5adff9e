/** State of the connection to the broker. */
export interface BridgeState {
  connected: boolean;
  /** Monotonic time in milliseconds at which the connection was lost. Undefined while connected. */
  downSinceMs?: number;
  /** Reason for the latest failure, as a sentence. */
  error?: string;
  /** Number of received messages that were not commands. */
  ignored: number;
}
