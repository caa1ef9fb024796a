import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { RehearsedExchange, SuiteCall, SuitePhone } from '#core/telephony/suite/rehearsed-exchange.fixture.ts';
import { telephonySuite } from '#core/telephony/telephony.suite.ts';
import { legId, type LegId, type TelephonyEvent } from '#core/telephony/telephony.port.ts';
import { fakeTelephony, type FakeTelephony } from './fake-telephony.ts';

/** A person's view of a leg of the fake. */
function callOn(fake: FakeTelephony, leg: LegId): SuiteCall & { leg: LegId } {
  const now = () => fake.leg(leg)!;
  const at = { waiting: now().made === 'offered' ? 'calling' : 'ringing', answered: 'talking', ended: 'over' } as const;
  return {
    leg,
    at: () => at[now().at],
    status: () => (now().end?.by === 'us' && now().made === 'offered' ? now().end!.sipStatus : null),
    provisionalStatuses: () => now().provisionalStatuses,
    callerId: () => now().shown?.callerId ?? '',
    header: (name) => now().shown?.headers?.[name],
    sipCallId: () => now().shown?.sipCallId ?? null,
    ring: () => fake.rings(leg),
    speakEarly: () => fake.speaksEarly(leg),
    answer: async () => fake.picksUp(leg),
    decline: async (sipStatus) => fake.declines(leg, sipStatus),
    hangUp: async () => fake.hangsUp(leg),
    hold: async () => fake.holds(leg),
    resume: async () => fake.resumes(leg),
    key: async (key, by) => fake.presses(leg, key, by),
    keys: () => fake.keysHeard(leg),
    refer: async (to) => fake.asksTransfer(leg, to),
    referReplacing: async (other) => {
      const replaced = (other as unknown as { leg: LegId }).leg;
      fake.asksTransfer(leg, fake.leg(replaced)!.to, replaced);
    },
    transferReports: () => fake.transferReports(leg),
    speak: (hz) => fake.says(leg, [hz]),
    beSilent: () => fake.says(leg, []),
    stopSending: () => fake.says(leg, []),
    hears: async () => fake.hearsHz(leg),
  };
}

function rehearsed(): RehearsedExchange {
  const fake = fakeTelephony();
  const legsOf = async (account: string) => (await fake.legs()).filter((leg) => fake.leg(leg)!.account === account);
  let dropped = Promise.resolve();
  const phone = (account: string): SuitePhone => ({
    account,
    call: (to, headers) => callOn(fake, fake.phoneCalls(account, to, headers)),
    rung: () => {
      const leg = fake.ringing(account);
      return leg && callOn(fake, leg);
    },
    unregister: async () => fake.unregisters(account),
    dropConnection: () => void (dropped = legsOf(account).then((legs) => legs.forEach((leg) => fake.disconnects(leg)))),
    busy: () => {},
    reconnect: async () => (await legsOf(account)).forEach((leg) => fake.reconnects(leg)),
  });
  return {
    telephony: fake,
    phone: async (account) => {
      await dropped;
      fake.registers(account);
      return phone(account);
    },
    outside: {
      line: 'main',
      number: '5557777',
      callIn: (to, from) => callOn(fake, fake.outsideCalls({ line: 'main', from, to })),
      rung: () => {
        const leg = fake.ringTo('5557777');
        return leg && callOn(fake, leg);
      },
    },
    pass: async (ms) => fake.passMs(ms),
    read: (path) => readFile(path),
    close: async () => {},
  };
}

telephonySuite(async () => rehearsed());

test('what a command causes is told after it returned, what a party does at once', async () => {
  const fake = fakeTelephony();
  const eventTypes: TelephonyEvent['type'][] = [];
  fake.onEvent((event) => void eventTypes.push(event.type));
  fake.registers('1001');
  const ringing = fake.ring(legId('a'), { account: '1001' }, { tenantId: 1, callerId: '1', timeoutMs: 1_000 });
  expect(eventTypes).toEqual(['accountRegistered']);
  await ringing;
  expect(eventTypes).toEqual(['accountRegistered', 'legRinging']);
  fake.picksUp(legId('a'));
  expect(eventTypes.at(-1)).toBe('legAnswered');
});

test('a phone that stays away is lost after half a minute, one that returned is not', async () => {
  const fake = fakeTelephony();
  fake.registers('1001');
  await fake.ring(legId('a'), { account: '1001' }, { tenantId: 1, callerId: '1', timeoutMs: 1_000 });
  fake.picksUp(legId('a'));
  fake.disconnects(legId('a'));
  fake.passMs(20_000);
  fake.reconnects(legId('a'));
  fake.disconnects(legId('a'));
  fake.passMs(20_000);
  expect(fake.leg(legId('a'))!.at).toBe('answered');
  fake.passMs(10_000);
  expect(fake.leg(legId('a'))!.end).toMatchObject({ cause: 'lost' });
});

test('says who hears whom', async () => {
  const fake = fakeTelephony();
  const caller = fake.outsideCalls({ line: 'main', from: '5551', to: '5552' });
  await fake.answer(caller);
  await fake.hold(caller, { name: 'music' });
  expect(fake.hears(caller)).toEqual([{ sound: { name: 'music' } }]);
  fake.registers('1001');
  await fake.ring(legId('a'), { account: '1001' }, { tenantId: 1, callerId: '5551', timeoutMs: 1_000 });
  fake.picksUp(fake.ringing('1001')!);
  await fake.bridge(caller, legId('a'));
  expect(fake.hears(caller)).toEqual([{ leg: legId('a') }]);
  expect(fake.log.map(({ command }) => command)).toEqual(['answer', 'hold', 'ring', 'bridge']);
});
