import { Invitation, SessionState, type Inviter, type Session } from 'sip.js';
import type { LineCallEvent, LineEvent, LineFault } from '#core/phone/phone-line.port.ts';
import { HangupReason } from '#shared/codes/hangup-reason.ts';
import type { LineSound } from '../sound/line-sound.ts';
import { CallSound } from './call-sound.ts';
import type { LineDescription } from './line-description.ts';

/** What a call needs of its line. */
export interface LineCallWorld {
  emit(event: LineEvent): void;
  sound: LineSound;
  nowMs(): number;
  isConnected(): boolean;
  whenConnected(): Promise<boolean>;
  /** Keeps what has to be sent once the connection is back. */
  later(send: () => void): void;
  reportEverySec: number;
}

const CANCELLED = 487;
const NOT_ACCEPTABLE = 488;
const UNSUPPORTED_MEDIA = 415;
const UNANSWERED = 480;
const DECLINED = 603;

/**
 * One call, from its INVITE to its one `ended`.
 *
 *   waiting ─▶ (microphone) ─▶ establishing ─▶ answered ─▶ over
 *      └────────────┴───────────────┴── refused, cancelled, unsupported ─▶ over
 */
export class LineCall {
  readonly id: string;
  readonly session: Session;
  readonly sound: CallSound;
  over = false;
  isAnswered = false;
  private readonly world: LineCallWorld;
  private isTaken = false;
  private hasEarlySound = false;

  constructor(id: string, session: Session, world: LineCallWorld) {
    this.id = id;
    this.session = session;
    this.world = world;
    this.sound = new CallSound(session, {
      sound: world.sound,
      nowMs: () => world.nowMs(),
      whenConnected: () => world.whenConnected(),
      reportEverySec: world.reportEverySec,
      emit: (event) => this.emit(event),
      failed: (which, error) => this.failed(which, error),
      gaveUp: () => {
        this.failed('call', new Error('Its sound did not come up.'));
        this.hangUp();
      },
    });
    session.delegate = {
      onBye: (bye) => {
        void bye.accept();
        this.finish(null, 'them', HangupReason.normal);
      },
      onCancel: () => this.finish(CANCELLED, 'them', HangupReason.normal),
      onInfo: (info) => {
        void info.accept();
        world.emit({
          type: 'message',
          via: 'info',
          contentType: info.request.getHeader('Content-Type') ?? '',
          body: info.request.body,
        });
      },
      onMessage: (message) => {
        void message.accept();
        world.emit({
          type: 'message',
          via: 'message',
          contentType: message.request.getHeader('Content-Type') ?? '',
          body: message.request.body,
        });
      },
      onSessionDescriptionHandler: (made) => this.sound.described(made as LineDescription),
    };
    session.stateChange.addListener((state) => {
      if (state === SessionState.Established) this.answered();
      // A refusal is told right after; what is left is nobody who took it in time, or an error of the library.
      if (state === SessionState.Terminated)
        queueMicrotask(() =>
          this.finish(this.isAnswered ? null : UNANSWERED, this.isAnswered ? 'them' : 'us', HangupReason.normal),
        );
    });
  }

  /** Sends the INVITE of a call we make. */
  async place(): Promise<void> {
    try {
      if (!(await this.hasMicrophone())) return;
      await (this.session as Inviter).invite({
        requestDelegate: {
          onProgress: ({ message }) => this.progressed(message.statusCode ?? 0, message.body !== ''),
          onReject: ({ message }) => this.refused(message.statusCode ?? 0),
          onRedirect: ({ message }) => this.refused(message.statusCode ?? 0),
        },
      });
      if (!this.over && !this.isAnswered) this.emit({ type: 'placed' });
    } catch (error) {
      if (this.over) return;
      this.failed('call', error);
      this.finish(null, 'us', HangupReason.unsupported);
    }
  }

  async answer(): Promise<void> {
    if (!(this.session instanceof Invitation) || this.isTaken) return;
    this.isTaken = true;
    try {
      if (await this.hasMicrophone()) await this.session.accept();
    } catch (error) {
      // A caller who gave up meanwhile was told already.
      if (this.over) return;
      this.failed('answer', error);
      this.finish(NOT_ACCEPTABLE, 'us', HangupReason.unsupported);
    }
  }

  decline(status: number): void {
    if (this.session instanceof Invitation && !this.isAnswered) this.refuse(status, 'decline', HangupReason.reject);
  }

  hangUp(): void {
    const { session, isAnswered } = this;
    if (this.over) return;
    if (session instanceof Invitation && !isAnswered) return this.refuse(DECLINED, 'hangUp', HangupReason.reject);
    this.finish(isAnswered ? null : CANCELLED, 'us', HangupReason.normal);
    if (!isAnswered) return this.attempt('hangUp', () => (session as Inviter).cancel());
    if (this.world.isConnected()) this.attempt('hangUp', () => session.bye());
    else
      this.world.later(() => session.state === SessionState.Established && this.attempt('hangUp', () => session.bye()));
  }

  async hold(on: boolean): Promise<void> {
    if (!this.isAnswered) return;
    try {
      await this.sound.hold(on);
      if (!this.over) this.emit({ type: 'held', on });
    } catch (error) {
      if (!this.over) this.failed(on ? 'hold' : 'unhold', error);
    }
  }

  async tone(tone: string): Promise<void> {
    try {
      // A machine that speaks before the answer hears keys as well, within the sound.
      if (!this.isAnswered && !this.hasEarlySound) throw new Error('There is nobody to hear it yet.');
      await this.sound.press(tone);
      if (!this.over) this.emit({ type: 'toneSent', tone });
    } catch (error) {
      if (this.over) return;
      this.emit({ type: 'toneFailed', tone });
      this.failed('tone', error);
    }
  }

  /** Without one there is no call: 488, so that the caller goes on to somebody else. */
  private async hasMicrophone(): Promise<boolean> {
    try {
      return await this.sound.open();
    } catch (error) {
      if (this.over) return false;
      this.failed('microphone', error);
      if (this.session instanceof Invitation) this.refuse(NOT_ACCEPTABLE, 'answer', HangupReason.unsupported);
      else this.finish(NOT_ACCEPTABLE, 'us', HangupReason.unsupported);
      return false;
    }
  }

  private progressed(status: number, hasSound: boolean): void {
    if (this.over || this.isAnswered) return;
    this.emit({ type: 'progress', status });
    if (!hasSound || this.hasEarlySound) return;
    this.hasEarlySound = true;
    this.emit({ type: 'earlyMedia' });
  }

  private answered(): void {
    if (this.over) return;
    this.isAnswered = true;
    this.sound.start();
    this.emit({ type: 'answered' });
  }

  private refused(status: number): void {
    this.finish(
      status,
      'them',
      status === NOT_ACCEPTABLE || status === UNSUPPORTED_MEDIA ? HangupReason.unsupported : HangupReason.peerReject,
    );
  }

  private refuse(status: number, which: LineFault, reason: HangupReason): void {
    if (this.over) return;
    this.finish(status, 'us', reason);
    this.attempt(which, () => (this.session as Invitation).reject({ statusCode: status }));
  }

  private attempt(which: LineFault, work: () => Promise<unknown>): void {
    try {
      work().catch((error: unknown) => this.failed(which, error));
    } catch (error) {
      this.failed(which, error);
    }
  }

  private emit(event: LineCallEvent): void {
    this.world.emit({ session: this.id, ...event });
  }

  private failed(which: LineFault, error: unknown): void {
    this.world.emit({
      type: 'error',
      which,
      session: this.id,
      detail: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
    });
  }

  private finish(status: number | null, by: 'us' | 'them', reason: HangupReason): void {
    if (this.over) return;
    this.over = true;
    const quality = this.sound.close();
    if (quality) this.emit({ type: 'quality', quality });
    this.emit({ type: 'ended', status, by, reason });
  }
}
