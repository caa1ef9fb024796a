import { PHONE } from '#core/phone/phone-constants.ts';

/** What one look at a call's connection shows. */
export interface SoundPulse {
  nowMs: number;
  ice: RTCIceConnectionState;
  /** Packets of sound and answers to our own checks so far: either shows that the way is open. */
  packets: number;
  answers: number;
}

/**
 * When the sound of a call has to be looked for on another way.
 *
 *   fine ── gone: failed, disconnected for 2 s, or silent for 3 s ──▶ mending ── packets again ──▶ fine
 *                                                                        └── 55 s ──▶ given up
 */
export interface SoundWatch {
  readonly at: 'fine' | 'mending';
  readonly pulse: SoundPulse | null;
  /** When something last came. */
  readonly heardMs: number;
  readonly disconnectedMs: number | null;
  /** When the last mending began. */
  readonly mendedMs: number | null;
  /** When the first of them began that found no way. */
  readonly lostMs: number | null;
}

export const newSoundWatch: SoundWatch = {
  at: 'fine',
  pulse: null,
  heardMs: 0,
  disconnectedMs: null,
  mendedMs: null,
  lostMs: null,
};

const DISCONNECTED_MS = 2_000;
/** Checks are answered every 2.5 s at least while a connection lives. */
const SILENT_MS = 3_000;
/** A new way gets this long before another is tried. */
const MEND_AGAIN_MS = 4_000;

export type SoundNews = 'lost' | 'mend' | 'back' | 'gone' | null;

/** Takes a look; `lost` and `mend` ask for a new way, the first and every later time; `gone` says that there is none. */
export function watchSound(watch: SoundWatch, pulse: SoundPulse): { watch: SoundWatch; news: SoundNews } {
  const before = watch.pulse;
  const hasSound = before !== null && pulse.packets > before.packets;
  const isAlive = before === null || hasSound || pulse.answers > before.answers || pulse.packets < before.packets;
  const heardMs = isAlive ? pulse.nowMs : watch.heardMs;
  const disconnectedMs = pulse.ice === 'disconnected' ? (watch.disconnectedMs ?? pulse.nowMs) : null;
  const next: SoundWatch = { ...watch, pulse, heardMs, disconnectedMs };
  const isOpen = pulse.ice === 'connected' || pulse.ice === 'completed';
  const isGone =
    pulse.ice === 'failed' ||
    (disconnectedMs !== null && pulse.nowMs - disconnectedMs >= DISCONNECTED_MS) ||
    pulse.nowMs - heardMs >= SILENT_MS;
  if (watch.at === 'mending' && isOpen && isAlive && before !== null)
    return { watch: { ...next, at: 'fine', lostMs: null }, news: 'back' };
  if (watch.at === 'fine')
    return isGone ? { watch: mending(next, pulse.nowMs), news: 'lost' } : { watch: next, news: null };
  if (pulse.nowMs - (watch.lostMs ?? pulse.nowMs) >= PHONE.connectAudioMs) return { watch: next, news: 'gone' };
  return isGone && pulse.nowMs - (watch.mendedMs ?? 0) >= MEND_AGAIN_MS
    ? { watch: mending(next, pulse.nowMs), news: 'mend' }
    : { watch: next, news: null };
}

/** Somebody else knows that the way is another one now. */
export const mending = (watch: SoundWatch, nowMs: number): SoundWatch => ({
  ...watch,
  at: 'mending',
  mendedMs: nowMs,
  lostMs: watch.lostMs ?? nowMs,
});
