import { expect, test } from 'vitest';
import { legId } from '#core/telephony/telephony.port.ts';
import { adoptParts } from './adopt-parts.ts';
import type { ExchangeNode } from './exchange-node.ts';
import { newAriLeg, type AriLeg } from './leg-book.ts';

const aLeg = (id: string): AriLeg =>
  newAriLeg({
    id: legId(id),
    application: 'os-tenant-7',
    node: {} as ExchangeNode,
    made: 'rung',
    line: null,
    account: null,
    channel: id,
    sinceMs: 0,
  });

test('who heard a sound of a process that is gone is found beside the conversation their voice is in', () => {
  const [caller, agent, supervisor] = [aLeg('a-17.3'), aLeg('x-1'), aLeg('x-2')];
  const all = [caller!, agent!, supervisor!];
  const find = {
    leg: (id: string) => all.find((leg) => leg.id === id),
    ofChannel: (channel: string) => all.find((leg) => leg.channel === channel),
  };
  const strayed = adoptParts(
    find,
    [
      { id: 'ghost-a-17.3~0a1b2c3d4', name: 'Snoop/a-17.3-0000000a' },
      { id: 'spy-x-2~0a1b2c3d5', name: 'Snoop/x-1-0000000b' },
      { id: 'ghost-gone~0a1b2c3d6', name: 'Snoop/gone-0000000c' },
      { id: 'stream-x-1', name: 'AudioSocket/127.0.0.1:5000-1' },
    ],
    [
      { id: 'room-1', channels: ['x-1', 'ghost-a-17.3~0a1b2c3d4', 'ghost-gone~0a1b2c3d6'] },
      { id: 'side-x-2', channels: ['x-2', 'spy-x-2~0a1b2c3d5'] },
    ],
  );
  expect(strayed).toEqual([caller]);
  expect(caller).toMatchObject({
    room: 'room-1',
    hears: { from: 'room' },
    stands: { at: 'cell-a-17.3', ghost: { channel: 'ghost-a-17.3~0a1b2c3d4', room: 'room-1' } },
  });
  expect(supervisor).toMatchObject({
    hears: { from: 'monitor', target: 'x-1', mode: 'listen' },
    stands: { at: 'side-x-2', spy: { channel: 'spy-x-2~0a1b2c3d5', target: 'x-1' } },
  });
});
