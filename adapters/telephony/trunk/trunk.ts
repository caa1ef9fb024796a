import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import {
  LoggerFactory,
  TransactionState,
  UserAgentCore,
  type IncomingInviteRequest,
  type IncomingRequestMessage,
  type IncomingResponseMessage,
} from 'sip.js/lib/core/index.js';
import { URI } from 'sip.js/lib/grammar/uri.js';
import { readMessage } from '../embedded/sip/message-check.ts';
import { SERVER_NAME } from '../embedded/sip/sip-constants.ts';
import { decoded, readNameAddr, readUri } from '../embedded/sip/sip-text.ts';
import { DigestClient, prepareChallenge } from './digest-client.ts';
import { Gateways, openNetworks } from './gateways.ts';
import { TrunkRegistration } from './registration.ts';
import { defaultPort, uriHost, type SipHop, type TrustedRoots } from '../sip-wires/sip-hop.ts';
import { TOO_MANY_LINKS } from '../sip-wires/wires.ts';
import { RtpEnd } from '../rtp/rtp-end.ts';
import { isNowhere } from '../rtp/sdp.ts';
import { peekMessage, type PeekedMessage } from '../sip-wires/sip-peek.ts';
import { T1_MS } from '../sip-wires/transactions.ts';
import { tryingMs, type TrunkCallListener, type TrunkLine, type TrunkWorld } from './trunk-line.ts';
import type { TrunkAddressee } from './trunk-of.ts';
import { readIncomingNumber } from '#core/trunk/number-style.ts';
import type { SipTransport, TrunkSettings } from '#core/trunk/trunk-settings.ts';
import type { TrunkFault } from '#core/trunk/trunk-state.ts';
import type { NumberClaim } from '#core/trunk/trunks.port.ts';
import type { TrunkTrouble } from '#core/trunk/trunk-words.ts';

/** Larger datagrams may be cut on the way (RFC 3261, 18.1.1). */
const LARGEST_DATAGRAM = 1_300;
const MOST_NAMES = 200;
/** Of one trunk at once: asking takes one of the few threads that files are read with, too. */
const MOST_ASKED = 2;
const LOOK_EVERY_MS = 10;
const UNANSWERED = new Set([TransactionState.Calling, TransactionState.Proceeding, TransactionState.Trying]);
const NAMES_LAST_MS = 60_000;
const SAME_FAULT_MS = 5_000;
/** Where nobody is reached because of them, that follows as late as a request waits. */
const REASONS: ReadonlySet<TrunkTrouble> = new Set([
  'certificate',
  'nameUnknown',
  'noTransport',
  'nonsense',
  'privateAddress',
]);

const silent = new LoggerFactory();
silent.builtinEnabled = false;
silent.level = 0;

interface KnownCall {
  hop: SipHop;
  listener: TrunkCallListener | undefined;
  isOver?: boolean;
}

export interface TrunkEvents {
  invited(request: IncomingInviteRequest, from: SipHop): void;
  /** A CANCEL came, whatever became of it. */
  cancelled(branch: string): void;
}

export interface TrunkEndOptions {
  /** Addresses its gateways may have, and whatever else it asks us to send to. */
  isAllowed?: ((address: string) => boolean) | undefined;
  /** For whom its connections count: one owner's keep no other from having any. */
  owner?: string | undefined;
  /** Whose this number is, where its team has it; asked where several trunks share a carrier. */
  claimOf?: ((number: string) => Promise<NumberClaim | null>) | undefined;
}

/** One trunk's signalling: the library's core for it, where its requests go, and what it does not know itself. */
export class TrunkEnd implements TrunkLine, TrunkAddressee {
  readonly settings: TrunkSettings;
  readonly world: TrunkWorld;
  readonly core: UserAgentCore;
  readonly gateways: Gateways;
  readonly registration: TrunkRegistration | null;
  readonly owner: string;
  lastFault: TrunkFault | null = null;
  readonly #events: TrunkEvents;
  readonly #calls = new Map<string, KnownCall>();
  /** Hosts in routes and contacts of the carrier, asked for before they are needed. */
  readonly #names = new Map<string, { address: string; atMs: number }>();
  #asked = 0;
  readonly #claimOf: TrunkEndOptions['claimOf'];
  readonly #roots: TrustedRoots | undefined;
  readonly #isAllowed: (address: string) => boolean;
  readonly #isMedia: (address: string) => boolean;

  constructor(
    settings: TrunkSettings,
    world: TrunkWorld,
    events: TrunkEvents,
    { isAllowed = () => true, claimOf, owner = '' }: TrunkEndOptions = {},
  ) {
    this.owner = owner;
    this.#roots = rootsOf(settings.roots);
    this.#claimOf = claimOf;
    this.#isAllowed = isAllowed;
    this.settings = settings;
    this.world = world;
    this.#events = events;
    this.#isMedia = openNetworks(settings.mediaFrom);
    this.gateways = new Gateways({
      servers: settings.gateways,
      names: world.names,
      able: (['udp', 'tcp', 'tls'] as const).filter((transport) => world.ports[transport] !== undefined),
      after: world.after,
      nowMs: () => world.clock.monotonicMs(),
      chance: () => world.chance(),
      probe: (hop, isAlone) => this.#probe(hop, isAlone),
      healthSec: settings.healthSec,
      isAllowed,
      onUseless: (why, detail) => this.fault(why, detail),
      onFound: () => world.directory.moved(this),
    });
    this.core = this.#makeCore();
    const { account, register } = settings;
    this.registration = account && register ? new TrunkRegistration(this, account.user, register.seconds) : null;
  }

  get contactName(): string | null {
    return this.registration?.contactName ?? null;
  }

  get hosts(): readonly string[] {
    return this.settings.hosts;
  }

  get sources(): readonly string[] {
    return [...this.settings.signallingFrom, ...this.gateways.addresses()];
  }

  /** A call or a registration goes over this connection. */
  uses({ transport, address, port }: SipHop): boolean {
    for (const { hop, isOver } of this.#calls.values())
      if (!isOver && hop.transport === transport && hop.address === address && hop.port === port) return true;
    return false;
  }

  async claimOf(dialled: string): Promise<NumberClaim | false | null> {
    if (!this.#claimOf) return null;
    return (await this.#claimOf(readIncomingNumber(decoded(dialled) ?? '', this.settings.dialledNumber))) ?? false;
  }

  start(): void {
    this.world.directory.add(this);
    this.registration?.start();
    this.gateways.ask().catch((problem: unknown) => this.world.report(problem));
  }

  /** Nothing new comes over it, and nobody is told of it any more; calls that are there go on. */
  async retire(): Promise<void> {
    this.gateways.stop();
    this.world.directory.retire(this);
    await this.registration?.stop();
  }

  async stop(): Promise<void> {
    this.gateways.stop();
    await Promise.all([this.#settled(), this.registration?.stop()]);
    this.world.directory.remove(this);
    this.core.dispose();
  }

  begin(callId: string, hop: SipHop, listener?: TrunkCallListener): void {
    this.#calls.set(callId, { hop, listener });
    this.world.directory.begin(callId, this);
  }

  end(callId: string): void {
    const ended = this.#calls.get(callId);
    if (!ended) return;
    ended.isOver = true;
    this.world.after(64 * T1_MS, () => {
      if (this.#calls.get(callId) !== ended) return;
      this.#calls.delete(callId);
      this.world.directory.end(callId);
    });
  }

  contact(transport: SipTransport, name: string): string {
    return this.#contactUri(transport, name).toString();
  }

  answerAs(transport: SipTransport, name: string): string {
    const uri = this.#contactUri(transport, name);
    this.core.configuration.contact = contactOf(uri);
    return uri.toString();
  }

  async openSound(): Promise<RtpEnd | null> {
    const { rtp, metronome, after } = this.world;
    const pair = await rtp.open();
    if (!pair) {
      this.fault('noPorts', '');
      return null;
    }
    return new RtpEnd({
      pair,
      metronome,
      after,
      isTrusted: (address) => this.#isMedia(address),
      firstTo: (described) => {
        if (this.#isAllowed(described.address)) return described;
        if (!isNowhere(described.address)) this.fault('privateAddress', described.address);
        return null;
      },
    });
  }

  fault(what: TrunkTrouble, detail: string): void {
    const nowMs = this.world.clock.nowMs();
    const before = this.lastFault;
    // That nobody was reached follows from what was told a moment ago: a certificate, a name.
    const waitedMs = before && REASONS.has(before.what) ? tryingMs(this.world.patience, true) : 0;
    const isFollowing = before && before.what !== what && nowMs - before.atMs < waitedMs + SAME_FAULT_MS;
    if (what === 'unreachable' && isFollowing) return;
    this.lastFault = { what, detail, atMs: nowMs };
  }

  /** A connection to a gateway broke or never came. */
  lost(hop: SipHop, problem: string): void {
    if (!this.gateways.isAddress(hop.address) || !this.#isOurs(hop)) return;
    if (problem === TOO_MANY_LINKS && hop.owner !== this.owner) return;
    // Codes of TLS are about certificates, except those of the connection itself.
    const isCertificate = /CERT|SIGNED|ISSUER|ALTNAME|CRL|CHAIN/.test(problem);
    if (isCertificate) this.fault('certificate', problem);
    else if (problem !== 'connection closed') this.fault('unreachable', `${hop.host || hop.address} ${problem}`);
    this.registration?.lost(hop);
  }

  /** Others may reach the same machine by another name, or trust nobody there: what they meet is not ours. */
  #isOurs({ transport, host, roots }: SipHop): boolean {
    if (transport !== 'tls' || host === '') return true;
    return this.settings.gateways.some((gateway) => gateway.host === host) && roots?.key === this.#roots?.key;
  }

  /** A message of the carrier, from the layer of transactions. */
  deliver(text: string, from: SipHop): void {
    const read = readMessage(text, 'carrier');
    switch (read.kind) {
      case 'keepAlive':
        return;
      case 'ignored':
        return this.fault('nonsense', read.why);
      case 'refused':
        this.fault('nonsense', read.why);
        return this.world.transactions.sendAnswer(read.answer);
      case 'response':
      case 'request': {
        const asked = this.#namesIn(read.message);
        if (asked) void asked.then(() => this.#take(read, from));
        else this.#take(read, from);
      }
    }
  }

  #take(
    read: { kind: 'response'; message: IncomingResponseMessage } | { kind: 'request'; message: IncomingRequestMessage },
    from: SipHop,
  ): void {
    try {
      if (read.kind === 'request') return this.#request(read.message, from);
      const { message } = read;
      if (message.statusCode === 401 || message.statusCode === 407) {
        const client = this.core.userAgentClients.get(message.viaBranch + message.method) as unknown as
          | { credentials?: DigestClient }
          | undefined;
        prepareChallenge(message, client?.credentials?.realm);
        this.#calls.get(message.callId)?.listener?.challenged?.(message.method);
      }
      this.core.receiveIncomingResponseFromTransport(message);
    } catch (problem) {
      this.world.report(problem);
    }
  }

  #request(message: IncomingRequestMessage, from: SipHop): void {
    if (message.method === 'UPDATE') {
      const listener = message.toTag ? this.#calls.get(message.callId)?.listener : undefined;
      this.core.replyStateless(message, listener?.update?.(message) ?? { statusCode: 481 });
      return;
    }
    const { ruri } = message;
    if (ruri?.scheme === 'sips') ruri.scheme = 'sip';
    // The library answers 404 to whatever is not addressed to the user it takes itself for.
    this.core.configuration.aor = ruri!;
    // Who connected to us has no name by that: should we have to connect, theirs is the gateways'.
    const host = from.host || (this.settings.gateways[0]?.host ?? this.settings.domain);
    this.core.delegate.onInvite = (request) => this.#events.invited(request, { ...from, host });
    this.core.receiveIncomingRequestFromTransport(message);
    if (message.method === 'CANCEL') this.#events.cancelled(message.viaBranch);
  }

  #makeCore(): UserAgentCore {
    const { account } = this.settings;
    const uri = this.#contactUri('udp', 'openseat');
    const transport = {
      protocol: 'UDP',
      send: (text: string): Promise<void> => {
        this.#send(text);
        return Promise.resolve();
      },
    };
    return new UserAgentCore(
      {
        aor: uri,
        contact: contactOf(uri),
        displayName: '',
        loggerFactory: silent,
        hackViaTcp: false,
        routeSet: [],
        sipjsId: 'openseat',
        supportedOptionTags: ['timer', '100rel'],
        supportedOptionTagsResponse: ['timer', '100rel'],
        userAgentHeaderFieldValue: SERVER_NAME,
        viaForceRport: true,
        // The layer of transactions writes the true one, when the way is known.
        viaHost: 'way.invalid',
        authenticationFactory: () =>
          account
            ? (new DigestClient({ user: account.authUser ?? account.user, password: account.password }) as never)
            : undefined,
        transportAccessor: () => transport as never,
      },
      {
        onMessage: (request) => void request.reject({ statusCode: 405 }),
        onRefer: (request) => void request.reject({ statusCode: 405 }),
        onSubscribe: (request) => void request.reject({ statusCode: 489 }),
      },
    );
  }

  #send(text: string): void {
    const seen = peekMessage(text);
    if (!seen) return;
    const { transactions, ports } = this.world;
    if (!seen.isRequest) return transactions.sendAnswer(text);
    const way = this.#wayOf(seen);
    if (!way) return this.world.report(new Error(`no way for ${seen.method}`));
    const hop: SipHop = { ...way, owner: this.owner, roots: this.#roots };
    const isLarge = seen.method === 'INVITE' && Buffer.byteLength(text) > LARGEST_DATAGRAM;
    if (hop.transport === 'udp' && isLarge && this.settings.largeByTcp && ports.tcp !== undefined)
      return transactions.sendRequest(this, text, () => ({ ...hop, transport: 'tcp' }), hop);
    transactions.sendRequest(this, text, () => hop);
  }

  /** Where a request goes: outside dialogs where its call began, within them as the far end said (RFC 3261, 12.2). */
  #wayOf({ callId, hasToTag, next }: PeekedMessage): SipHop | null {
    const known = this.#calls.get(callId)?.hop ?? null;
    if (!hasToTag || !known) return known;
    const uri = readUri(next);
    if (!uri) return known;
    const host = uri.host.replace(/^\[|\]$/g, '');
    const address = isIP(host) ? host : this.#names.get(host)?.address;
    // A name of the carrier's own, or one that leads nowhere: the way we know.
    if (address === undefined || host === known.host || host === this.settings.domain) return known;
    // Whoever answers as a carrier does not choose whom of our own network we speak to.
    if (!this.#isAllowed(address)) return known;
    const namedTransport = uri.getParam('transport')?.toLowerCase();
    const transport: SipTransport =
      uri.scheme === 'sips' || namedTransport === 'tls'
        ? 'tls'
        : namedTransport === 'tcp'
          ? 'tcp'
          : namedTransport === 'udp'
            ? 'udp'
            : known.transport;
    if (this.world.ports[transport] === undefined) return known;
    return { transport, address, port: uri.port ?? defaultPort(transport), host: known.host };
  }

  /** What was begun is brought to its end, as long as a goodbye may take: nobody is left ringing. */
  #settled(): Promise<void> {
    const { clock, patience } = this.world;
    const untilMs = clock.monotonicMs() + patience.goodbyeMs;
    return new Promise((done) => {
      const look = (): void => {
        const isWaiting = [...this.core.userAgentClients.values()].some(({ transaction }) =>
          UNANSWERED.has(transaction.state),
        );
        if (!isWaiting || clock.monotonicMs() >= untilMs) done();
        else setTimeout(look, LOOK_EVERY_MS);
      };
      look();
    });
  }

  /** Asks for the names that requests of this dialog will go to; null when all are known. */
  #namesIn(message: IncomingRequestMessage | IncomingResponseMessage): Promise<unknown> | null {
    if (message.method !== 'INVITE') return null;
    const routes = message.getHeaders('record-route').map((route) => readNameAddr(route)?.uri);
    const contact = (message.headers['Contact']?.[0]?.parsed as { uri?: URI } | undefined)?.uri;
    const unknown = [routes[0], routes.at(-1), contact]
      .flatMap((uri) => (uri ? [uri.host] : []))
      .filter((host) => !isIP(host.replace(/^\[|\]$/g, '')) && host !== this.settings.domain && !this.#isKnown(host));
    // With too many on their way a dialog goes by the way it began.
    if (unknown.length === 0 || this.#asked >= MOST_ASKED) return null;
    this.#asked++;
    return Promise.all(
      [...new Set(unknown)].map(async (host) => {
        const [address] = await this.world.names.addresses(host).catch(() => []);
        if (address === undefined) return;
        for (const oldest of this.#names.keys()) {
          if (this.#names.size < MOST_NAMES) break;
          this.#names.delete(oldest);
        }
        this.#names.set(host, { address, atMs: this.world.clock.monotonicMs() });
      }),
    ).finally(() => this.#asked--);
  }

  #isKnown(host: string): boolean {
    const known = this.#names.get(host);
    return known !== undefined && this.world.clock.monotonicMs() - known.atMs < NAMES_LAST_MS;
  }

  /** Any answer is a sign of life, but one that says it cannot. */
  #probe(hop: SipHop, isAlone: boolean): Promise<number | null> {
    const { clock, after, patience } = this.world;
    const startedMs = clock.monotonicMs();
    const to = new URI('sip', undefined as never, this.settings.domain, undefined, {}, {});
    const from = new URI('sip', this.settings.account?.user ?? 'openseat', this.settings.domain, undefined, {}, {});
    const contact = `Contact: <${this.contact(hop.transport, 'openseat')}>`;
    return new Promise((done) => {
      const giveUp = after(tryingMs(patience, isAlone), () => done(null));
      const message = this.core.makeOutgoingRequestMessage('OPTIONS', to, from, to, {}, [
        contact,
        'Accept: application/sdp',
      ]);
      const onAnswer = ({ message: { statusCode } }: { message: IncomingResponseMessage }): void => {
        giveUp();
        this.end(message.callId);
        done(statusCode === 408 || statusCode === 503 ? null : Math.round(clock.monotonicMs() - startedMs));
      };
      this.begin(message.callId, hop);
      this.core.request(message, { onAccept: onAnswer, onReject: onAnswer, onRedirect: onAnswer });
    });
  }

  #contactUri(transport: SipTransport, name: string): URI {
    const { announcedAddress, ports } = this.world;
    const parameters: Record<string, string> = transport === 'udp' ? {} : { transport };
    return new URI('sip', name, uriHost(announcedAddress), ports[transport] ?? defaultPort(transport), parameters, {});
  }
}

const rootsOf = (pem: readonly string[]): TrustedRoots | undefined =>
  pem.length > 0 ? { key: createHash('sha256').update(pem.join('\n')).digest('base64'), pem } : undefined;

const contactOf = (uri: URI) => ({
  pubGruu: undefined,
  tempGruu: undefined,
  uri,
  toString: () => `<${uri.toString()}>`,
});
