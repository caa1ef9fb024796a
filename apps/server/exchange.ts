import type { Rehearsal } from '#core/rehearsal/rehearsal.port.ts';
import type { ExchangeFacts } from '#core/telephony/exchange-facts.ts';
import type { Telephony } from '#core/telephony/telephony.port.ts';
import type { BuiltServer } from './build-server.ts';
import type { Trunks } from '#core/trunk/trunks.port.ts';

export interface Exchange {
  telephony: Telephony;
  rehearsal: Rehearsal;
  /** Real lines outside. */
  trunks: Trunks;
  facts: ExchangeFacts;
  /**
   * Joined to the product before it starts. An exchange within the process serves phones on this HTTP server, beside the channels of the
   * product, and leads those of tenants at home elsewhere there.
   */
  attach(
    server: Pick<BuiltServer, 'http' | 'channelPaths' | 'homes' | 'door'>,
    /** In PEM form, where the processes of this installation speak https. */
    certificate: string | null,
  ): void;
  stop(): Promise<void>;
}
