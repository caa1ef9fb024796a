/** Hears what the database says. One connection for all channels, which comes back by itself. */
export interface Listener {
  /** `onPayload('')` after a gap: what was said meanwhile is unknown. The answer stops it. */
  listen(channel: string, onPayload: (payload: string) => void): Promise<() => void>;
  close(): Promise<void>;
}
