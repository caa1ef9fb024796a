import { randomBytes } from 'node:crypto';
import type {
  AckableIncomingResponseWithSession,
  IncomingResponse,
  OutgoingInviteRequest,
  PrackableIncomingResponseWithSession,
} from 'sip.js/lib/core/index.js';
import { URI } from 'sip.js/lib/grammar/uri.js';
import { headerSafe } from '#core/telephony/header-text.ts';
import { sayCall } from '#core/trunk/call-wording.ts';
import type { CarrierLeg } from '../carrier.ts';
import { sdpBody } from '../embedded/sip/sdp.ts';
import { q850In } from './incoming-caller.ts';
import type { SipHop } from '../sip-wires/sip-hop.ts';
import { LEAST_SESSION_SEC, leastSecondsIn, timerSettled, timerWish } from './session-timer.ts';
import { dropRequest } from './drop-request.ts';
import { T1_MS } from '../sip-wires/transactions.ts';
import { describedIn, NORMAL_CLEARING, OUT_OF_ORDER, TrunkDialog } from './trunk-dialog.ts';
import { TRUNK_ALLOW } from './trunk-headers.ts';
import { tryingMs, type TrunkLine } from './trunk-line.ts';
import { RtpSound } from '../rtp/rtp-sound.ts';
import type { UpdateAnswer, UpdateAsked } from './trunk-update.ts';

/** No circuit available: the network's word for what our own limits say. */
export const NO_CIRCUIT = 34;

/** Names that need no quoting anywhere. */
const NAME = /^[\w.-]{1,100}$/;

/** One INVITE to one gateway, and what became of it. */
interface Attempt {
  hop: SipHop;
  callId: string;
  fromTag: string | undefined;
  request: OutgoingInviteRequest | null;
  /** Of the transaction that was last heard of: a challenge in between makes another one. */
  provisionalBranch: string | null;
  isRinging: boolean;
  /** Somebody else is tried, or nobody wants it any more. */
  isAbandoned: boolean;
  stopWaiting: () => void;
}

/**
 * The exchange calls a number outside, through the first gateway that lives.
 *
 *   opening ─▶ calling ─18x─▶ ringing, early ─200─▶ talking ─▶ over
 *                 ├─no 100 in 4 s, 503, 408─▶ calling the next gateway
 *                 └─refused, cancelled────────────────────────▶ over
 */
export class OutgoingTrunkCall {
  readonly #line: TrunkLine;
  readonly #leg: CarrierLeg;
  readonly #onOver: () => void;
  readonly #contactName = `c${randomBytes(6).toString('hex')}`;
  #hops: SipHop[] = [];
  #attempt: Attempt | null = null;
  #sound: RtpSound | null = null;
  #dialog: TrunkDialog | null = null;
  #leastSec = LEAST_SESSION_SEC;
  #isRinging = false;
  #isEarly = false;
  #isOver = false;
  #tried = 0;

  constructor(line: TrunkLine, leg: CarrierLeg, onOver: () => void) {
    this.#line = line;
    this.#leg = leg;
    this.#onOver = onOver;
    leg.listener = { ended: () => this.end() };
  }

  async start(): Promise<void> {
    const [end, hops] = await Promise.all([this.#line.openSound(), this.#line.gateways.hops()]);
    if (this.#isOver) return end?.close();
    if (!end) return this.#fail(503, NO_CIRCUIT);
    this.#sound = new RtpSound(end, this.#line.world.announcedAddress, this.#line.settings);
    this.#leg.speakThrough(end);
    this.#hops = hops;
    this.#tryNext(503, OUT_OF_ORDER);
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Our side hangs up or gives up. */
  end(): void {
    if (this.#isOver) return;
    if (this.#dialog) return this.#dialog.hangUp(NORMAL_CLEARING);
    if (this.#attempt) this.#abandon(this.#attempt);
    this.#close();
  }

  /** The trunk is taken away: both sides hear of it. */
  drop(): void {
    const isAnswered = this.#dialog !== null;
    this.end();
    if (isAnswered) this.#leg.hangUp(OUT_OF_ORDER);
    else this.#leg.refuse(503, OUT_OF_ORDER);
  }

  #tryNext(status: number, q850: number | null): void {
    const hop = this.#hops.shift();
    if (!hop) return this.#fail(status, q850);
    const attempt: Attempt = {
      hop,
      // Another call to another gateway: both may lead to one machine, which would take the second for a loop.
      callId: this.#callId(),
      fromTag: undefined,
      request: null,
      provisionalBranch: null,
      isRinging: false,
      isAbandoned: false,
      stopWaiting: () => {},
    };
    this.#attempt = attempt;
    this.#invite(attempt, 1);
  }

  /** The name it was given, of which each gateway after the first makes another one. */
  #callId(): string {
    const { sipCallId } = this.#leg;
    this.#tried += 1;
    if (sipCallId === null || !NAME.test(sipCallId)) return randomBytes(16).toString('hex');
    return this.#tried === 1 ? sipCallId : `${sipCallId}.${this.#tried}`;
  }

  #invite(attempt: Attempt, cseq: number): void {
    const message = this.#message(attempt, cseq);
    attempt.fromTag = message.fromTag;
    this.#awaitLife(attempt);
    attempt.request = this.#line.core.invite(message, {
      onTrying: ({ message: { viaBranch } }) => this.#noteLife(attempt, viaBranch),
      onProgress: (response) => this.#progressed(attempt, response),
      onAccept: (response) => this.#accepted(attempt, response),
      onRedirect: (response) => this.#refused(attempt, response, cseq),
      onReject: (response) => this.#refused(attempt, response, message.cseq),
    });
  }

  /** Somebody else is tried where nothing is heard; counted anew for each INVITE, a password or not. */
  #awaitLife(attempt: Attempt): void {
    const { world, gateways } = this.#line;
    attempt.stopWaiting();
    if (attempt.isAbandoned || this.#isOver) return;
    const isAlone = this.#hops.length === 0 && !gateways.isDown(attempt.hop);
    attempt.stopWaiting = world.after(tryingMs(world.patience, isAlone), () => {
      if (attempt.isAbandoned || this.#isOver) return;
      gateways.failed(attempt.hop);
      this.#line.fault('unreachable', attempt.hop.host || attempt.hop.address);
      this.#abandon(attempt);
      this.#tryNext(503, OUT_OF_ORDER);
    });
  }

  #message(attempt: Attempt, cseq: number) {
    const { core, settings } = this.#line;
    const { hop, callId, fromTag } = attempt;
    const { called, from, headers } = sayCall(settings, this.#leg);
    const target = new URI('sip', called.user, called.host, undefined, {}, {});
    this.#line.begin(callId, hop, {
      update: (asked) => this.#updated(asked),
      challenged: (method) => {
        if (method === 'INVITE' && !this.#dialog) this.#awaitLife(attempt);
      },
    });
    return core.makeOutgoingRequestMessage(
      'INVITE',
      target,
      new URI('sip', from.user, from.host, undefined, {}, {}),
      target,
      { callId, cseq, fromDisplayName: from.name, ...(fromTag === undefined ? {} : { fromTag }) },
      [
        `Contact: <${this.#line.contact(hop.transport, this.#contactName)}>`,
        TRUNK_ALLOW,
        ...timerWish(settings.sessionSec, this.#leastSec),
        ...headers,
        ...Object.entries(this.#leg.headers).map(([name, value]) => `${name}: ${headerSafe(value)}`),
      ],
      sdpBody(this.#sound!.offer()),
    );
  }

  /** Anything came from the gateway: it lives, and may be told that nobody waits any more. */
  #noteLife(attempt: Attempt, branch: string): void {
    attempt.stopWaiting();
    this.#line.gateways.answered(attempt.hop);
    attempt.provisionalBranch = branch;
    if (attempt.isAbandoned) this.#cancel(attempt);
  }

  #progressed(attempt: Attempt, { message, prack }: PrackableIncomingResponseWithSession): void {
    const sequence = message.getHeader('rseq');
    if (sequence && /\b100rel\b/i.test(message.getHeader('require') ?? ''))
      prack({ extraHeaders: [`RAck: ${sequence} ${message.cseq} INVITE`] });
    this.#noteLife(attempt, message.viaBranch);
    if (attempt.isAbandoned || this.#isOver) return;
    if (message.body && this.#sound?.agree(describedIn(message))) {
      if (!this.#isEarly) this.#leg.earlyMedia();
      this.#isEarly = true;
    } else if (!this.#isRinging && (message.statusCode === 180 || message.statusCode === 183)) {
      this.#isRinging = true;
      this.#leg.ringing();
    }
    attempt.isRinging ||= message.statusCode === 180;
  }

  #accepted(attempt: Attempt, { message, session, ack }: AckableIncomingResponseWithSession): void {
    const line = this.#line;
    ack();
    attempt.stopWaiting();
    // Nobody waits for it any more, or somebody else answered before.
    if (attempt.isAbandoned || this.#isOver || this.#dialog || !this.#sound) {
      session.bye(undefined, { extraHeaders: [`Reason: Q.850;cause=${NORMAL_CLEARING}`] });
      return;
    }
    line.gateways.answered(attempt.hop);
    const isAgreed = message.body ? this.#sound.agree(describedIn(message)) : this.#isEarly;
    if (!isAgreed) {
      session.bye();
      line.fault('noCommonSound', this.#leg.to);
      return this.#fail(488, null);
    }
    const contact = line.contact(attempt.hop.transport, this.#contactName);
    this.#dialog = new TrunkDialog(
      { line, session, leg: this.#leg, sound: this.#sound, contact, isOurs: true, onOver: () => this.#close() },
      timerSettled(message.getHeader('session-expires')),
    );
    void this.#leg.answer();
    this.#dialog.emitHold();
  }

  #refused(attempt: Attempt, { message }: IncomingResponse, cseq: number): void {
    const status = message.statusCode ?? 500;
    attempt.stopWaiting();
    if (attempt.isAbandoned || this.#isOver) return;
    const leastSec = status === 422 ? leastSecondsIn(message.getHeader('min-se')) : 0;
    if (leastSec > this.#leastSec) {
      this.#leastSec = leastSec;
      // The same call once more: its names, the next number (RFC 4028, 7.3).
      return this.#invite(attempt, cseq + 1);
    }
    const isGatewayAtFault = status === 503 || (status === 408 && !attempt.isRinging);
    // An answer of the layer below has no headers: nobody there said it.
    const q850 = q850In(message);
    if (status === 401 || status === 407) this.#line.fault('wrongPassword', String(status));
    else if (status === 403) this.#line.fault('forbidden', String(status));
    if (!isGatewayAtFault) {
      this.#line.gateways.answered(attempt.hop);
      return this.#fail(status, q850);
    }
    this.#line.gateways.failed(attempt.hop);
    this.#line.fault('unreachable', `${attempt.hop.host || attempt.hop.address} ${status}`);
    this.#leave(attempt);
    this.#tryNext(status, q850);
  }

  #updated(asked: UpdateAsked): UpdateAnswer {
    if (this.#dialog) return this.#dialog.update(asked);
    const body = asked.body && this.#sound ? this.#sound.answer(describedIn(asked)) : null;
    if (asked.body && body === null) return { statusCode: 488 };
    return { statusCode: 200, ...(body === null ? {} : { body: sdpBody(body) }) };
  }

  /** It may still ring somewhere: cancelled as soon as anything is heard of it, ended when it was faster. */
  #abandon(attempt: Attempt): void {
    attempt.isAbandoned = true;
    attempt.stopWaiting();
    const branch = attempt.request?.message.branch;
    if (branch !== undefined && attempt.provisionalBranch === branch) this.#cancel(attempt);
    else if (branch !== undefined) this.#line.world.transactions.hush('INVITE', branch);
    this.#leave(attempt);
  }

  #cancel({ request }: Attempt): void {
    const { core, world } = this.#line;
    if (!request) return;
    request.cancel(`Q.850;cause=${NORMAL_CLEARING}`);
    // Who answers neither the INVITE nor this would be waited for without end.
    world.after(64 * T1_MS, () => dropRequest(core, request));
  }

  #leave({ callId }: Attempt): void {
    this.#line.end(callId);
  }

  #fail(status: number, q850: number | null): void {
    if (this.#isOver) return;
    this.#close();
    this.#leg.refuse(status, q850);
  }

  #close(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#sound?.end.close();
    if (this.#attempt) this.#leave(this.#attempt);
    this.#onOver();
  }
}
