import type { SuiteCall } from '#core/telephony/suite/rehearsed-exchange.fixture.ts';
import { openToneEar, toneFrame } from '#test/tone-ear.ts';
import { carrierCall, type Carrier, type CarrierLeg } from '../carrier.ts';
import { openCarrierEnd } from '../embedded/sound/open-carrier-end.ts';
import { openMetronome } from '../embedded/sound/open-metronome.ts';

/** People behind a trunk, for the exchange's suite: they say tones and know which they hear. */
export function outsideOn(calls: SuiteCall[]): {
  join(leg: CarrierLeg): void;
  place(carrier: Carrier, did: string, from: string): SuiteCall;
  stop(): void;
} {
  const metronome = openMetronome();

  function callOn(leg: CarrierLeg, first: 'ringing' | 'calling'): SuiteCall {
    const ear = openToneEar();
    const statuses: number[] = [];
    let at: ReturnType<SuiteCall['at']> = first;
    let status: number | null = null;
    let keys = '';
    let saysHz: number | null = null;
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
      ended: (end) => over(end),
    };
    const end = openCarrierEnd(leg);
    end.listener = { packet: ({ payload }) => ear.hear(payload), key: (key) => void (keys += key) };
    const stopSending = metronome.subscribe(() => end.send(toneFrame(saysHz)));
    const call: SuiteCall = {
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
        await leg.answer();
      },
      async decline(sipStatus) {
        over(null);
        leg.refuse(sipStatus);
      },
      async hangUp() {
        over(null);
        leg.hangUp();
      },
      hold: () => Promise.reject(new Error('a trunk of ours does not hold')),
      resume: () => Promise.reject(new Error('a trunk of ours does not hold')),
      key: async (key) => end.sendKey(key, 100),
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
      hears: async () => ear.tones(),
    };
    calls.push(call);
    return call;
  }

  return {
    join: (leg) => void callOn(leg, 'ringing'),
    place(carrier, did, from) {
      const { near, far } = carrierCall(did, from);
      const call = callOn(near, 'calling');
      carrier.place(far);
      return call;
    },
    stop: () => metronome.stop(),
  };
}
