import type { Session } from 'sip.js';
import { newQualityMemory, noteSample, reportOf, type CallQuality } from '#core/quality/call-quality.ts';
import type { SoundSample } from '#core/quality/line-statistics.ts';
import type { LineCallEvent, LineFault } from '#core/phone/phone-line.port.ts';
import type { LineSound, Microphone } from '../sound/line-sound.ts';
import { PHONE } from '#core/phone/phone-constants.ts';
import type { LineDescription } from './line-description.ts';
import { readStatistics } from './read-statistics.ts';
import { sendTone } from './send-tone.ts';
import { mending, newSoundWatch, watchSound } from './sound-watch.ts';

export interface CallSoundWorld {
  sound: LineSound;
  emit(event: LineCallEvent): void;
  failed(which: LineFault, error: unknown): void;
  /** No way was found for as long as anybody would wait. */
  gaveUp(): void;
  nowMs(): number;
  /** Answers when an offer has somebody to go to; false when there is nobody. */
  whenConnected(): Promise<boolean>;
  reportEverySec: number;
}

/** Silence is looked for twice as often as statistics are noted, so that a new way is found within five seconds. */
const STATISTICS_LOOKS = 2;
const LOOK_MS = PHONE.statsEveryMs / STATISTICS_LOOKS;

/** The sound of one call: what it sends and plays, how good it is, and a new way when the old one is gone. */
export class CallSound {
  private readonly session: Session;
  private readonly world: CallSoundWorld;
  private microphone: Microphone | null = null;
  private isMuted = false;
  private isHeld = false;
  private isClosed = false;
  private hasVoice = false;
  private isMending = false;
  private startedMs: number | null = null;
  private notes;
  private watch = newSoundWatch;
  private looks = 0;
  private ticking: ReturnType<typeof setInterval> | undefined;
  /** Offers go one after the other. */
  private offers: Promise<unknown> = Promise.resolve();
  /** Until the keys that were pressed have sounded. */
  private keysOut: Promise<unknown> = Promise.resolve();

  constructor(session: Session, world: CallSoundWorld) {
    this.session = session;
    this.world = world;
    this.notes = newQualityMemory(world.reportEverySec);
  }

  /** What the call sends; it is there before anything is described. */
  get track(): MediaStreamTrack {
    if (!this.microphone) throw new Error('The microphone is not open.');
    return this.microphone.track;
  }

  get connection(): RTCPeerConnection | null {
    return (this.session.sessionDescriptionHandler as LineDescription | undefined)?.peerConnection ?? null;
  }

  /** False when the call was over before the person had allowed it. */
  async open(): Promise<boolean> {
    const microphone = await this.world.sound.openMicrophone();
    if (this.isClosed) {
      microphone.close();
      return false;
    }
    this.microphone = microphone;
    microphone.onTrack((track) => void this.send(track));
    this.silence();
    return true;
  }

  described(description: LineDescription): void {
    description.peerConnectionDelegate = {
      ontrack: () => {
        try {
          this.world.sound.playVoice(description.remoteMediaStream);
          this.hasVoice = true;
        } catch (error) {
          this.world.failed('speaker', error);
        }
      },
    };
  }

  /** The call was answered: from now on it is looked at. */
  start(): void {
    this.startedMs = this.world.nowMs();
    this.ticking = setInterval(() => void this.look(), LOOK_MS);
  }

  mute(on: boolean): void {
    this.isMuted = on;
    this.silence();
  }

  async press(tone: string): Promise<void> {
    const soundsMs = await sendTone(this.session, this.connection, tone);
    this.keysOut = new Promise((resolve) => setTimeout(resolve, soundsMs));
  }

  /** Throws when the other side refuses. */
  async hold(on: boolean): Promise<void> {
    const before = this.isHeld;
    try {
      if (on) {
        // Silent from the first moment; heard again once the other side agreed.
        this.silence(true);
        // A key counts when it was heard to its end, which music must not cut off.
        this.offers = this.offers.then(() => this.keysOut);
      }
      const status = await this.offer(() => ({ hold: (this.isHeld = on) }));
      if (status >= 300) throw new Error(`Refused with ${status}.`);
    } catch (error) {
      this.isHeld = before;
      throw error;
    } finally {
      this.silence();
    }
  }

  /** This machine is on another network. */
  networkChanged(): void {
    if (this.startedMs === null || this.isClosed) return;
    if (this.watch.at === 'fine') this.world.emit({ type: 'soundLost' });
    this.watch = mending(this.watch, this.world.nowMs());
    void this.mend();
  }

  /** Registered again: whatever could not be mended meanwhile is now. */
  connectionBack(): void {
    const state = this.connection?.iceConnectionState;
    if (this.watch.at === 'mending' || state === 'disconnected' || state === 'failed') this.networkChanged();
  }

  /** How it was; null when it was too short to tell. */
  close(): CallQuality | null {
    this.isClosed = true;
    clearInterval(this.ticking);
    this.microphone?.close();
    // Another call may be speaking.
    if (this.hasVoice) this.world.sound.playVoice(null);
    return this.startedMs === null ? null : reportOf(this.notes, this.startedMs, this.world.nowMs());
  }

  private async send(track: MediaStreamTrack): Promise<void> {
    this.silence();
    const sender = this.connection?.getSenders().find((one) => one.track?.kind === 'audio');
    await sender?.replaceTrack(track).catch((error: unknown) => this.world.failed('microphone', error));
  }

  private silence(isHeld = this.isHeld): void {
    if (this.microphone) this.microphone.track.enabled = !this.isMuted && !isHeld;
  }

  private async look(): Promise<void> {
    const { connection } = this;
    const report = await connection?.getStats().catch(() => null);
    if (!report || !connection || this.isClosed) return;
    const nowMs = this.world.nowMs();
    const { sample, answers } = readStatistics(report, nowMs);
    this.looks += 1;
    if (this.looks % STATISTICS_LOOKS === 0) this.note(sample);
    const { watch, news } = watchSound(this.watch, {
      nowMs,
      ice: connection.iceConnectionState,
      packets: sample.packetsReceived,
      answers,
    });
    this.watch = watch;
    if (news === 'lost') this.world.emit({ type: 'soundLost' });
    if (news === 'back') this.world.emit({ type: 'soundBack' });
    if (news === 'gone') return this.world.gaveUp();
    if (news === 'lost' || news === 'mend') void this.mend();
  }

  private note(sample: SoundSample): void {
    const { notes, statistics } = noteSample(this.notes, sample);
    this.notes = notes;
    this.world.emit({ type: 'statistics', statistics });
  }

  /** A failure is no news: the sound stays lost, and a later look tries again. */
  private async mend(): Promise<void> {
    if (this.isMending) return;
    this.isMending = true;
    try {
      if (await this.world.whenConnected()) await this.offer(() => ({ offerOptions: { iceRestart: true } }));
    } catch {
      // A call that ended meanwhile, or another offer in the way.
    } finally {
      this.isMending = false;
    }
  }

  /** Offers the call's sound again; answers the SIP status. */
  private offer(wish: () => object): Promise<number> {
    const offered = this.offers.then(
      () =>
        new Promise<number>((resolve, reject) => {
          if (this.isClosed) return reject(new Error('The call is over.'));
          this.session
            .invite({
              sessionDescriptionHandlerOptions: { hold: this.isHeld, ...wish() } as object,
              requestDelegate: {
                onAccept: () => resolve(200),
                onReject: ({ message }) => resolve(message.statusCode ?? 500),
              },
            })
            .catch(reject);
        }),
    );
    this.offers = offered.catch(() => {});
    return offered;
  }
}
