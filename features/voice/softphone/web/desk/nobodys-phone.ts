import { newPhone } from '#core/phone/phone.ts';
import type { PhoneSound } from '#core/phone/phone-sound.port.ts';
import type { PhoneView } from './phone-desk.ts';

/** The sound of this tab, while no tab that carries the phone tells of its own. */
export const soundHere = (sound: PhoneSound): PhoneView['sound'] => ({
  permission: 'prompt',
  devices: sound.devices(),
  volumes: sound.volumes(),
  needsGesture: sound.needsGesture(),
  isAsked: false,
});

/** A tab carries it, or did when it was last heard of. */
export const isSomebodys = ({ isOwner, agent }: PhoneView): boolean => isOwner || agent !== null;

/** What is shown while no tab is known to carry the phone. */
export const nobodysPhone = (sound: PhoneSound): PhoneView => ({
  phone: newPhone(),
  agent: null,
  isLinked: false,
  calls: [],
  quality: null,
  isOwner: false,
  sound: soundHere(sound),
  seatAhead: null,
  clockOffsetMs: 0,
});
