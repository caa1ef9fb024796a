import type { Server } from 'node:http';
import type { EmbeddedExchange } from '#adapters/telephony/embedded/embedded-exchange.ts';
import type { Rehearsal } from '#core/rehearsal/rehearsal.port.ts';
import type { ExchangeFacts } from '#core/telephony/exchange-facts.ts';
import type { Trunks } from '#core/trunk/trunks.port.ts';

export interface Exchange {
  telephony: EmbeddedExchange;
  rehearsal: Rehearsal;
  /** Real lines outside. */
  trunks: Trunks;
  facts: ExchangeFacts;
  /** Serves phones on this HTTP server, beside the channels of the product. */
  attach(server: Server, channelPaths: ReadonlySet<string>): void;
  stop(): Promise<void>;
}
