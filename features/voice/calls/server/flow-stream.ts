import type { PcmStream } from '#core/telephony/telephony.port.ts';

/** The sound of a flow on a leg that may hear something else in between; what is written meanwhile is not heard. */
export interface FlowStream extends PcmStream {
  attach(stream: PcmStream): void;
  detach(): void;
  isAttached(): boolean;
}
