import { Invitation, SessionState, type Inviter, type Session } from 'sip.js';
import { newQualityNotes, noteSample, reportOf } from '#core/quality/call-quality.ts';
import type { LineEvent, LineFault } from '#core/phone/phone-line.port.ts';
import { HangupReason } from '#shared/codes/hangup-reason.ts';
import type { LineSound, Microphone } from '../sound/line-sound.ts';
import type { LineDescription } from './line-description.ts';
import { readStatistics } from './read-statistics.ts';
import { sendTone } from './send-tone.ts';
import { mending, newSoundWatch, watchSound } from './sound-watch.ts';

/** What a call needs of its line. */
export interface CallWorld {
  tell(event: LineEvent): void;
  sound: LineSound;
  nowMs(): number;
  isConnected(): boolean;
  /** Keeps what has to be sent once the connection is back. */
  later(send: () => void): void;
  /** The sound is gone: is the connection still there? Answers when a re-INVITE has somebody to go to. */
  whenConnected(): Promise<boolean>;
  reportEverySec: number;
}

/** W9. */
const STATISTICS_MS = 1_000;
const CANCELLED = 487;
const NOT_ACCEPTABLE = 488;
const UNANSWERED = 480;
const DECLINED = 603;

/**
 * One call, from its INVITE to its one `ended`.
 *
 *   waiting ─▶ (microphone) ─▶ establishing ─▶ answered ─▶ over
 *      └────────────┴───────────────┴── refused, cancelled, unsupported ─▶ over
 */
export class LineCall {
  readonly session: Session;
  over = false;
  private readonly world: CallWorld;
  private microphone: Microphone | null = null;
  private isMuted = false;
  private isHeld = false;
  private isTaken = false;
  private hasEarlySound = false;
  private answeredMs: number | null = null;
  private notes;
  private watch = newSoundWatch;
  private isMending = false;
  private ticking: ReturnType<typeof setInterval> | undefined;
  private renegotiations: Promise<unknown> = Promise.resolve();

  constructor(session: Session, world: CallWorld) {
    this.session = session;
    this.world = world;
    this.notes = newQualityNotes(world.reportEverySec);
    session.delegate = {
      onBye: (bye) => {
        void bye.accept();
        this.finish(null, 'them', HangupReason.normal);
      },
      onCancel: () => this.finish(CANCELLED, 'them', HangupReason.normal),
      onInfo: (info) => {
        void info.accept();
        world.tell({ type: 'message', via: 'info', contentType: info.request.getHeader('Content-Type') ?? '', body: info.request.body });
      },
      onMessage: (message) => {
        void message.accept();
        world.tell({ type: 'message', via: 'message', contentType: message.request.getHeader('Content-Type') ?? '', body: message.request.body });
      },
      onSessionDescriptionHandler: (made) => this.described(made as LineDescription),
    };
    session.stateChange.addListener((state) => {
      if (state === SessionState.Established) this.answered();
      // Nobody took it in time, or an error of the library ended it.
      if (state === SessionState.Terminated) this.finish(this.answeredMs === null ? UNANSWERED : null, this.answeredMs === null ? 'us' : 'them', HangupReason.normal);
    });
  }

  /** The track the call sends; it is there before anything is described. */
  get track(): MediaStreamTrack {
    return this.microphone!.track;
  }

  /** Sends the INVITE of a call we make. */
  async place(): Promise<void> {
    const inviter = this.session as Inviter;
    if (!(await this.openMicrophone('call'))) return;
    try {
      await inviter.invite({
        requestDelegate: {
          onProgress: ({ message }) => this.progressed(message.statusCode ?? 0, message.body !== ''),
          onReject: ({ message }) => this.refused(message.statusCode ?? 0),
          onRedirect: ({ message }) => this.refused(message.statusCode ?? 0),
        },
      });
    } catch (error) {
      this.failed('call', error);
      this.finish(null, 'us', HangupReason.unsupported);
    }
  }

  async answer(): Promise<void> {
    if (!(this.session instanceof Invitation) || this.isTaken) return;
    this.isTaken = true;
    if (!(await this.openMicrophone('answer'))) return;
    try {
      await this.session.accept();
    } catch (error) {
      // A caller who gave up meanwhile was told already.
      this.failed('answer', error);
      this.finish(NOT_ACCEPTABLE, 'us', HangupReason.unsupported);
    }
  }

  decline(status: number): void {
    if (!(this.session instanceof Invitation) || this.answeredMs !== null) return;
    this.refuse(status, 'decline', HangupReason.reject);
  }

  hangUp(): void {
    const { session } = this;
    if (this.over) return;
    if (session instanceof Invitation && this.answeredMs === null) return this.refuse(DECLINED, 'hangUp', HangupReason.reject);
    const isAnswered = this.answeredMs !== null;
    this.finish(isAnswered ? null : CANCELLED, 'us', HangupReason.normal);
    if (!isAnswered) return this.attempt('hangUp', () => (session as Inviter).cancel());
    if (this.world.isConnected()) this.attempt('hangUp', () => session.bye());
    else this.world.later(() => session.state === SessionState.Established && this.attempt('hangUp', () => session.bye()));
  }

  /** Another call goes on where this one was cut; nobody hears of its end. */
  replaced(): void {
    const { session } = this;
    this.close();
    if (session.state === SessionState.Established) void session.bye().catch(() => {});
  }

  async hold(on: boolean): Promise<void> {
    if (this.answeredMs === null) return;
    const before = this.isHeld;
    try {
      // Silent from the first moment; heard again once the other side agreed.
      if (on) this.silence(true);
      const status = await this.renegotiate(() => ({ hold: (this.isHeld = on) }));
      if (status >= 300) throw new Error(`Refused with ${status}.`);
      if (!this.over) this.world.tell({ type: 'held', on });
    } catch (error) {
      this.isHeld = before;
      if (!this.over) this.failed(on ? 'hold' : 'unhold', error);
    } finally {
      this.silence();
    }
  }

  mute(on: boolean): void {
    this.isMuted = on;
    this.silence();
  }

  async tone(tone: string): Promise<void> {
    try {
      if (this.answeredMs === null) throw new Error('There is nobody to hear it yet.');
      await sendTone(this.session, this.connection, tone);
      if (!this.over) this.world.tell({ type: 'toneSent', tone });
    } catch (error) {
      if (this.over) return;
      this.world.tell({ type: 'toneFailed', tone });
      this.failed('tone', error);
    }
  }

  /** This machine is on another network, or the connection was renewed: the sound looks for its way anew. */
  networkChanged(): void {
    if (this.answeredMs === null || this.over) return;
    if (this.watch.at === 'fine') this.world.tell({ type: 'soundLost' });
    this.watch = mending(this.watch, this.world.nowMs());
    void this.mend();
  }

  /** Registered again: whatever could not be mended meanwhile is now. */
  connectionBack(): void {
    const state = this.connection?.iceConnectionState;
    if (this.watch.at === 'mending' || state === 'disconnected' || state === 'failed') this.networkChanged();
  }

  private get connection(): RTCPeerConnection | null {
    return (this.session.sessionDescriptionHandler as LineDescription | undefined)?.peerConnection ?? null;
  }

  private described(description: LineDescription): void {
    description.peerConnectionDelegate = {
      ontrack: () => {
        try {
          this.world.sound.playVoice(description.remoteMediaStream);
        } catch (error) {
          this.failed('speaker', error);
        }
      },
    };
  }

  private async openMicrophone(wanted: 'call' | 'answer'): Promise<boolean> {
    try {
      const microphone = await this.world.sound.openMicrophone();
      // They hung up while the person was asked.
      if (this.over) {
        microphone.close();
        return false;
      }
      this.microphone = microphone;
      microphone.onTrack((track) => void this.send(track));
      this.silence();
      return true;
    } catch (error) {
      this.failed('microphone', error);
      if (wanted === 'answer') this.refuse(NOT_ACCEPTABLE, 'answer', HangupReason.unsupported);
      else this.finish(NOT_ACCEPTABLE, 'us', HangupReason.unsupported);
      return false;
    }
  }

  private async send(track: MediaStreamTrack): Promise<void> {
    this.silence();
    await this.connection?.getSenders().find((sender) => sender.track?.kind === 'audio')?.replaceTrack(track).catch((error: unknown) => this.failed('microphone', error));
  }

  private silence(isHeld = this.isHeld): void {
    if (this.microphone) this.microphone.track.enabled = !this.isMuted && !isHeld;
  }

  private progressed(status: number, hasSound: boolean): void {
    if (this.over || this.answeredMs !== null) return;
    this.world.tell({ type: 'progress', status });
    if (!hasSound || this.hasEarlySound) return;
    this.hasEarlySound = true;
    this.world.tell({ type: 'earlyMedia' });
  }

  private refused(status: number): void {
    this.finish(status, 'them', status === NOT_ACCEPTABLE || status === 415 ? HangupReason.unsupported : HangupReason.peerReject);
  }

  private refuse(status: number, which: LineFault, reason: HangupReason): void {
    if (this.over) return;
    this.finish(status, 'us', reason);
    this.attempt(which, () => (this.session as Invitation).reject({ statusCode: status }));
  }

  private answered(): void {
    if (this.over) return;
    this.answeredMs = this.world.nowMs();
    this.world.tell({ type: 'answered' });
    this.ticking = setInterval(() => void this.look(), STATISTICS_MS);
  }

  /** Once a second: how it sounds, and whether it does. */
  private async look(): Promise<void> {
    const { connection } = this;
    const report = await connection?.getStats().catch(() => null);
    if (!report || !connection || this.over) return;
    const nowMs = this.world.nowMs();
    const { sample, answers } = readStatistics(report, nowMs);
    const noted = noteSample(this.notes, sample);
    this.notes = noted.notes;
    this.world.tell({ type: 'statistics', statistics: noted.statistics });
    const { watch, news } = watchSound(this.watch, { nowMs, ice: connection.iceConnectionState, packets: sample.packetsReceived, answers });
    this.watch = watch;
    if (news === 'lost') this.world.tell({ type: 'soundLost' });
    if (news === 'back') this.world.tell({ type: 'soundBack' });
    if (news === 'lost' || news === 'mend') void this.mend();
  }

  /** A failure is no news: the sound stays lost, and the next look tries again. */
  private async mend(): Promise<void> {
    if (this.isMending) return;
    this.isMending = true;
    try {
      if ((await this.world.whenConnected()) && !this.over) await this.renegotiate(() => ({ offerOptions: { iceRestart: true } }));
    } catch {
      // A call that ended meanwhile, or an offer in the way.
    } finally {
      this.isMending = false;
    }
  }

  /** Offers the call's sound again, one offer after the other; answers the SIP status. */
  private renegotiate(wish: () => object): Promise<number> {
    const offered = this.renegotiations.then(
      () =>
        new Promise<number>((resolve, reject) => {
          if (this.over) return reject(new Error('The call is over.'));
          this.session
            .invite({
              sessionDescriptionHandlerOptions: { hold: this.isHeld, ...wish() } as object,
              requestDelegate: { onAccept: () => resolve(200), onReject: ({ message }) => resolve(message.statusCode ?? 0) },
            })
            .catch(reject);
        }),
    );
    this.renegotiations = offered.catch(() => {});
    return offered;
  }

  private attempt(which: LineFault, work: () => Promise<unknown>): void {
    try {
      work().catch((error: unknown) => this.failed(which, error));
    } catch (error) {
      this.failed(which, error);
    }
  }

  private failed(which: LineFault, error: unknown): void {
    this.world.tell({ type: 'error', which, detail: error instanceof Error ? `${error.name}: ${error.message}` : String(error) });
  }

  private finish(status: number | null, by: 'us' | 'them', reason: HangupReason): void {
    if (this.over) return;
    this.close();
    const quality = this.answeredMs === null ? null : reportOf(this.notes, this.answeredMs, this.world.nowMs());
    if (quality) this.world.tell({ type: 'quality', quality });
    this.world.tell({ type: 'ended', status, by, reason });
  }

  private close(): void {
    this.over = true;
    clearInterval(this.ticking);
    this.microphone?.close();
    try {
      this.world.sound.playVoice(null);
    } catch {
      // There was nothing to play it with; that was told.
    }
  }
}
