import { setTimeout as pause } from 'node:timers/promises';
import { AriFailure, isTooLate } from './ari-client.ts';
import { OFFERED_ARGUMENT, REFUSE_CONTEXT, StasisApplication } from './config/house-names.ts';
import type { ExchangeNode } from './exchange-node.ts';

interface LobbyOptions {
  leader(tenantId: number): Promise<unknown>;
  report(problem: unknown): void;
}

/** A call for a tenant that nobody led when it came. */
interface WaitingCall {
  channel: string;
  to: string;
  tenantId: number;
}

const PATIENCE_MS = 8_000;
const LOOK_EVERY_MS = 200;
const NOBODY = 503;

/** Calls for tenants nobody leads come here; somebody is made to lead them, and they are moved there. */
export class Lobby {
  readonly #options: LobbyOptions;

  constructor(options: LobbyOptions) {
    this.#options = options;
  }

  receive(node: ExchangeNode, call: WaitingCall): void {
    this.#lead(node, call).catch(this.#options.report);
  }

  async #lead({ ari }: ExchangeNode, { channel, to, tenantId }: WaitingCall): Promise<void> {
    const untilMs = performance.now() + PATIENCE_MS;
    // The caller hears ringing while a desk moves in.
    await ari.post(`/channels/${channel}/ring`).catch(() => {});
    do {
      const isLed = await this.#options.leader(tenantId).then(
        () => true,
        () => false,
      );
      try {
        if (isLed) {
          const app = StasisApplication.ofTenant(tenantId);
          return await ari.post(`/channels/${channel}/move`, { app, appArgs: `${OFFERED_ARGUMENT},${to}` });
        }
      } catch (problem) {
        if (!isOfApplication(problem)) {
          // Whoever called has hung up.
          if (isTooLate(problem)) return;
          throw problem;
        }
      }
      await pause(LOOK_EVERY_MS);
    } while (performance.now() < untilMs);
    await ari
      .post(`/channels/${channel}/continue`, { context: REFUSE_CONTEXT, extension: NOBODY, priority: 1 })
      .catch((problem: unknown) => {
        if (!isTooLate(problem)) throw problem;
      });
  }
}

/** Its leader is on the way: announced already, and not yet at this node. */
const isOfApplication = (problem: unknown): boolean =>
  problem instanceof AriFailure && /application/i.test(problem.message);
