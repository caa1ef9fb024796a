import type { TelephonyEvent } from '#core/telephony/telephony.port.ts';

/** Tells events in their order, each after the command or packet that caused it is dealt with: nobody is interrupted half way. */
export interface EventQueue {
  emit(event: TelephonyEvent): void;
  listen(listener: (event: TelephonyEvent) => void): () => void;
}
