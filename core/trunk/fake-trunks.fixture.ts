import { linesOnLoan } from './loans.ts';
import type { LentLine, LoanTerms, TriedCall, Trunks } from './trunks.port.ts';
import type { TrunkSettings } from './trunk-settings.ts';
import type { TrunkState } from './trunk-state.ts';

export interface FakeTrunks extends Trunks {
  /** What is open, by the word calls name it by. */
  readonly opened: ReadonlyMap<string, TrunkSettings>;
  /** What was done, in order: `put sip-1`, `take sip-1 goOn`, `register sip-1`. */
  readonly deeds: readonly string[];
  /** Says how a trunk is. */
  is(carrier: string, state: Partial<TrunkState>): void;
  /** What becomes of the next call of a test. */
  answersWith(tried: TriedCall): void;
  /** From now on no port can be opened. */
  fail(): void;
}

/** Lines that lead nowhere and do as they are told. */
export function fakeTrunks(lent: readonly LentLine[] = []): FakeTrunks {
  const opened = new Map<string, TrunkSettings>();
  const states = new Map<string, Partial<TrunkState>>();
  const deeds: string[] = [];
  let next: TriedCall = { at: 'answered' };
  let isBroken = false;
  let terms: ReadonlyMap<string, LoanTerms> = new Map();
  return {
    opened,
    deeds,
    is: (carrier, state) => void states.set(carrier, { ...states.get(carrier), ...state }),
    answersWith: (tried) => {
      next = tried;
    },
    fail: () => {
      isBroken = true;
    },
    async put(carrier, settings) {
      if (isBroken) throw Object.assign(new Error('bind EADDRINUSE'), { code: 'EADDRINUSE' });
      if (JSON.stringify(opened.get(carrier)) === JSON.stringify(settings)) return;
      deeds.push(`put ${carrier}`);
      opened.set(carrier, settings);
    },
    async take(carrier, calls) {
      deeds.push(`take ${carrier} ${calls}`);
      opened.delete(carrier);
    },
    state(carrier) {
      const settings = opened.get(carrier);
      if (!settings) return null;
      return {
        registration: { at: 'off', untilMs: null, retryAtMs: null },
        gateways: settings.gateways.map((server) => ({ server, at: 'unknown', addresses: [], roundTripMs: null })),
        calls: { outgoing: 0, incoming: 0 },
        placed: 0,
        received: 0,
        lastFault: null,
        ...states.get(carrier),
      };
    },
    find: async (carrier) => void deeds.push(`find ${carrier}`),
    check: async (carrier) => void deeds.push(`check ${carrier}`),
    register: async (carrier) => void deeds.push(`register ${carrier}`),
    async tryCall(carrier, { to, from }) {
      deeds.push(`call ${carrier} ${to} ${from}`);
      return next;
    },
    reach: () => ({
      address: '198.51.100.7',
      ports: { udp: 5_060 },
      transports: ['udp', 'tcp', 'tls'],
      rtpPorts: null,
    }),
    lent: () => linesOnLoan(lent, terms),
    lendable: () => lent,
    lend: (newTerms) => void (terms = newTerms),
  };
}
