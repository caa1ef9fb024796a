import { createSocket } from 'node:dgram';
import { isIPv6 } from 'node:net';
import { isPublicAddress } from '#adapters/http/public-address.ts';
import { carrierCall, type Metronome } from '#adapters/telephony/carrier.ts';
import type { EmbeddedExchange } from '#adapters/telephony/embedded/embedded-exchange.ts';
import { ledCarrier, type LedCarrier } from '#adapters/telephony/trunk/led-carrier.ts';
import { openTrunkCarrier } from '#adapters/telephony/trunk/open-trunk-carrier.ts';
import type { TrunkCarrier } from '#adapters/telephony/trunk/trunk-carrier.ts';
import { linesOnLoan } from '#core/trunk/loans.ts';
import { openTrunkEdge, type TrunkEdgeOptions } from '#adapters/telephony/trunk/open-trunk-edge.ts';
import type { TrunkEdge } from '#adapters/telephony/trunk/trunk-edge.ts';
import type { LentLine, LoanTerms, TriedCall } from '#core/trunk/trunks.port.ts';
import type { World } from '#platform/server/world.ts';
import type { TrunkPlace } from './config.ts';
import type { LeadCall } from './trunk-lead.ts';
import type { OpenTrunks } from './trunks.ts';

/** How long somebody who is called for a test has to answer. */
const TRY_CALL_MS = 15_000;
/** Nobody has this address (RFC 5737): asked for the way to it, a machine names the address it would send from. */
const SOMEWHERE = { udp4: '192.0.2.1', udp6: '2001:db8::1' } as const;

export interface TrunksOptions extends Pick<World, 'clock' | 'log' | 'allowPrivate'> {
  place: TrunkPlace;
  /** The certificate carriers see when they connect to us. */
  certificate: { cert: string; key: string } | null;
  exchange: Pick<EmbeddedExchange, 'addCarrier' | 'removeCarrier'>;
  metronome: Metronome;
  /** Lines of the installation's own. */
  lent?: readonly LentLine[];
  edge?: Pick<TrunkEdgeOptions, 'names' | 'patience'>;
}

/** The trunks of this process. No port is opened before the first of them is. */
export function openTrunks(options: TrunksOptions): OpenTrunks {
  const { place, certificate, exchange, metronome, clock, log } = options;
  const trunks = new Map<string, { carrier: TrunkCarrier; written: string }>();
  /** Also those that only wait for their last call. */
  const living = new Set<TrunkCarrier>();
  /** What is done to one trunk is done in order. */
  const turns = new Map<string, Promise<unknown>>();
  let edge: Promise<TrunkEdge> | null = null;
  const lentOnes = new Map<string, LedCarrier>();
  let lead: LeadCall = async () => false;
  let terms: ReadonlyMap<string, LoanTerms> = new Map();
  let isStopped = false;

  async function openEdge(): Promise<TrunkEdge> {
    return openTrunkEdge({
      bindAddress: place.bind,
      announcedAddress: place.address ?? (isAny(place.bind) ? await addressTowards(place.bind) : place.bind),
      udpPort: place.port,
      tcpPort: place.port,
      tls: { port: place.tlsPort, ...(certificate && { own: certificate }) },
      ...(place.rtpPorts && { rtpPorts: place.rtpPorts }),
      metronome,
      clock,
      log,
      ...options.edge,
    });
  }
  function theEdge(): Promise<TrunkEdge> {
    edge ??= openEdge().catch((problem: unknown) => {
      edge = null;
      throw problem;
    });
    return edge;
  }

  function inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
    const before = turns.get(name) ?? Promise.resolve();
    const done = before.then(work, work);
    turns.set(name, done);
    const forget = (): void => {
      if (turns.get(name) === done) turns.delete(name);
    };
    done.then(forget, forget);
    return done;
  }

  async function remove(name: string, calls: 'goOn' | 'end'): Promise<void> {
    const had = trunks.get(name);
    if (!had) return;
    trunks.delete(name);
    exchange.removeCarrier(name);
    lentOnes.delete(name);
    await (calls === 'goOn' ? had.carrier.retire() : had.carrier.close());
  }

  const opened: OpenTrunks = {
    put: (name, settings, { mayBePrivate, tenantId, claimOf }) =>
      inTurn(name, async () => {
        const written = JSON.stringify([settings, mayBePrivate]);
        if (isStopped || trunks.get(name)?.written === written) return;
        const sockets = await theEdge();
        // Goodbye first: many carriers take one registration of an account.
        await remove(name, 'goOn');
        if (isStopped) return;
        const carrier = openTrunkCarrier(sockets, settings, {
          ...(mayBePrivate || options.allowPrivate ? {} : { isAllowed: isPublicAddress }),
          ...(claimOf && { claimOf }),
          owner: tenantId === null ? 'installation' : `tenant ${tenantId}`,
          onGone: () => living.delete(carrier),
        });
        living.add(carrier);
        trunks.set(name, { carrier, written });
        if (tenantId !== null) return exchange.addCarrier(name, carrier);
        const led = ledCarrier(carrier, (leg) => lead(name, leg));
        lentOnes.set(name, led);
        exchange.addCarrier(name, led);
      }),
    take: (name, calls) => inTurn(name, () => remove(name, calls)),
    state: (name) => trunks.get(name)?.carrier.state() ?? null,
    find: async (name) => trunks.get(name)?.carrier.find(),
    check: async (name) => trunks.get(name)?.carrier.check(),
    register: async (name) => trunks.get(name)?.carrier.register(),
    tryCall: async (name, call) => {
      const trunk = trunks.get(name);
      return trunk ? tryCall(trunk.carrier, call) : { at: 'refused', status: 503 };
    },
    reach: () => ({
      address: place.address ?? (isAny(place.bind) ? null : place.bind),
      ports: {
        ...(place.port !== 0 && { udp: place.port, tcp: place.port }),
        ...(place.tlsPort !== 0 && certificate && { tls: place.tlsPort }),
      },
      transports: ['udp', 'tcp', 'tls'],
      rtpPorts: place.rtpPorts,
    }),
    lent: () => linesOnLoan(options.lent ?? [], terms),
    lendable: () => options.lent ?? [],
    lend: (lentTerms) => void (terms = lentTerms),
    leadCalls: (given) => void (lead = given),
    takeLed: (name, leg) => lentOnes.get(name)?.take(leg) ?? false,
    async stop() {
      isStopped = true;
      await Promise.allSettled(turns.values());
      for (const name of trunks.keys()) exchange.removeCarrier(name);
      trunks.clear();
      await Promise.all([...living].map((carrier) => carrier.close()));
      await (await edge?.catch(() => null))?.stop();
    },
  };
  return opened;
}

const isAny = (address: string): boolean => address === '0.0.0.0' || address === '::';

/** Which address of this machine others see when it sends to them, as far as it knows itself. */
function addressTowards(bind: string): Promise<string> {
  const kind = isIPv6(bind) ? 'udp6' : 'udp4';
  const socket = createSocket(kind);
  return new Promise((done) => {
    const end = (address: string): void => {
      socket.close();
      done(address);
    };
    socket.once('error', () => end(kind === 'udp6' ? '::1' : '127.0.0.1'));
    // Not as the callback, which would hear of failures, too.
    socket.once('connect', () => end(socket.address().address));
    // Nothing is sent.
    socket.connect(9, SOMEWHERE[kind]);
  });
}

function tryCall(carrier: TrunkCarrier, { to, from }: { to: string; from: string }): Promise<TriedCall> {
  const { near, far } = carrierCall(to, from);
  let rang = false;
  return new Promise((done) => {
    const end = (how: TriedCall): void => {
      clearTimeout(timer);
      near.listener = {};
      near.hangUp();
      done(how);
    };
    const timer = setTimeout(() => end({ at: rang ? 'ringing' : 'unanswered' }), TRY_CALL_MS);
    near.listener = {
      ringing: () => void (rang = true),
      earlyMedia: () => void (rang = true),
      answered: () => end({ at: 'answered' }),
      ended: (status) => end(status === null ? { at: rang ? 'ringing' : 'unanswered' } : { at: 'refused', status }),
    };
    carrier.place(far);
  });
}
