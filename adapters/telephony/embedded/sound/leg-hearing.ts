import type { Hearing } from './hearing.ts';
import type { SwitchedLeg } from './plan.ts';
import type { SwitchboardEvent } from './switchboard.ts';

export const NOTHING: Hearing = { from: 'nothing' };

/** Takes the sound away and answers what the world is to be told. */
export function silence(leg: SwitchedLeg, completed: boolean): SwitchboardEvent | null {
  if (!leg.sound) return null;
  leg.sound = null;
  return { type: 'played', leg: leg.id, playId: leg.playId, completed };
}

export function leaveBridge(leg: SwitchedLeg): void {
  if (!leg.partner) return;
  leg.partner.partner = null;
  leg.partner = null;
}

/** The newest thing to hear: whatever was heard before is over. */
export function hear(leg: SwitchedLeg, hears: Hearing): SwitchboardEvent | null {
  if (leg.hears.from === 'hold') leg.musicAt = leg.hears.music.at;
  if (leg.hears.from === 'monitor') leg.hears.target.supervisors.delete(leg);
  leg.hears = hears;
  if (hears.from === 'monitor') hears.target.supervisors.add(leg);
  return silence(leg, false);
}

export function bridge(a: SwitchedLeg, b: SwitchedLeg): (SwitchboardEvent | null)[] {
  leaveBridge(a);
  leaveBridge(b);
  a.partner = b;
  b.partner = a;
  return [hear(a, { from: 'bridge' }), hear(b, { from: 'bridge' })];
}
