import { describe, expect, test } from 'vitest';
import { conferenceSuite } from '#core/telephony/suite/conference.suite.ts';
import { legsSuite } from '#core/telephony/suite/legs.suite.ts';
import type { RehearsedExchange, SuiteCall } from '#core/telephony/suite/rehearsed-exchange.fixture.ts';
import { soundSuite } from '#core/telephony/suite/sound.suite.ts';
import { openStage, type OnStage } from '#core/telephony/suite/suite-stage.fixture.ts';
import { openTestExchange } from '#test/test-exchange.ts';
import { outsideOn } from './outside-trunk.fixture.ts';
import { openTrunkStage } from './trunk-stage.fixture.ts';
import { until } from '../until.fixture.ts';

/** Cases of the exchange's suite that need somebody outside, but none where that somebody holds: a trunk of ours never does. */
const cases = [
  'an outside number: rings, is busy, declines',
  'an outside number that does not answer in time',
  'somebody outside calls one of our numbers',
  'a call from outside is refused',
  'the far side speaks before it answers, and the caller hears it',
  '[CALL-11] a held leg hears music and its partner nothing, until they are joined again',
  '[CALL-15] a key is told once and reaches the partner',
  '[CALL-25] left is what the leg says, right what it hears, through a hold',
];

/** The exchange whose line is a trunk, and the world behind a second one. */
async function openTrunkExchange(): Promise<RehearsedExchange> {
  const stage = openTrunkStage();
  const [ours, theirs] = await Promise.all([stage.edge(), stage.edge()]);
  const way = (port: number) => ({
    domain: '127.0.0.1',
    gateways: [{ host: '127.0.0.1', port }],
    calledNumber: { form: 'asGiven' as const },
    shownNumber: { form: 'asGiven' as const },
  });
  const us = stage.carrier(ours, way(theirs.ports.udp!));
  const world = stage.carrier(theirs, way(ours.ports.udp!));
  await Promise.all([us.check(), world.check()]);
  const calls: SuiteCall[] = [];
  const { join, place, stop } = outsideOn(calls);
  world.onCall(join);
  const exchange = await openTestExchange({ carriers: { main: us } });
  return {
    ...exchange,
    outside: {
      line: 'main',
      number: '5557777',
      callIn: (did, from) => place(world, did, from),
      rung: () => calls.findLast((call) => call.at() === 'ringing'),
    },
    async close() {
      await exchange.close();
      stop();
      await stage.close();
      if (stage.bugs.length > 0) throw new Error(JSON.stringify(stage.bugs));
    },
  };
}

describe('[CC-12] the exchange, with a trunk as its line', () => {
  const found = new Set<string>();
  const onStage: OnStage = (name, play) => {
    if (!cases.includes(name)) return;
    found.add(name);
    test(`${name}`, { timeout: 40_000 }, async () => {
      const exchange = await openTrunkExchange();
      try {
        const stage = openStage(exchange);
        await play(stage);
        for (const leg of await exchange.telephony.legs()) await exchange.telephony.hangUp(leg);
        await until('no leg is left', async () => (await exchange.telephony.legs()).length === 0);
      } finally {
        await exchange.close();
      }
    });
  };
  legsSuite(onStage);
  soundSuite(onStage);
  conferenceSuite(onStage);
  test('every case is still called so', () => {
    expect([...found].sort()).toEqual(cases.toSorted());
  });
});
