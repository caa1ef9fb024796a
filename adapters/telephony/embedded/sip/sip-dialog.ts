import {
  SessionState,
  SignalingState,
  type IncomingInfoRequest,
  type IncomingInviteRequest,
  type IncomingReferRequest,
  type IncomingRequestMessage,
  type Session,
} from 'sip.js/lib/core/index.js';
import { getReasonPhrase } from 'sip.js/lib/core/messages/utils.js';
import { readKey } from './key-body.ts';
import { isHold, SDP, sdpBody } from './sdp.ts';
import type { CallWorld } from './call-world.ts';
import type { EdgePhone } from './phone.ts';
import type { CallDialog, EdgePhoneCall } from './phone-call.ts';
import { Referral } from './refer.ts';
import { ALLOW, TRANSFER_PATIENCE_SEC } from './sip-constants.ts';
import { decoded } from './sip-text.ts';

/** The conversation with one phone after its call was accepted: hold, keys, transfers, the end. */
export class SipDialog implements CallDialog {
  private readonly session: Session;
  private readonly call: EdgePhoneCall<EdgePhone>;
  private readonly phone: EdgePhone;
  private readonly world: CallWorld;
  private isAcknowledged: boolean;
  private isHeld = false;
  private byeWanted = false;
  /** Our offer stands in a 200: the phone's ACK brings its answer. */
  private awaitsAnswer = false;
  private referral: Referral | null = null;

  constructor(session: Session, call: EdgePhoneCall<EdgePhone>, phone: EdgePhone, world: CallWorld) {
    this.session = session;
    this.call = call;
    this.phone = phone;
    this.world = world;
    // Of a call to the phone the ACK is ours, and was sent elsewhere.
    this.isAcknowledged = session.sessionState !== SessionState.AckWait;
    session.delegate = {
      onAck: ({ message }) => world.guard(() => this.acknowledged(message)),
      onAckTimeout: () => world.guard(() => this.unacknowledged()),
      onBye: (request) => {
        request.accept();
        call.finish({ sipStatus: null, by: 'them', why: 'bye' });
      },
      onInfo: (request) => this.informed(request),
      onInvite: (request) => void this.offeredAgain(request),
      onRefer: (request) => this.referred(request),
      onMessage: (request) => void request.reject({ statusCode: 405, extraHeaders: [ALLOW] }),
      onNotify: (request) => void request.reject({ statusCode: 489 }),
      onPrack: (request) => void request.reject({ statusCode: 481 }),
    };
  }

  isNamed(callId: string, [one, other]: readonly [string, string]): boolean {
    const { localTag, remoteTag } = this.session;
    return (
      this.session.callId === callId &&
      ((localTag === one && remoteTag === other) || (localTag === other && remoteTag === one))
    );
  }

  get partner(): string {
    return decoded(this.session.localURI.user ?? '') ?? '';
  }

  bye(): void {
    if (this.session.sessionState === SessionState.AckWait) this.byeWanted = true;
    else if (this.session.sessionState === SessionState.Confirmed) this.session.bye();
  }

  notifyTransfer(sipStatus: number): void {
    if (!this.referral || this.session.sessionState !== SessionState.Confirmed) return;
    if (!this.referral.notify(sipStatus, getReasonPhrase(sipStatus))) this.referral = null;
  }

  /** Also after every re-INVITE; only the first is news. */
  private acknowledged({ body }: IncomingRequestMessage): void {
    if (this.awaitsAnswer) this.answered(body);
    if (this.isAcknowledged) return;
    this.isAcknowledged = true;
    if (this.byeWanted) this.session.bye();
    else this.call.emit((handle) => handle.accepted?.());
  }

  /** What the phone says to an offer it asked for. Without a sound in common the call is over. */
  private answered(answer: string): void {
    this.awaitsAnswer = false;
    if (this.call.handle.agree?.(answer)) return this.noteHold(answer);
    this.session.bye();
    this.call.finish({ sipStatus: 488, by: 'us', why: 'failed' });
  }

  private noteHold(description: string): void {
    const held = isHold(description);
    if (held === this.isHeld) return;
    this.isHeld = held;
    this.call.emit((handle) => handle.held?.(held));
  }

  /** RFC 3261, 13.3.1.4: a 200 nobody acknowledges ends in a BYE. */
  private unacknowledged(): void {
    // The phone may have said BYE without ever having acknowledged.
    if (this.session.signalingState === SignalingState.Closed) return;
    this.session.bye();
    this.call.finish({ sipStatus: 408, by: 'them', why: 'lost' });
  }

  private informed(request: IncomingInfoRequest): void {
    const type = request.message.parseHeader('content-type') as string | undefined;
    if (type !== 'application/dtmf-relay' && type !== 'application/dtmf')
      return void request.reject({
        statusCode: 415,
        extraHeaders: ['Accept: application/dtmf-relay, application/dtmf'],
      });
    const key = readKey(type, request.message.body);
    if (!key) return void request.reject({ statusCode: 400 });
    request.accept();
    this.call.emit((handle) => handle.key?.(key));
  }

  private referred(request: IncomingReferRequest): void {
    const { call, referral, world } = this;
    if (call.over) return void request.reject({ statusCode: 481 });
    if (referral && world.nowMs() - referral.askedAtMs < TRANSFER_PATIENCE_SEC * 1_000)
      return void request.reject({ statusCode: 491 });
    const asked = Referral.from(request, { session: this.session, phone: this.phone, world });
    // Remembered first: who hears of it may answer at once.
    this.referral = asked;
    asked?.notify(100, getReasonPhrase(100));
    if (asked) call.emit((handle) => handle.transferAsked?.(asked.to, asked.replaces));
  }

  /** A re-INVITE: hold, resume, or another network. */
  private async offeredAgain(request: IncomingInviteRequest): Promise<void> {
    const { message } = request;
    try {
      if (this.call.over) return void request.reject({ statusCode: 481 });
      if (!message.body) return this.offerAgain(request);
      if (message.parseHeader('content-type') !== SDP) return void request.reject({ statusCode: 415 });
      let cancelled = false;
      request.delegate = {
        onCancel: () => {
          cancelled = true;
          this.world.guard(() => request.reject({ statusCode: 487 }));
        },
      };
      const answer = await this.call.handle.describe(message.body, this.phone.rtpSource).catch((problem: unknown) => {
        this.world.report(problem);
        return null;
      });
      if (cancelled) return;
      // RFC 3261, 15.1.2: a BYE answers what was still open, else its transaction would stay.
      if (this.session.sessionState === SessionState.Terminated) return void request.reject({ statusCode: 487 });
      if (answer === null) return void request.reject({ statusCode: 488 });
      this.acceptAgain(request, answer);
      this.noteHold(message.body);
    } catch (problem) {
      this.world.report(problem);
    }
  }

  /** It wants to hear what we offer (RFC 3261, 14.1), as some phones do when they take a call back. */
  private offerAgain(request: IncomingInviteRequest): void {
    const offer = this.call.handle.offer?.() ?? null;
    if (offer === null) return void request.reject({ statusCode: 488 });
    this.awaitsAnswer = true;
    this.acceptAgain(request, offer);
  }

  private acceptAgain(request: IncomingInviteRequest, description: string): void {
    request.accept({
      statusCode: 200,
      body: sdpBody(description),
      extraHeaders: [`Contact: ${this.phone.core.configuration.contact.toString()}`],
    });
  }
}
