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

/** What the server knows this browser by after a sign-in; shown with the next. Everybody who signs in here shares it. */
export const deviceMark = {
  get: (): string | undefined => choice.get('deviceMark') ?? undefined,
  keep: (mark: string | undefined): void => {
    if (mark) choice.set('deviceMark', mark);
  },
};
