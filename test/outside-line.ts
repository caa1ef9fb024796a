import { carrierCall, type Carrier, type CarrierLeg, type Metronome } from '#adapters/telephony/carrier.ts';
import type { SuiteCall, SuiteOutside } from '#core/telephony/suite/rehearsed-exchange.fixture.ts';
import { openToneEar, toneFrame } from './tone-ear.ts';

/** A line whose far side is in the hands of a test: says tones, knows which it hears. */
export function openOutsideLine(
  line: string,
  metronome: Metronome,
): { carrier: Carrier; outside: SuiteOutside; calls: readonly SuiteCall[] } {
  const calls: SuiteCall[] = [];
  let offer: (leg: CarrierLeg) => void = (leg) => leg.refuse(503);
  return {
    calls,
    carrier: {
      place: (leg) => void calls.push(callOn(leg, 'ringing', metronome)),
      onCall: (listener) => {
        offer = listener;
      },
      stop: () => {},
    },
    outside: {
      line,
      number: '5557777',
      callIn(did, from) {
        const { near, far } = carrierCall(did, from);
        const call = callOn(far, 'calling', metronome);
        calls.push(call);
        offer(near);
        return call;
      },
      rung: () => calls.findLast((call) => call.at() === 'ringing'),
    },
  };
}

function callOn(leg: CarrierLeg, first: 'ringing' | 'calling', metronome: Metronome): SuiteCall {
  const ear = openToneEar();
  const statuses: number[] = [];
  let at: ReturnType<SuiteCall['at']> = first;
  let status: number | null = null;
  let keys = '';
  let saysHz: number | null = null;
  let isHeld = false;
  const stopSending = metronome.subscribe(() => leg.send(toneFrame(isHeld ? null : saysHz)));
  const over = (end: number | null): void => {
    at = 'over';
    status = end;
    stopSending();
  };
  leg.listener = {
    ringing: () => void statuses.push(180),
    earlyMedia: () => void statuses.push(183),
    answered: () => {
      at = 'talking';
    },
    ended: over,
    frame: (frame) => {
      if (!isHeld) ear.hear(frame);
    },
    key: (key) => {
      keys += key;
    },
  };
  const hold = async (held: boolean): Promise<void> => {
    isHeld = held;
    leg.hold(held);
  };
  return {
    at: () => at,
    status: () => status,
    provisionalStatuses: () => statuses,
    callerId: () => leg.from,
    header: () => undefined,
    sipCallId: () => leg.sipCallId,
    ring: () => leg.ringing(),
    speakEarly: () => leg.earlyMedia(),
    async answer() {
      at = 'talking';
      leg.answer();
    },
    async decline(sipStatus) {
      over(null);
      leg.refuse(sipStatus);
    },
    async hangUp() {
      over(null);
      leg.hangUp();
    },
    hold: () => hold(true),
    resume: () => hold(false),
    key: async (key) => leg.pressKey(key),
    keys: () => keys,
    refer: () => Promise.reject(new Error('a line cannot transfer')),
    referReplacing: () => Promise.reject(new Error('a line cannot transfer')),
    transferReports: () => [],
    speak: (hz) => {
      saysHz = hz;
    },
    beSilent: () => {
      saysHz = null;
    },
    stopSending,
    hears: async () => (isHeld ? [] : ear.tones()),
  };
}
