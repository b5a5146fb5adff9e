/** State of the connection to the broker. */
export interface BridgeState {
  connected: boolean;
  /** Monotonic time in milliseconds since which there has been no connection. Undefined while there is one. */
  downSinceMs?: number;
  /** Reason of the latest failure, as a sentence. */
  error?: string;
  /** Number of received messages that were not commands. */
  ignored: number;
}
