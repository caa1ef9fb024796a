import type { UserAgent } from 'sip.js';
import type { LineSound } from '../sound/line-sound.ts';
import type { NetworkSource } from './network-watch.ts';

export interface SipLineOptions {
  sound: LineSound;
  network?: NetworkSource;
  /** Another way to the server than a websocket, for tests. */
  transport?: NonNullable<ConstructorParameters<typeof UserAgent>[0]>['transportConstructor'];
}
