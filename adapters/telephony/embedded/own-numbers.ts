import type { LegId } from '#core/telephony/telephony.port.ts';
import { ECHO_NUMBER, TEST_CALL_NUMBER } from '#shared/call-headers.ts';
import type { Switchboard } from './sound/switchboard.ts';

/** Numbers the exchange answers itself: the product is not asked. */
export const isOwnNumber = (to: string): boolean => to === ECHO_NUMBER || to === TEST_CALL_NUMBER;

/** What is said comes back. The test call's welcome covers that for a while and gives it back by itself. */
export function serveOwnNumber(switchboard: Switchboard, leg: LegId, to: string, language: string): void {
  switchboard.echo(leg);
  if (to !== TEST_CALL_NUMBER) return;
  switchboard.play(
    leg,
    { sequence: [{ prompt: 'testcall', language }, { name: 'beep' }] },
    { playId: to, loop: false },
  );
}
