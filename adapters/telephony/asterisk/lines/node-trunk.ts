import { randomInt } from 'node:crypto';
import { isShortNumber } from '#core/trunk/number-style.ts';
import { sayCall } from '#core/trunk/call-wording.ts';
import type { NamedServer, SipTransport, TrunkSettings } from '#core/trunk/trunk-settings.ts';
import type { RegistrationState, TrunkFault, TrunkState } from '#core/trunk/trunk-state.ts';
import type { TrunkTrouble } from '#core/trunk/trunk-words.ts';
import { defaultPort, type SipHop } from '../../sip-wires/sip-hop.ts';
import { CallPace } from '../../trunk/call-pace.ts';
import { Gateways } from '../../trunk/gateways.ts';
import type { NameResolver } from '../../trunk/resolve.ts';
import { LegVariable } from '../config/house-names.ts';
import { readLineCall } from './read-line-call.ts';
import type { SeenRegistration } from './node-watch.ts';
import type { IncomingLineCall, LineWay } from './own-lines.ts';
import { uriOf } from './trunk-objects.ts';

interface NodeTrunkOptions {
  line: string;
  settings: TrunkSettings;
  /** Whose it is; null: the installation's own. */
  tenantId: number | null;
  /** What it registers as. */
  token: string;
  names: NameResolver;
  isAllowed(address: string): boolean;
  callsOn(line: string): TrunkState['calls'];
  clock: { nowMs(): number; monotonicMs(): number };
}

const NO_WAY = 503;
/** To the carrier; with a status of ours the edge would try another node. */
const FULL = 486;
const NO_SUCH_SOUND = 488;
const CHANCES = 2 ** 32;

/** One trunk that nodes serve: where its carrier is, how it stands, what its calls say. */
export class NodeTrunk {
  readonly line: string;
  readonly settings: TrunkSettings;
  readonly tenantId: number | null;
  readonly token: string;
  hops: readonly SipHop[] = [];
  /** Which node it registers from; null: none yet. */
  registrar: string | null = null;
  readonly #options: NodeTrunkOptions;
  readonly #gateways: Gateways;
  readonly #pace: CallPace;
  /** How its carrier is spoken to. */
  #by: SipTransport | undefined;
  #seen: (SeenRegistration & { atMs: number }) | null = null;
  #placed = 0;
  #received = 0;
  #fault: TrunkFault | null = null;

  constructor(options: NodeTrunkOptions) {
    this.#options = options;
    const { line, settings, tenantId, token, clock } = options;
    this.line = line;
    this.settings = settings;
    this.tenantId = tenantId;
    this.token = token;
    this.#pace = new CallPace(settings.callsPerSec);
    this.#gateways = new Gateways({
      servers: settings.gateways.map((server) => asNodesReachIt(server, settings)),
      names: options.names,
      able: spokenTo(settings),
      // Nodes ask by themselves.
      after: () => () => {},
      probe: async () => null,
      healthSec: settings.healthSec,
      nowMs: () => clock.monotonicMs(),
      chance: () => randomInt(CHANCES) / CHANCES,
      isAllowed: options.isAllowed,
      onUseless: (why, detail) => {
        if (why !== 'noTransport') this.#fail(why, detail);
        else if (settings.roots.length > 0) this.#fail('ownRoots', settings.domain);
      },
    });
  }

  /** Asks where its gateways are; those that do not answer come last. */
  async find(): Promise<void> {
    const found = await this.#gateways.hops();
    // It keeps to what it speaks as long as there is a way by it, also while nobody answers there.
    if (!found.some(({ transport }) => transport === this.#by)) this.#by = found[0]?.transport;
    this.hops = found.filter(({ transport }) => transport === this.#by);
    const left = this.settings.gateways.find(
      ({ transport }) => transport && found.length > 0 && transport !== this.#by,
    );
    if (left) this.#fail('mixedTransports', left.host);
  }

  /** Its carrier calls over the connection it was registered by: that of the node which has the tenant's calls. */
  get callsOverConnection(): boolean {
    return this.hops.some(({ transport }) => transport !== 'udp');
  }

  /** From where its carrier may call. */
  sources = (): string[] => [...this.settings.signallingFrom, ...this.#gateways.addresses()];

  get registers(): boolean {
    return this.settings.account !== null && this.settings.register !== null;
  }

  /** True where calls go another way for it. */
  gateway(uri: string, isUp: boolean, roundTripMs: number | null): boolean {
    // A name may lead to several places; the node does not say which it asked.
    const hops = this.hops.filter((one) => uriOf(one) === uri);
    const [first] = hops;
    if (!first) return false;
    const wasDown = this.#gateways.isDown(first);
    for (const hop of hops) {
      if (isUp) this.#gateways.answered(hop, roundTripMs);
      else this.#gateways.failed(hop);
    }
    if (!isUp && !wasDown) this.#fail('unreachable', first.host || first.address);
    return wasDown === isUp;
  }

  registered(seen: SeenRegistration): void {
    const before = this.#seen?.status;
    this.#seen = { ...seen, atMs: this.#options.clock.nowMs() };
    if (seen.status !== 'refused' || before === 'refused') return;
    if (this.#isReachable()) this.#fail('refused', this.settings.domain);
    else this.#fail('unreachable', this.settings.domain);
  }

  /** Nothing is known of its registration any more. */
  unregistered(): void {
    this.#seen = null;
    this.registrar = null;
  }

  /** How to call; the status to refuse with where its own limits say so, or nobody is there. */
  wayOf({ number, callerId }: { number: string; callerId: string }): LineWay | number {
    const { settings } = this;
    if (this.hops.length === 0) return NO_WAY;
    // Our own limits hold no call for help back; the carrier's may.
    if (!isShortNumber(number)) {
      const { outgoing, incoming } = this.#options.callsOn(this.line);
      // The one that asks is among them.
      if (outgoing + incoming > settings.callsAtOnce) return this.#refuse('tooManyCalls', settings.callsAtOnce);
      if (this.#pace.next(this.#options.clock.monotonicMs()) === null)
        return this.#refuse('tooManyPerSecond', settings.callsPerSec);
    }
    this.#placed++;
    const { called, from, headers } = sayCall(settings, { from: callerId, to: number });
    return {
      endpoint: `PJSIP/${this.line}/sip:${called.user}@${called.host}`,
      callerId: from.user,
      callerName: from.name,
      headers: Object.fromEntries(headers.map((header) => splitOnce(header, ': '))),
    };
  }

  /** The status to refuse with where its limit says so; it is not among those that are there yet. */
  readIncoming(variables: Readonly<Record<string, string>>, asked: string): IncomingLineCall | number {
    const { outgoing, incoming } = this.#options.callsOn(this.line);
    if (outgoing + incoming >= this.settings.callsAtOnce) {
      this.#fail('tooManyCalls', String(this.settings.callsAtOnce));
      return FULL;
    }
    if ((variables[LegVariable.secured] === '1') !== (this.settings.security === 'sdes')) {
      this.#fail('noCommonSound', this.settings.domain);
      return NO_SUCH_SOUND;
    }
    this.#received++;
    return readLineCall(this.settings, variables, { asked, registeredAs: this.token });
  }

  state = (): TrunkState => ({
    registration: this.#registration(),
    gateways: this.#gateways.states(),
    calls: this.#options.callsOn(this.line),
    placed: this.#placed,
    received: this.#received,
    lastFault: this.#fault,
  });

  #registration(): RegistrationState {
    if (!this.registers) return { at: 'off', untilMs: null, retryAtMs: null };
    const seen = this.#seen;
    if (!seen || seen.status === 'waiting') return { at: 'registering', untilMs: null, retryAtMs: null };
    const nextMs = seen.atMs + seen.nextSec * 1_000;
    if (seen.status === 'registered') return { at: 'registered', untilMs: nextMs, retryAtMs: null };
    return { at: this.#isReachable() ? 'refused' : 'unreachable', untilMs: null, retryAtMs: nextMs };
  }

  #isReachable = (): boolean => this.#gateways.states().some(({ at }) => at !== 'down');

  #refuse(what: TrunkTrouble, most: number): number {
    this.#fail(what, String(most));
    return NO_WAY;
  }

  #fail(what: TrunkTrouble, detail: string): void {
    this.#fault = { what, detail, atMs: this.#options.clock.nowMs() };
  }
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return [text.slice(0, at), text.slice(at + separator.length)];
}

/** Keys of secured sound are told in the clear but over TLS. */
const transportOf = (server: NamedServer | undefined, { security }: TrunkSettings): SipTransport | undefined =>
  server?.transport ?? (security === 'sdes' ? 'tls' : undefined);

/** A node asks for a server by TLS under its own name, which its certificate must bear: records that name another are not followed. */
function asNodesReachIt(server: NamedServer, settings: TrunkSettings): NamedServer {
  const transport = transportOf(server, settings);
  return transport === 'tls' ? { ...server, transport, port: server.port ?? defaultPort('tls') } : server;
}

/** All of its servers by one transport, since a node has one way for a trunk: that of the first, or what the carrier's records say. */
function spokenTo(settings: TrunkSettings): SipTransport[] {
  const wished = transportOf(settings.gateways[0], settings);
  if (wished !== 'tls') return wished ? [wished] : ['udp', 'tcp'];
  // Nodes trust the same authorities for all trunks.
  return settings.roots.length > 0 ? [] : ['tls'];
}
