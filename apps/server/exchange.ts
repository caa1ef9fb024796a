import type { EmbeddedExchange } from '#adapters/telephony/embedded/embedded-exchange.ts';
import type { Rehearsal } from '#core/rehearsal/rehearsal.port.ts';
import type { ExchangeFacts } from '#core/telephony/exchange-facts.ts';
import type { BuiltServer } from './build-server.ts';
import type { Trunks } from '#core/trunk/trunks.port.ts';

export interface Exchange {
  telephony: EmbeddedExchange;
  rehearsal: Rehearsal;
  /** Real lines outside. */
  trunks: Trunks;
  facts: ExchangeFacts;
  /** Serves phones on this HTTP server, beside the channels of the product; those of tenants at home elsewhere are led there. */
  attach(
    server: Pick<BuiltServer, 'http' | 'channelPaths' | 'homes' | 'door'>,
    /** In PEM form, where the processes of this installation speak https. */
    certificate: string | null,
  ): void;
  stop(): Promise<void>;
}
