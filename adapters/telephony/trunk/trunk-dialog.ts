import {
  SessionState,
  SignalingState,
  type IncomingInfoRequest,
  type IncomingInviteRequest,
  type IncomingRequestMessage,
  type Session,
} from 'sip.js/lib/core/index.js';
import type { SessionDialog } from 'sip.js/lib/core/dialogs/session-dialog.js';
import type { CarrierLeg } from '../carrier.ts';
import { readKey } from '../embedded/sip/key-body.ts';
import { SDP, sdpBody } from '../embedded/sip/sdp.ts';
import { q850In } from './incoming-caller.ts';
import { descriptionIn } from '../rtp/sdp.ts';
import {
  isTooShort,
  LEAST_SESSION_SEC,
  SessionTimer,
  timerAnswer,
  timerSettled,
  timerWish,
  type SessionAgreement,
} from './session-timer.ts';
import { TRUNK_ALLOW } from './trunk-headers.ts';
import type { TrunkLine } from './trunk-line.ts';
import type { RtpSound } from '../rtp/rtp-sound.ts';
import type { UpdateAnswer, UpdateAsked } from './trunk-update.ts';

/** Reasons of the network (Q.850). */
export const NORMAL_CLEARING = 16;
export const OUT_OF_ORDER = 38;
const TIMER_EXPIRED = 102;
const TRIES = 10;
/** How often is looked whether anything was heard. */
const LOOK_EVERY_MS = 30_000;
const AGAIN_MS = 500;

export interface TrunkDialogOptions {
  line: TrunkLine;
  session: Session;
  leg: CarrierLeg;
  sound: RtpSound;
  /** Our address in this call. */
  contact: string;
  /** We placed it: who did waits longer after both asked at once. */
  isOurs: boolean;
  /** The call is over, whoever ended it. */
  onOver(): void;
}

/** A call with a carrier after it was answered: renewed, held by the far end, and ended. */
export class TrunkDialog {
  readonly timer: SessionTimer;
  /** The far end acknowledged our answer. */
  readonly confirmed: Promise<void>;
  readonly #options: TrunkDialogOptions;
  #confirm: () => void = () => {};
  #isOver = false;
  #byeWanted: number | null = null;
  #isRenewing = false;
  #isHeld = false;
  #packetsHeard = -1;
  #stopLooking: () => void = () => {};
  /** Our offer stands in a 200: their ACK brings the answer. */
  #awaitsAnswer = false;

  constructor(options: TrunkDialogOptions, agreement: SessionAgreement | null, awaitsAnswer = false) {
    this.#options = options;
    this.#awaitsAnswer = awaitsAnswer;
    this.confirmed = new Promise((done) => {
      this.#confirm = done;
    });
    this.timer = new SessionTimer(options.line.world.after, {
      refresh: () => this.#renew(0),
      lapsed: () => this.#lost(408),
    });
    this.timer.agree(agreement);
    this.#look();
    options.session.delegate = {
      onAck: ({ message }) => this.#acknowledged(message),
      onAckTimeout: () => this.#lost(408),
      onBye: (request) => {
        request.accept();
        this.#ended(null, q850In(request.message));
      },
      onInfo: (request) => this.#informed(request),
      onInvite: (request) => this.#offeredAgain(request),
      onPrack: (request) => void request.accept(),
      onRefer: (request) => void request.reject({ statusCode: 603 }),
      onMessage: (request) => void request.reject({ statusCode: 405, extraHeaders: [TRUNK_ALLOW] }),
      onNotify: (request) => void request.reject({ statusCode: 489 }),
    };
  }

  /** Tells whether they hold us, where that is news. */
  emitHold(): void {
    const { leg, sound } = this.#options;
    if (sound.isHeld === this.#isHeld) return;
    this.#isHeld = sound.isHeld;
    leg.hold(sound.isHeld);
  }

  /** Our side hangs up; nobody is told but the carrier. */
  hangUp(q850: number): void {
    if (this.#isOver) return;
    this.#bye(q850);
    this.#over();
  }

  update(asked: UpdateAsked): UpdateAnswer {
    const { contact, sound, session } = this.#options;
    // The library looks at the tags of what it knows; this it does not.
    const isOurs = asked.toTag === session.localTag && asked.fromTag === session.remoteTag;
    if (this.#isOver || !isOurs) return { statusCode: 481 };
    if (isTooShort(asked.getHeader('session-expires')))
      return { statusCode: 422, extraHeaders: [`Min-SE: ${LEAST_SESSION_SEC}`] };
    const body = asked.body ? sound.answer(describedIn(asked)) : null;
    if (asked.body && body === null) return { statusCode: 488 };
    const { headers, agreement } = timerAnswer(asked.getHeader('session-expires'), asked.getHeader('supported'));
    if (agreement) this.timer.agree(agreement);
    this.emitHold();
    const extraHeaders = [`Contact: <${contact}>`, TRUNK_ALLOW, ...headers];
    return { statusCode: 200, extraHeaders, ...(body === null ? {} : { body: sdpBody(body) }) };
  }

  #acknowledged(message: IncomingRequestMessage): void {
    if (this.#awaitsAnswer) {
      this.#awaitsAnswer = false;
      if (!message.body || !this.#options.sound.agree(describedIn(message))) {
        this.#options.line.fault('noCommonSound', 'ACK');
        return this.#lost(488);
      }
      this.emitHold();
    }
    this.#confirm();
    if (this.#byeWanted !== null) this.#bye(this.#byeWanted);
  }

  #informed(request: IncomingInfoRequest): void {
    const type = request.message.parseHeader('content-type') as string | undefined;
    const isKey = type === 'application/dtmf-relay' || type === 'application/dtmf';
    const key = isKey ? readKey(type, request.message.body) : null;
    request.accept();
    if (key) this.#options.leg.pressKey(key);
  }

  /** A re-INVITE: held, taken back, moved or only renewed. */
  #offeredAgain(request: IncomingInviteRequest): void {
    const { contact, sound } = this.#options;
    const { message } = request;
    if (this.#isOver) return void request.reject({ statusCode: 481 });
    if (isTooShort(message.getHeader('session-expires')))
      return void request.reject({ statusCode: 422, extraHeaders: [`Min-SE: ${LEAST_SESSION_SEC}`] });
    const body = message.body ? sound.answer(describedIn(message)) : sound.offer();
    if (body === null) return void request.reject({ statusCode: 488 });
    const { headers, agreement } = timerAnswer(message.getHeader('session-expires'), message.getHeader('supported'));
    this.#awaitsAnswer = !message.body;
    // The library gives neither a re-INVITE nor its answer a Contact.
    request.accept({
      statusCode: 200,
      extraHeaders: [`Contact: <${contact}>`, TRUNK_ALLOW, ...headers],
      body: sdpBody(body),
    });
    if (agreement) this.timer.agree(agreement);
    this.emitHold();
  }

  /** Asks to go on. One at a time, and not while one of theirs is not acknowledged: the library would throw. */
  #renew(tries: number): void {
    const { session, sound, contact, line, isOurs } = this.#options;
    const { agreement } = this.timer;
    if (this.#isOver || !agreement || this.#isRenewing) return;
    const again = (ms: number): void => {
      if (tries < TRIES) line.world.after(ms, () => this.#renew(tries + 1));
    };
    if (session.sessionState !== SessionState.Confirmed || session.signalingState !== SignalingState.Stable)
      return again(AGAIN_MS);
    const wish = timerWish(agreement.seconds, LEAST_SESSION_SEC, agreement.refresher);
    try {
      this.#isRenewing = true;
      session.invite(
        {
          onAccept: ({ message, ack }) => {
            ack();
            this.#isRenewing = false;
            if (message.body) sound.agree(describedIn(message));
            this.timer.agree(timerSettled(message.getHeader('session-expires')));
            this.emitHold();
          },
          onReject: ({ message }) => {
            this.#isRenewing = false;
            const status = message.statusCode ?? 500;
            // Both asked at once: who placed the call waits longer (RFC 3261, 14.1).
            if (status === 491)
              return again(isOurs ? 2_100 + line.world.chance() * 1_900 : line.world.chance() * 2_000);
            if (status === 481 || status === 408) return this.#lost(status);
            again(agreement.seconds * 100);
          },
        },
        { extraHeaders: [`Contact: <${contact}>`, TRUNK_ALLOW, ...wish], body: sdpBody(sound.offer()) },
      );
    } catch {
      this.#isRenewing = false;
      again(AGAIN_MS);
    }
  }

  /** Where nothing is heard (a hold, a pause, a carrier that broke down) they are asked whether the call still is. */
  #look(): void {
    const { line, session, sound } = this.#options;
    this.#stopLooking = line.world.after(LOOK_EVERY_MS, () => this.#look());
    const { packetsReceived } = sound.end.quality();
    const isHeard = packetsReceived !== this.#packetsHeard;
    this.#packetsHeard = packetsReceived;
    if (isHeard || session.sessionState !== SessionState.Confirmed) return;
    const message = (session as SessionDialog).createOutgoingRequestMessage('OPTIONS');
    line.core.request(message, {
      onReject: ({ message: { statusCode = 500 } }) => {
        if (statusCode === 481 || statusCode === 408) this.#lost(statusCode);
      },
    });
  }

  #lost(status: number): void {
    if (this.#isOver) return;
    this.#bye(TIMER_EXPIRED);
    this.#ended(status, null);
  }

  #ended(status: number | null, q850: number | null): void {
    if (this.#isOver) return;
    this.#over();
    if (status === null) this.#options.leg.hangUp(q850);
    else this.#options.leg.refuse(status, q850);
  }

  #over(): void {
    this.#isOver = true;
    this.timer.stop();
    this.#stopLooking();
    this.#options.onOver();
  }

  #bye(q850: number): void {
    const { session, line } = this.#options;
    if (session.signalingState === SignalingState.Closed) return;
    try {
      session.bye(undefined, { extraHeaders: [`Reason: Q.850;cause=${q850}`] });
      this.#byeWanted = null;
    } catch (problem) {
      // Not before our answer was acknowledged (RFC 3261, 15).
      if (session.sessionState === SessionState.AckWait) this.#byeWanted = q850;
      else line.world.report(problem);
    }
  }
}

/** The description a message carries, among other things perhaps. */
export const describedIn = (message: { body: string; getHeader(name: string): string | undefined }): string => {
  const type = message.getHeader('content-type') ?? SDP;
  return descriptionIn(message.body, type);
};
