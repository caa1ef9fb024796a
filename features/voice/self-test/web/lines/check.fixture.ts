import type { ProbePhone, ProbePhoneEvent } from '#core/line-check/probe-phone.port.ts';
import type { LineStatistics } from '#core/quality/line-statistics.ts';
import type { CheckBegun } from '../../contract.ts';
import { checkSource, type CheckParts } from '../check-parts.ts';

/** Three lines; the first is in use. */
export const aBeginning = (current = 1): CheckBegun => ({
  account: { number: 'test-1', ha1: 'f'.repeat(32), domain: 'openseat.test', iceServers: [] },
  lines: ['Main line', 'Second line', 'Third line'].map((name, place) => ({
    id: place + 1,
    name,
    url: `ws://openseat.test/cc/sip/${place + 1}`,
    current: place + 1 === current,
  })),
});

export const aSecond = (mos: number | null): LineStatistics => ({
  atMs: 0,
  mos,
  remoteMos: null,
  bars: null,
  roundTripMs: 30,
  jitterMs: 2,
  lossPercent: 0.5,
  packetsReceived: 50,
  packetsSent: 50,
});

export interface FakeProbePhone extends ProbePhone {
  asked: string[];
  emit(...events: ProbePhoneEvent[]): void;
}

/** A phone that keeps what it is asked for; a test says what comes of it. */
export function fakeProbePhone(): FakeProbePhone {
  const listeners = new Set<(event: ProbePhoneEvent) => void>();
  const phone: FakeProbePhone = {
    asked: [],
    open: ({ url }) => void phone.asked.push(`open ${url.split('/').at(-1)}`),
    call: (number) => void phone.asked.push(`call ${number}`),
    close: () => void phone.asked.push('close'),
    onEvent(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    emit: (...events) => events.forEach((event) => [...listeners].forEach((listener) => listener(event))),
  };
  return phone;
}

/** Puts a fake phone in place of the browser's. */
export function putFakePhone(
  ways: Awaited<ReturnType<CheckParts['findWays']>> = { udp: true, relay: 'none' },
): FakeProbePhone {
  const phone = fakeProbePhone();
  checkSource.use(async () => ({ checkParts: () => ({ openPhone: () => phone, findWays: async () => ways }) }));
  return phone;
}
