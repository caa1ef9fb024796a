import { choice } from './session.ts';

/** Names this browser, for the list of devices and for the phone; the same until its storage is cleared. */
export function deviceId(): string {
  const known = choice.get('device');
  if (known) return known;
  const made = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  choice.set('device', made);
  return made;
}
