import type { PcmStream } from '#core/telephony/telephony.port.ts';

/** Sound between nodes and programs of ours (AudioSocket): nodes connect here. */
export interface AudioStreams {
  /** `host:port`, for `externalMedia`. */
  readonly address: string;
  /** A stream whose node will connect under this UUID. */
  open(id: string, hands: { isCovered(): boolean; closed(): void }): PcmStream;
  stop(): Promise<void>;
}
