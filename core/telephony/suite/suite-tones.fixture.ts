import type { Sound } from '../sound.ts';

/** What each party of the suite says, in hertz: tones whose harmonics do not meet. */
export const AGENT = 500;
export const COLLEAGUE = 800;
export const SUPERVISOR = 1_100;
export const CUSTOMER = 1_400;
export const MUSIC = 600;
export const MACHINE = 1_900;

export const music: Sound = { tones: [{ hz: [MUSIC], ms: 1_000 }] };
export const tone = (hz: number, ms: number): Sound => ({ tones: [{ hz: [hz], ms }] });
