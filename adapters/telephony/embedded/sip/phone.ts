import {
  LoggerFactory,
  UserAgentCore,
  type IncomingInviteRequest,
  type IncomingRequestMessage,
  type IncomingResponseMessage,
  type OutgoingInviteRequest,
} from 'sip.js/lib/core/index.js';
import { URI } from 'sip.js/lib/grammar/uri.js';
import { uriHost } from '../../sip-wires/sip-hop.ts';
import type { EdgePhoneCall } from './phone-call.ts';
import { MAX_CONTACTS_PER_ACCOUNT, SERVER_NAME, type SipLimits } from './sip-constants.ts';
import type { SipSocket } from './sip-socket.ts';

const silent = new LoggerFactory();
silent.builtinEnabled = false;
silent.level = 0;

/** Of one phone; an honest one has two. */
const MAX_NAMES = 2 * MAX_CONTACTS_PER_ACCOUNT;

/** The connection of a phone. */
export type PhoneSocket = SipSocket<EdgePhone>;

export interface Binding {
  /** As the phone wrote it; it must recognise itself in our answer. */
  uri: string;
  target: URI;
  instance: string | null;
  expiresAtMs: number;
  callId: string;
  cseq: number;
}

/**
 * One phone of an account: its contacts, its dialogs, and the websocket they use now. The websocket may change; what is
 * to be sent meanwhile is kept.
 */
export class EdgePhone {
  readonly account: string;
  /** Let in for one call; never registered, and gone with its websocket. */
  readonly isGuest: boolean;
  readonly calls = new Set<EdgePhoneCall<EdgePhone>>();
  readonly bindings = new Set<Binding>();
  /** Contacts and instances by which it is known again. */
  readonly names = new Set<string>();
  socket: PhoneSocket | null;
  /** A guest's one call was made. */
  isSpent = false;
  /** When its websocket went, and when it was last heard. */
  gone: { atMs: number; seenAtMs: number } | null = null;
  readonly core: UserAgentCore;
  private kept: string[] = [];
  private readonly domain: string;

  constructor(
    account: string,
    domain: string,
    socket: PhoneSocket,
    id: string,
    limits: SipLimits,
    onInvite: (phone: EdgePhone, request: IncomingInviteRequest) => void,
    isGuest = false,
  ) {
    this.account = account;
    this.isGuest = isGuest;
    this.socket = socket;
    this.domain = domain;
    const contact = contactOn(socket, domain);
    // The transport never fails: a message for a websocket that is away waits for the next one.
    const transport = {
      protocol: 'WS',
      send: (text: string): Promise<void> => {
        if (this.socket) this.socket.send(text);
        else if (this.kept.length < limits.keptMessages && !this.kept.includes(text)) this.kept.push(text);
        return Promise.resolve();
      },
    };
    this.core = new UserAgentCore(
      {
        aor: contact.uri,
        contact,
        displayName: '',
        loggerFactory: silent,
        hackViaTcp: false,
        routeSet: [],
        sipjsId: id,
        supportedOptionTags: ['outbound'],
        supportedOptionTagsResponse: ['outbound'],
        userAgentHeaderFieldValue: SERVER_NAME,
        viaForceRport: false,
        viaHost: domain,
        authenticationFactory: () => undefined,
        transportAccessor: () => transport as never,
      },
      { onInvite: (request) => onInvite(this, request) },
    );
  }

  knowAs(name: string): void {
    this.names.delete(name);
    this.names.add(name);
    for (const oldest of this.names) {
      if (this.names.size <= MAX_NAMES) break;
      this.names.delete(oldest);
    }
  }

  get mayCall(): boolean {
    return this.isGuest ? !this.isSpent : this.bindings.size > 0;
  }

  /** A guest whose call is over, and everything about it said. */
  get isDone(): boolean {
    return this.isGuest && this.isSpent && this.calls.size === 0 && this.transactions === 0;
  }

  /** Where it is registered. */
  get reachedAt(): string | null {
    for (const { uri } of this.bindings) return uri;
    return null;
  }

  /** The address it comes from, where its sound may come as plain RTP; null on websockets, whose phones speak WebRTC. */
  get rtpSource(): string | null {
    const wire = this.socket?.wire;
    return wire?.way ? (wire.from ?? wire.address) : null;
  }

  get transactions(): number {
    return this.core.userAgentClients.size + this.core.userAgentServers.size;
  }

  request(message: IncomingRequestMessage): void {
    // The library answers 404 to whatever is not addressed to the user it takes itself for.
    this.core.configuration.aor = message.ruri!;
    this.core.receiveIncomingRequestFromTransport(message);
  }

  response(message: IncomingResponseMessage): void {
    this.core.receiveIncomingResponseFromTransport(message);
  }

  detach(nowMs: number): void {
    if (!this.socket) return;
    this.gone = { atMs: nowMs, seenAtMs: this.socket.seenAtMs };
    this.socket = null;
    for (const call of this.calls) call.phoneGone();
  }

  /** The phone came back on this connection. */
  attach(socket: PhoneSocket): void {
    this.socket = socket;
    this.core.configuration.contact = contactOn(socket, this.domain);
    this.gone = null;
    const kept = this.kept;
    this.kept = [];
    for (const text of kept) socket.send(text);
    for (const call of this.calls) call.phoneBack();
  }

  /** Forgets a request no answer is expected to any more. */
  drop(request: OutgoingInviteRequest): void {
    for (const [id, client] of this.core.userAgentClients) {
      if ((client as unknown) !== request) continue;
      client.dispose();
      this.core.userAgentClients.delete(id);
    }
  }

  dispose(): void {
    for (const call of this.calls) call.phoneLost(this);
    this.calls.clear();
    this.bindings.clear();
    this.kept = [];
    this.core.dispose();
  }
}

/** Where phones find us: over a websocket they cannot miss us, on other ways they look the address up. */
function contactOn({ wire: { way } }: PhoneSocket, domain: string) {
  const name = SERVER_NAME.toLowerCase();
  const uri = way
    ? new URI('sip', name, uriHost(way.host), way.port, { transport: way.transport }, {})
    : new URI('sip', name, domain, undefined, { transport: 'ws' }, {});
  return { pubGruu: undefined, tempGruu: undefined, uri, toString: () => `<${uri.toString()}>` };
}
