import type { CarrierLeg } from '../carrier.ts';
import { FRAME_MS, FRAME_SAMPLES } from '#core/telephony/sound.ts';
import { silence, toneFrames } from './frames.ts';
import type { Act } from './scripts.ts';

/** Louder than this, a frame is somebody speaking: the quietest step of PCMU that is no hiss. */
const SPEECH_LEVEL = 0x20;
const PAUSE_MS = 800;
/** Music and announcements never pause that long; whoever picked up does. */
const PERSON_PAUSE_MS = 1_200;
const KEY_GAP_MS = 300;

export interface Party {
  /** Twenty milliseconds pass. */
  tick(): void;
  hangUp(): void;
  readonly over: boolean;
  readonly heard: { frames: number; loudFrames: number };
}

/** Plays one script over one call. Time is counted in ticks of the metronome, so a turned clock replays it exactly. */
export function openParty(
  leg: CarrierLeg,
  script: Iterator<Act, void, void>,
  phrase: (name: string) => Uint8Array,
  tell: { answered?(): void; ended(): void },
): Party {
  let over = false;
  let answered = false;
  let soundOpen = false;
  let onHold = false;
  let act: Act | null = null;
  let actMs = 0;
  let sounding: Uint8Array[] = [];
  let keys = '';
  let spoke = false;
  let quietMs = 0;
  const heard = { frames: 0, loudFrames: 0 };

  function finish(): void {
    if (over) return;
    over = true;
    tell.ended();
  }

  leg.heard = {
    answered: () => {
      answered = soundOpen = true;
      quietMs = 0;
      tell.answered?.();
    },
    earlyMedia: () => void (soundOpen = true),
    ended: finish,
    frame(frame) {
      heard.frames += 1;
      const loud = isLoud(frame);
      if (loud) heard.loudFrames += 1;
      spoke ||= loud;
      quietMs = loud ? 0 : quietMs;
      if (act?.do === 'echo') leg.send(frame);
    },
  };

  /** Begins an act; false when it is over at once. */
  function begin(next: Act): boolean {
    actMs = 0;
    switch (next.do) {
      case 'ring':
        leg.ringing();
        return false;
      case 'earlyMedia':
        leg.earlyMedia();
        soundOpen = true;
        return false;
      case 'answer':
        leg.answer();
        answered = soundOpen = true;
        return false;
      case 'refuse':
        leg.refuse(next.sipStatus);
        finish();
        return true;
      case 'hangUp':
        leg.hangUp();
        finish();
        return true;
      case 'hold':
        onHold = next.held;
        leg.hold(next.held);
        return false;
      case 'say':
        sounding = framesOf(phrase(next.phrase));
        return true;
      case 'tone':
        sounding = toneFrames(next.hz, next.ms);
        return true;
      case 'press':
        keys = next.keys;
        return true;
      case 'listen':
        spoke = false;
        quietMs = 0;
        return true;
      case 'wait':
      case 'echo':
      case 'awaitPerson':
        return true;
    }
  }

  function isDone(now: Act): boolean {
    switch (now.do) {
      case 'say':
      case 'tone':
        return sounding.length === 0;
      case 'press':
        return keys === '';
      case 'listen':
        return (spoke && quietMs >= PAUSE_MS) || actMs >= now.maxMs;
      case 'wait':
      case 'echo':
        return actMs >= now.ms;
      case 'awaitPerson':
        return answered && quietMs >= PERSON_PAUSE_MS;
      default:
        return true;
    }
  }

  function tick(): void {
    if (over) return;
    while (!over && (act === null || isDone(act))) {
      const next = script.next();
      if (next.done) {
        leg.hangUp();
        return finish();
      }
      act = begin(next.value) ? next.value : null;
    }
    if (over || !act) return;
    if (act.do === 'awaitPerson' && actMs >= act.patienceMs) {
      leg.hangUp();
      return finish();
    }
    if (act.do === 'press' && actMs % KEY_GAP_MS === 0) {
      leg.pressKey(keys[0]!);
      keys = keys.slice(1);
    }
    // A real line is never without packets.
    if (soundOpen && !onHold && act.do !== 'echo') leg.send(sounding.shift() ?? silence);
    actMs += FRAME_MS;
    quietMs += FRAME_MS;
  }

  return {
    tick,
    hangUp() {
      if (over) return;
      leg.hangUp();
      finish();
    },
    get over() {
      return over;
    },
    heard,
  };
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
