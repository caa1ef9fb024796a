import { randomUUID } from 'node:crypto';
import { legId } from '#core/telephony/telephony.port.ts';
import type { TriedCall } from '#core/trunk/trunks.port.ts';
import type { LineExchange } from './own-lines.ts';

/** How long somebody who is called for a test has to answer. */
const TRY_CALL_MS = 15_000;

/** Places a call that ends as soon as somebody answers; what is lent is tried by nobody. */
export function tryTrunk(
  exchange: LineExchange,
  { line, tenantId, to, from }: { line: string; tenantId: number | null; to: string; from: string },
): Promise<TriedCall> {
  if (tenantId === null) return Promise.resolve({ at: 'refused', status: 503 });
  const leg = legId(`try-${randomUUID()}`);
  let rang = false;
  return new Promise((done) => {
    const end = (how: TriedCall): void => {
      stop();
      // A node that is away can be told nothing.
      exchange.hangUp(leg).catch(() => {});
      done(how);
    };
    const stop = exchange.onEvent((event) => {
      if (!('leg' in event) || event.leg !== leg) return;
      if (event.type === 'legRinging' || event.type === 'legEarlyMedia') rang = true;
      if (event.type === 'legAnswered') end({ at: 'answered' });
      if (event.type !== 'legEnded') return;
      const wasRefused = event.by === 'them' && event.sipStatus !== null;
      if (wasRefused) end({ at: 'refused', status: event.sipStatus! });
      else
        end(
          event.cause === 'noAnswer'
            ? { at: rang ? 'ringing' : 'unanswered' }
            : { at: 'refused', status: event.sipStatus ?? 503 },
        );
    });
    const ringing = { tenantId, callerId: from, timeoutMs: TRY_CALL_MS };
    exchange.ring(leg, { number: to, line }, ringing).catch(() => end({ at: 'refused', status: 503 }));
  });
}
