import type { CarrierLeg } from '../carrier.ts';
import { FRAME_MS, FRAME_SAMPLES } from '#core/telephony/sound.ts';
import { silence, toneFrames } from './frames.ts';
import type { RehearsalParty } from './rehearsal-party.ts';
import type { Act } from './scripts.ts';

/** Louder than this, a frame is somebody speaking: the quietest step of PCMU that is no hiss. */
const SPEECH_LEVEL = 0x20;
const PAUSE_MS = 800;
/** Music and announcements never pause that long; whoever picked up does. */
const PERSON_PAUSE_MS = 1_200;
/** How long a customer waits for a pause of somebody who is known to be there. */
const NOISE_MS = 4_000;
const KEY_GAP_MS = 300;

interface PartyOptions {
  leg: CarrierLeg;
  script: Iterator<Act, void, void>;
  phrase: (name: string) => Uint8Array;
  emit: { answered?(): void; ended(): void };
}

/** Plays one script over one call. Time is counted in ticks of the metronome, so a turned clock replays it exactly. */
export const openParty = (
  leg: CarrierLeg,
  script: Iterator<Act, void, void>,
  phrase: (name: string) => Uint8Array,
  emit: { answered?(): void; ended(): void },
): RehearsalParty => new ScriptedParty({ leg, script, phrase, emit });

class ScriptedParty implements RehearsalParty {
  over = false;
  readonly heard = { frames: 0, loudFrames: 0 };
  readonly #options: PartyOptions;
  #answered = false;
  #soundOpen = false;
  #onHold = false;
  #act: Act | null = null;
  #actMs = 0;
  #sounding: Uint8Array[] = [];
  #keys = '';
  #spoke = false;
  #quietMs = 0;
  /** Until they hang up, whatever they are doing; null: nothing presses. */
  #leavesInMs: number | null = null;
  /** Since a person was known to be there; null before. */
  #withPersonMs: number | null = null;

  constructor(options: PartyOptions) {
    this.#options = options;
    options.leg.listener = {
      answered: () => {
        this.#answered = this.#soundOpen = true;
        this.#quietMs = 0;
        options.emit.answered?.();
      },
      earlyMedia: () => void (this.#soundOpen = true),
      ended: () => this.#finish(),
      frame: (frame) => this.#hear(frame),
    };
  }

  tick(): void {
    const { leg, script } = this.#options;
    if (this.over) return;
    if (this.#leavesInMs !== null && (this.#leavesInMs -= FRAME_MS) <= 0) return this.hangUp();
    while (!this.over && (this.#act === null || this.#isDone(this.#act))) {
      const next = script.next();
      if (next.done) return this.hangUp();
      this.#act = this.#begin(next.value) ? next.value : null;
    }
    if (this.over || !this.#act) return;
    if (this.#hasHadEnough(this.#act)) return this.hangUp();
    if (this.#act.do === 'press' && this.#actMs % KEY_GAP_MS === 0) {
      leg.pressKey(this.#keys[0]!);
      this.#keys = this.#keys.slice(1);
    }
    // A real line is never without packets.
    if (this.#soundOpen && !this.#onHold && this.#act.do !== 'echo') leg.send(this.#sounding.shift() ?? silence);
    this.#actMs += FRAME_MS;
    this.#quietMs += FRAME_MS;
    if (this.#withPersonMs !== null) this.#withPersonMs += FRAME_MS;
  }

  hangUp(): void {
    if (this.over) return;
    this.#options.leg.hangUp();
    this.#finish();
  }

  pickedUp(): void {
    this.#withPersonMs ??= 0;
  }

  #finish(): void {
    if (this.over) return;
    this.over = true;
    this.#options.emit.ended();
  }

  #hear(frame: Uint8Array): void {
    this.heard.frames += 1;
    const loud = isLoud(frame);
    if (loud) this.heard.loudFrames += 1;
    this.#spoke ||= loud;
    this.#quietMs = loud ? 0 : this.#quietMs;
    if (this.#act?.do === 'echo') this.#options.leg.send(frame);
  }

  /** Begins an act; false when it is over at once. */
  #begin(next: Act): boolean {
    const { leg, phrase } = this.#options;
    this.#actMs = 0;
    switch (next.do) {
      case 'ring':
        leg.ringing();
        return false;
      case 'earlyMedia':
        leg.earlyMedia();
        this.#soundOpen = true;
        return false;
      case 'answer':
        leg.answer();
        this.#answered = this.#soundOpen = true;
        return false;
      case 'refuse':
        leg.refuse(next.sipStatus);
        this.#finish();
        return true;
      case 'hangUp':
        leg.hangUp();
        this.#finish();
        return true;
      case 'hold':
        this.#onHold = next.held;
        leg.hold(next.held);
        return false;
      case 'leaveIn':
        this.#leavesInMs = next.ms;
        return false;
      case 'say':
        this.#sounding = framesOf(phrase(next.phrase));
        return true;
      case 'tone':
        this.#sounding = toneFrames(next.hz, next.ms);
        return true;
      case 'press':
        this.#keys = next.keys;
        return true;
      case 'listen':
        this.#spoke = false;
        this.#quietMs = 0;
        return true;
      case 'wait':
      case 'echo':
      case 'awaitPerson':
        return true;
    }
  }

  #hasHadEnough(now: Act): boolean {
    if (now.do === 'awaitPerson') return this.#actMs >= now.patienceMs;
    return now.do === 'listen' && now.orLeaves === true && !this.#spoke && this.#actMs >= now.maxMs;
  }

  #isDone(now: Act): boolean {
    switch (now.do) {
      case 'say':
      case 'tone':
        return this.#sounding.length === 0;
      case 'press':
        return this.#keys === '';
      case 'listen':
        if (this.#spoke && this.#quietMs >= PAUSE_MS) return true;
        return this.#actMs >= now.maxMs && (this.#spoke || now.orLeaves !== true);
      case 'wait':
      case 'echo':
        return this.#actMs >= now.ms;
      case 'awaitPerson':
        return this.#answered && (this.#quietMs >= PERSON_PAUSE_MS || (this.#withPersonMs ?? 0) >= NOISE_MS);
      default:
        return true;
    }
  }
}

function framesOf(sound: Uint8Array): Uint8Array[] {
  const frames: Uint8Array[] = [];
  for (let at = 0; at < sound.length; at += FRAME_SAMPLES) {
    const frame = new Uint8Array(FRAME_SAMPLES).fill(silence[0]!);
    frame.set(sound.subarray(at, at + FRAME_SAMPLES));
    frames.push(frame);
  }
  return frames;
}

/** PCMU counts downwards from silence, so the inverted low bits are the loudness. */
const isLoud = (frame: Uint8Array): boolean => frame.some((byte) => (~byte & 0x7f) > SPEECH_LEVEL);
