import { randomBytes, randomInt } from 'node:crypto';
import type { IncomingInviteRequest } from 'sip.js/lib/core/index.js';
import { readCall, readWord } from '#core/trunk/call-wording.ts';
import { carrierCall, type CarrierLeg } from '../carrier.ts';
import { sdpBody } from '../embedded/sip/sdp.ts';
import { callerOf, dialledIn, q850In } from './incoming-caller.ts';
import { networkWordOf } from './network-word.ts';
import type { SipHop } from '../sip-wires/sip-hop.ts';
import { isTooShort, LEAST_SESSION_SEC, timerAnswer } from './session-timer.ts';
import { describedIn, NORMAL_CLEARING, OUT_OF_ORDER, TrunkDialog } from './trunk-dialog.ts';
import { notUnderstood, TRUNK_ALLOW } from './trunk-headers.ts';
import type { TrunkLine } from './trunk-line.ts';
import { RtpSound } from '../rtp/rtp-sound.ts';
import type { UpdateAnswer, UpdateAsked } from './trunk-update.ts';

export interface IncomingTrunkCallOptions {
  line: TrunkLine;
  request: IncomingInviteRequest;
  from: SipHop;
  /** The name under which the carrier knows us; it names nobody we could ring. */
  contactName: string | null;
  offer(leg: CarrierLeg): void;
  /** With what status it is refused, where the exchange says this one; null: it hung up. */
  refusalOf(status: number | null): number;
  onOver(): void;
}

/** Why a call is not even looked at; null when it may come in. */
export function whyNotTake(request: IncomingInviteRequest): { statusCode: number; extraHeaders?: string[] } | null {
  const { message } = request;
  const unknown = notUnderstood(message.getHeaders('require'));
  if (unknown.length > 0) return { statusCode: 420, extraHeaders: [`Unsupported: ${unknown.join(', ')}`] };
  if (isTooShort(message.getHeader('session-expires')))
    return { statusCode: 422, extraHeaders: [`Min-SE: ${LEAST_SESSION_SEC}`] };
  return null;
}

/**
 * Somebody outside calls.
 *
 *   offered ─180, 183─▶ … ─200─▶ accepted ─ACK─▶ talking ─▶ over
 *      └── refused, cancelled, no port ─────────────────────▶ over
 */
export class IncomingTrunkCall {
  readonly #options: IncomingTrunkCallOptions;
  readonly #contactName = `c${randomBytes(6).toString('hex')}`;
  readonly #near: CarrierLeg;
  readonly #far: CarrierLeg;
  /** Only on demand: support alone is none (RFC 3262). */
  readonly #isReliable: boolean;
  #sound: RtpSound | null = null;
  #dialog: TrunkDialog | null = null;
  #answer: string | null = null;
  #sequence = randomInt(1, 1_000);
  #isOver = false;

  constructor(options: IncomingTrunkCallOptions) {
    this.#options = options;
    const { message } = options.request;
    const ends = { from: callerOf(message).number, to: dialledIn(message, options.contactName) };
    const { from, to } = readCall(options.line.settings, ends);
    const word = readWord(options.line.settings, networkWordOf(message));
    const { near, far } = carrierCall(to, from, {}, word, message.callId);
    this.#near = near;
    this.#far = far;
    this.#isReliable = /\b100rel\b/i.test(message.getHeaders('require').join());
    options.line.begin(message.callId, options.from, { update: (asked) => this.#updated(asked) });
    options.request.delegate = {
      onCancel: (cancel) => {
        this.#reject(487);
        this.#finish(() => far.hangUp(q850In(cancel)));
      },
    };
    far.listener = {
      ringing: () => this.#progress(180, null),
      earlyMedia: () => this.#early(),
      answered: () => this.#accept(),
      ended: (status) => this.#hungUp(status),
    };
    this.#open().catch((problem: unknown) => {
      options.line.world.report(problem);
      this.#reject(500);
      this.#finish(() => far.hangUp(OUT_OF_ORDER));
    });
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** The trunk is taken away: both sides hear of it. */
  drop(): void {
    this.#hungUp(503);
    this.#far.hangUp(OUT_OF_ORDER);
  }

  /** They gave up while our 200 was on its way: the answer to it ends the call. */
  cancelledTooLate(): void {
    if (!this.#dialog || this.#isOver) return;
    this.#dialog.hangUp(NORMAL_CLEARING);
    this.#far.hangUp(NORMAL_CLEARING);
  }

  async #open(): Promise<void> {
    const { line, request, offer } = this.#options;
    const end = await line.openSound();
    if (this.#isOver) return end?.close();
    if (!end) {
      this.#reject(503);
      return this.#finish(() => {});
    }
    end.isQuiet = true;
    this.#sound = new RtpSound(end, line.world.announcedAddress, line.settings);
    const { message } = request;
    if (message.body) {
      this.#answer = this.#sound.answer(describedIn(message));
      if (this.#answer === null) {
        line.fault('noCommonSound', this.#near.from);
        this.#reject(488);
        return this.#finish(() => {});
      }
    }
    offer(this.#near);
    this.#far.speakThrough(end);
  }

  #early(): void {
    // Without an offer of theirs there is nothing to answer yet.
    if (this.#answer === null) return this.#progress(180, null);
    this.#progress(183, this.#answer);
    if (this.#sound) this.#sound.end.isQuiet = false;
  }

  #progress(statusCode: number, body: string | null): void {
    const { line, request, from } = this.#options;
    if (this.#isOver || this.#dialog) return;
    line.answerAs(from.transport, this.#contactName);
    const reliable = this.#isReliable ? ['Require: 100rel', `RSeq: ${++this.#sequence}`] : [];
    const { session } = request.progress({
      statusCode,
      extraHeaders: [TRUNK_ALLOW, ...reliable],
      ...(body === null ? {} : { body: sdpBody(body) }),
    });
    session.delegate = {
      onPrack: (prack) => {
        line.world.transactions.provisionalArrived(request.message.viaBranch);
        prack.accept();
      },
    };
  }

  /** Resolves when they acknowledged. */
  #accept(): Promise<void> | void {
    const { line, request, from, onOver } = this.#options;
    const sound = this.#sound;
    if (this.#isOver || this.#dialog || !sound) return;
    const { message } = request;
    const contact = line.answerAs(from.transport, this.#contactName);
    const { headers, agreement } = timerAnswer(message.getHeader('session-expires'), message.getHeader('supported'));
    const body = this.#answer ?? sound.offer();
    sound.end.isQuiet = false;
    const { session } = request.accept({ statusCode: 200, extraHeaders: headers, body: sdpBody(body) });
    const over = (): void => {
      this.#close();
      onOver();
    };
    this.#dialog = new TrunkDialog(
      { line, session, leg: this.#far, sound, contact, isOurs: false, onOver: over },
      agreement,
      this.#answer === null,
    );
    return this.#dialog.confirmed;
  }

  #hungUp(status: number | null): void {
    if (this.#isOver) return;
    if (this.#dialog) return this.#dialog.hangUp(NORMAL_CLEARING);
    this.#reject(this.#options.refusalOf(status));
    this.#finish(() => {});
  }

  #updated(asked: UpdateAsked): UpdateAnswer {
    if (this.#dialog) return this.#dialog.update(asked);
    const body = asked.body && this.#sound ? this.#sound.answer(describedIn(asked)) : null;
    if (asked.body && body === null) return { statusCode: 488 };
    if (body !== null) this.#answer = body;
    return { statusCode: 200, ...(body === null ? {} : { body: sdpBody(body) }) };
  }

  #reject(statusCode: number): void {
    const { line, request } = this.#options;
    try {
      request.reject({ statusCode });
    } catch (problem) {
      line.world.report(problem);
    }
  }

  #finish(passOn: () => void): void {
    if (this.#isOver) return;
    this.#close();
    passOn();
    this.#options.onOver();
  }

  #close(): void {
    this.#isOver = true;
    this.#sound?.end.close();
    this.#options.line.end(this.#options.request.message.callId);
  }
}
