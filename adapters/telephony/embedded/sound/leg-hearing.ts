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
  for (const partner of leg.partners) partner.partners.delete(leg);
  leg.partners.clear();
}

/** The newest thing to hear: whatever was heard before is over. */
export function hear(leg: SwitchedLeg, hears: Hearing): SwitchboardEvent | null {
  if (leg.hears.from === 'hold') leg.musicAt = leg.hears.music.at;
  if (leg.hears.from === 'monitor') leg.hears.target.supervisors.delete(leg);
  leg.hears = hears;
  if (hears.from === 'monitor') hears.target.supervisors.add(leg);
  return silence(leg, false);
}

export function bridge(legs: readonly SwitchedLeg[]): (SwitchboardEvent | null)[] {
  for (const leg of legs) leaveBridge(leg);
  for (const leg of legs) leg.partners = new Set(legs.filter((other) => other !== leg));
  return legs.map((leg) => hear(leg, { from: 'bridge' }));
}
