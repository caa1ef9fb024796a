import type { LocatedPhone } from './registered-phones.ts';

const ASK_MS = 3_000;

/** What the edge (Kamailio) is told to do, by JSON-RPC. */
export class EdgeOrders {
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  /** Ends the registration of an account; its websocket stays. */
  async forget(account: string): Promise<void> {
    await this.#ask('ul.rm', ['location', account]);
  }

  /** Closes the websocket of a phone, and with it its registration. */
  async close({ connectionId }: LocatedPhone): Promise<void> {
    await this.#ask('ws.close', [connectionId]);
  }

  async #ask(method: string, params: readonly (string | number)[]): Promise<void> {
    const asked = fetch(this.#url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', method, params, id: 1 }),
      signal: AbortSignal.timeout(ASK_MS),
    });
    // An account without a phone, a socket that is gone: it is as it should be. An edge that is away has no sockets, and lets in whom the
    // tables let in when it is back.
    await asked.then((response) => response.body?.cancel()).catch(() => {});
  }
}
