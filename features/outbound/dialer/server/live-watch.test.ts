import { afterAll, expect, test } from 'vitest';
import type { ChannelConnection } from '#platform/server/realtime/channels.ts';
import { CloseCode } from '#shared/channel.ts';
import { handClock } from '#test/clock.ts';
import { testServer } from '#test/test-server.ts';
import type { DialerNow } from '../contract.ts';
import { aDialerTeam, aLiveCampaign } from './dialer.fixture.ts';
import type { LiveCampaign } from './engine.ts';
import { openLiveSockets } from './live-sockets.ts';
import { openLiveWatch } from './live-watch.ts';

const server = await testServer();
afterAll(server.close);

function anEngine() {
  let listener: (tenantId: number, campaignId: number) => void = () => {};
  const standing = new Map<number, LiveCampaign>();
  return {
    asked: 0,
    live(_: number, id: number) {
      this.asked += 1;
      return standing.get(id) ?? null;
    },
    onChange(heard: typeof listener) {
      listener = heard;
      return () => (listener = () => {});
    },
    /** A campaign stands otherwise now. */
    stands(tenantId: number, id: number, ringing: number) {
      standing.set(id, aLiveCampaign(id, { ringing }));
      listener(tenantId, id);
    },
  };
}

test('[TASK-03] whoever looks at a task is told at once, and of what changes right after once a second', () => {
  const [engine, clock] = [anEngine(), handClock()];
  const watch = openLiveWatch(engine, clock.after);
  const told: (number | null)[] = [];
  const leave = watch.watch(1, 7, (now) => told.push(now?.ringing ?? null));
  expect(told, 'it does not dial yet').toEqual([null]);
  for (let ringing = 1; ringing <= 5; ringing += 1) engine.stands(1, 7, ringing);
  expect(told).toEqual([null, 1]);
  clock.turn(999);
  expect(told).toEqual([null, 1]);
  clock.turn(1);
  expect(told, 'as it stands then').toEqual([null, 1, 5]);
  clock.turn(5_000);
  expect(told, 'nothing changed').toEqual([null, 1, 5]);
  engine.stands(2, 7, 9);
  engine.stands(1, 8, 9);
  expect(told, 'of another team, and of another task').toEqual([null, 1, 5]);
  leave();
  const { asked } = engine;
  engine.stands(1, 7, 6);
  expect(engine.asked, 'nothing is done for a task nobody looks at').toBe(asked);
  watch.stop();
});

test('[TASK-03] a socket tells of a task of one’s own team, and of no other', async () => {
  const { tenantId, planner, aTask } = await aDialerTeam(server);
  const other = await aDialerTeam(server);
  const id = await aTask(1);
  const theirs = await other.aTask(1);
  const [engine, clock] = [anEngine(), handClock()];
  const watch = openLiveWatch(engine, clock.after);
  const { handler } = openLiveSockets(server.world, watch);
  const connect = async (asked: string) => {
    const seen: { told: (DialerNow | null)[]; closed: number[] } = { told: [], closed: [] };
    const connection = {
      identity: planner.identity,
      query: new URLSearchParams({ id: asked }),
      send: ({ now }: { now: DialerNow | null }) => void seen.told.push(now),
      close: (code: number) => void seen.closed.push(code),
    } as unknown as ChannelConnection;
    await handler.opened!(connection);
    return { ...seen, leave: () => handler.closed!(connection) };
  };
  for (const wrong of [String(theirs), '99999999', 'x'])
    expect(await connect(wrong)).toMatchObject({ told: [], closed: [CloseCode.notAllowed] });
  const line = await connect(String(id));
  engine.stands(tenantId, id, 3);
  expect(line.told).toMatchObject([null, { ringing: 3, why: { limit: 'risk' } }]);
  await line.leave();
  engine.stands(tenantId, id, 4);
  clock.turn(2_000);
  expect(line.told).toHaveLength(2);
  watch.stop();
});
