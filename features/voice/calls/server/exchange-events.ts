import type { TelephonyEvent } from '#core/telephony/telephony.port.ts';
import type { CallTrail } from './call-trail.ts';
import type { DeskCalls } from './desk-calls.ts';
import type { FoundAgain } from './desk-moves.ts';
import type { PhoneTransfers } from './phone-transfers.ts';
import type { QualityNotes } from './quality-notes.ts';
import type { Reception } from './reception.ts';
import type { RecordingNotes } from './recording-notes.ts';

interface ExchangeEventParts {
  desk: DeskCalls;
  reception: Reception;
  transfers: PhoneTransfers;
  quality: QualityNotes;
  recordings: RecordingNotes;
  trail: Pick<CallTrail, 'received'>;
  foundAgain: FoundAgain;
}

/** Brings what the exchange tells to whom it concerns: the call of its leg, or the part of the desk that waits for it. */
export function passOn(
  { desk, reception, transfers, quality, recordings, trail, foundAgain }: ExchangeEventParts,
  event: TelephonyEvent,
): void {
  switch (event.type) {
    case 'legOffered':
      // One that was found again is told of anew.
      return desk.byLeg(event.leg) ? undefined : reception.offered(event);
    case 'accountRegistered':
      for (const live of desk.all()) live.send({ type: 'phoneRegistered', sipNum: event.account });
      return;
    case 'accountUnregistered':
    case 'accountReplaced':
      return;
    case 'legFound':
      return foundAgain(event);
    case 'recorded':
      return recordings.recorded(event);
    case 'legQuality':
      return quality.measured(event, desk.byLeg(event.leg)?.current());
    case 'transferAsked':
      return transfers.asked(event);
    case 'legEnded':
      quality.ended(event.leg, desk.byLeg(event.leg)?.current());
      break;
  }
  const live = desk.byLeg(event.leg);
  if (live) trail.received(event, live.current().id);
  if (live) live.send(event);
  else reception.received(event);
}
