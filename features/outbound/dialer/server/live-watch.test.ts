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
    onChange(handler: typeof listener) {
      listener = handler;
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
  const received: (number | null)[] = [];
  const leave = watch.watch(1, 7, (now) => received.push(now?.ringing ?? null));
  expect(received, 'it does not dial yet').toEqual([null]);
  for (let ringing = 1; ringing <= 5; ringing += 1) engine.stands(1, 7, ringing);
  expect(received).toEqual([null, 1]);
  clock.turn(999);
  expect(received).toEqual([null, 1]);
  clock.turn(1);
  expect(received, 'as it stands then').toEqual([null, 1, 5]);
  clock.turn(5_000);
  expect(received, 'nothing changed').toEqual([null, 1, 5]);
  engine.stands(2, 7, 9);
  engine.stands(1, 8, 9);
  expect(received, 'of another team, and of another task').toEqual([null, 1, 5]);
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
    const seen: { received: (DialerNow | null)[]; closed: number[] } = { received: [], closed: [] };
    const connection = {
      identity: planner.identity,
      query: new URLSearchParams({ id: asked }),
      send: ({ now }: { now: DialerNow | null }) => void seen.received.push(now),
      close: (code: number) => void seen.closed.push(code),
    } as unknown as ChannelConnection;
    await handler.opened!(connection);
    return { ...seen, leave: () => handler.closed!(connection) };
  };
  for (const wrong of [String(theirs), '99999999', 'x'])
    expect(await connect(wrong)).toMatchObject({ received: [], closed: [CloseCode.notAllowed] });
  const line = await connect(String(id));
  engine.stands(tenantId, id, 3);
  expect(line.received).toMatchObject([null, { ringing: 3, why: { limit: 'risk' } }]);
  await line.leave();
  engine.stands(tenantId, id, 4);
  clock.turn(2_000);
  expect(line.received).toHaveLength(2);
  watch.stop();
});
