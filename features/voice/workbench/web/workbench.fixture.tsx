import { useSyncExternalStore, type ReactNode } from 'react';
import type { PhoneCall } from '#core/phone/phone.ts';
import type { AgentNow } from '#features/team/agent-status/contract.ts';
import type { CallRecord } from '#features/voice/call-records/contract.ts';
import { aRecord as anyRecord } from '#features/voice/call-records/web/call.fixture.ts';
import type { LiveCall } from '#features/voice/calls/contract.ts';
import {
  PhoneDeskContext,
  type PhoneDesk,
  type PhoneView,
  type PressedEvent,
} from '#features/voice/softphone/web/index.ts';
import {
  aLiveCall as anyLiveCall,
  anAgentNow,
  aPhoneCall,
  aReadyPhone,
  fakeDesk as anyDesk,
} from '#features/voice/softphone/web/desk.fixture.ts';
import { toWire } from '#platform/web/zone.ts';

/** Believable things to show on the workbench, and a desk that only writes down what was pressed. */
export const aCall = (some: Partial<PhoneCall> = {}): PhoneCall =>
  aPhoneCall({ callId: 'now', number: '525555501477', ...some });

export const aTalk = (some: Partial<PhoneCall> = {}): PhoneCall =>
  aCall({ at: 'talking', sinceMs: Date.now() - 83_000, customerName: 'Emilio Cárdenas', ...some });

export const aLiveCall = (some: Partial<LiveCall> = {}): LiveCall =>
  anyLiveCall({
    callId: 'now',
    customerNumber: '525555501477',
    startedMs: Date.now() - 90_000,
    answeredMs: Date.now() - 83_000,
    ...some,
  });

export const anAgent = (some: Partial<AgentNow> = {}): AgentNow =>
  anAgentNow({ since: '2026-11-15 09:00:00', ...some });

/** Work after the call `now` that has this many seconds left. */
export const aWrapUp = (leftSec: number, extraSec = 300) => ({
  callId: 'now',
  startTime: toWire(new Date(Date.now() - 10_000)),
  endTime: toWire(new Date(Date.now() + leftSec * 1_000)),
  latestEndTime: toWire(new Date(Date.now() + (leftSec + extraSec) * 1_000)),
});

/** A call of the day before, with a colleague. */
export const aRecord = (some: Partial<CallRecord> = {}): CallRecord =>
  anyRecord({
    callId: 'before',
    startTime: '2026-11-14 16:20:00',
    answerTime: '2026-11-14 16:20:12',
    endTime: '2026-11-14 16:24:40',
    duration: 280,
    callDuration: 268,
    queueSec: 7,
    userId: 8,
    userName: 'Budi',
    ...some,
  });

/** What a test shows: the call of the phone may be given alone. */
type Shown = Partial<PhoneView> & { call?: PhoneCall | null };

export interface FakeDesk extends PhoneDesk {
  readonly pressed: string[];
  show(part: Shown): void;
}

/** The phone's fake desk, with what was pressed in words. */
export function fakeDesk(first: Shown = {}): FakeDesk {
  const seen = ({ call, ...part }: Shown): Partial<PhoneView> => ({
    ...(call === undefined ? {} : { phone: aReadyPhone({ call }) }),
    ...part,
  });
  const desk = anyDesk(seen(first));
  return {
    ...desk,
    show: (part) => desk.show(seen(part)),
    get pressed() {
      return desk.asked.map(([what, value]) =>
        what === 'press'
          ? pressedText(value as PressedEvent)
          : `${what === 'chooseStatus' ? 'status' : String(what)} ${value ?? ''}`.trim(),
      );
    },
  };
}

const pressedText = (event: PressedEvent): string =>
  event.type === 'dialPressed' ? `dial ${event.order.number} ${event.order.callbackCallId ?? ''}`.trim() : event.type;

export function AtDesk({ desk, children }: { desk: PhoneDesk; children: ReactNode }) {
  useSyncExternalStore(desk.watch, desk.view);
  return <PhoneDeskContext value={desk}>{children}</PhoneDeskContext>;
}
