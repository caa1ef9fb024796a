import { describe, expect, test } from 'vitest';
import { aGroup, aLine } from './routing.fixture.ts';
import { positionOf } from './routing-machine.ts';
import { entryOf } from './state.ts';

const offer = (callId: string, userId: number, groupId = 1) => ({ type: 'offer', callId, userId, groupId });
const busy = { routable: false };

describe('who is served first', () => {
  test('[CC-16] an agent who becomes free gets the call that has waited longest in any of their groups', () => {
    const line = aLine(aGroup({ id: 1 }), aGroup({ id: 2 }), aGroup({ id: 3 }));
    line.call('sales', { groupId: 1, queuedAtMs: 30 });
    line.call('support', { groupId: 2, queuedAtMs: 10 });
    line.call('billing', { groupId: 3, queuedAtMs: 20 });
    expect(line.agent(7, { groups: [1, 2, 3] })).toEqual([offer('support', 7, 2)]);
    expect(line.agent(8, { groups: [1, 3] })).toEqual([offer('billing', 8, 3)]);
  });

  test('[CC-16] a higher priority goes before a longer wait; the priority of the group adds to it', () => {
    const line = aLine(aGroup({ id: 1 }), aGroup({ id: 2, priority: 5 }));
    line.call('old', { queuedAtMs: 0 });
    line.call('urgent', { queuedAtMs: 10, priority: 3 });
    line.call('important group', { groupId: 2, queuedAtMs: 20 });
    expect(line.agent(7, { groups: [1, 2] })).toEqual([offer('important group', 7, 2)]);
    expect(line.agent(8)).toEqual([offer('urgent', 8)]);
  });

  test('[CC-16] calls of the same moment are served in the order they came', () => {
    const line = aLine(aGroup());
    for (const callId of ['c', 'a', 'b']) line.call(callId);
    expect([7, 8, 9].flatMap((userId) => line.agent(userId))).toEqual([offer('c', 7), offer('a', 8), offer('b', 9)]);
  });

  test('[CC-16] the longest idle agent is rung first, and being rung in vain counts as a turn', () => {
    const line = aLine(aGroup());
    line.agent(7, { idleSinceMs: 20 });
    line.agent(8, { idleSinceMs: 10 });
    line.nowMs = 100;
    expect(line.call('one')).toEqual([offer('one', 8)]);
    expect(line.ended('one', 8, 'rejected')).toEqual([offer('one', 7)]);
    line.ended('one', 7, 'answered');
    line.agent(7, { idleSinceMs: 50 });
    expect(line.call('two'), 'idle since 50 is longer than rung until 100').toEqual([offer('two', 7)]);
  });
});

describe('who fits', () => {
  const spanish = { skill: 'es', level: 5, required: true, relaxAfterSec: null };

  test('[CC-16] a required skill keeps others away, and a caller without wishes passes by', () => {
    const line = aLine(aGroup());
    line.call('hola', { requirements: [spanish] });
    expect(line.agent(7, { skills: { es: 4 } })).toEqual([]);
    expect(line.call('hello')).toEqual([offer('hello', 7)]);
    expect(line.agent(8, { skills: { es: 5 } })).toEqual([offer('hola', 8)]);
  });

  test('[CC-16] a required skill relaxes after its time, and only then', () => {
    const line = aLine(aGroup({ requirements: [{ ...spanish, relaxAfterSec: 30 }] }));
    line.agent(7);
    expect(line.call('hola')).toEqual([]);
    expect(line.pass(29_999)).toEqual([]);
    expect(line.pass(1)).toEqual([offer('hola', 7)]);
  });

  test('[CC-16] when two calls relax at the same moment, the earlier one gets the free agent', () => {
    const line = aLine(aGroup());
    line.agent(7);
    line.nowMs = 10_000;
    line.call('second', { requirements: [{ ...spanish, relaxAfterSec: 10 }], queuedAtMs: 10_000 });
    line.call('first', { requirements: [{ ...spanish, relaxAfterSec: 15 }], queuedAtMs: 5_000 });
    expect(line.pass(10_000)).toEqual([offer('first', 7)]);
  });

  test('[CC-16] a timer that comes late does not let a later call go first', () => {
    const line = aLine(aGroup());
    line.agent(7, { idleSinceMs: 0 });
    line.call('first', { requirements: [{ ...spanish, relaxAfterSec: 10 }] });
    line.nowMs = 12_000;
    expect(line.call('second')).toEqual([offer('first', 7)]);
  });

  test('[CC-16] a preferred skill decides who is rung first, not who may be', () => {
    const line = aLine(aGroup({ requirements: [{ ...spanish, required: false }] }));
    line.agent(7, { idleSinceMs: 1 });
    line.agent(8, { idleSinceMs: 2, skills: { es: 9 } });
    expect(line.call('one')).toEqual([offer('one', 8)]);
    expect(line.call('two')).toEqual([offer('two', 7)]);
  });

  test('[CC-16] somebody who joins a group, or learns a skill, is given what waits for them', () => {
    const line = aLine(aGroup({ id: 1 }), aGroup({ id: 2 }));
    line.agent(7);
    line.call('other group', { groupId: 2, requirements: [spanish] });
    expect(line.agent(7, { groups: [1, 2] })).toEqual([]);
    expect(line.agent(7, { groups: [1, 2], skills: { es: 5 } })).toEqual([offer('other group', 7, 2)]);
  });
});

describe('one at a time', () => {
  test('[CC-16] nobody has two calls, and no call rings at two agents', () => {
    const line = aLine(aGroup());
    line.agent(7);
    expect(line.call('one')).toEqual([offer('one', 7)]);
    expect(line.call('two')).toEqual([]);
    expect(line.agent(7), 'the board has not heard of the offer yet').toEqual([]);
    expect(line.ended('one', 7, 'answered')).toEqual([]);
    expect(line.agent(7, busy)).toEqual([]);
    expect(line.agent(7, { idleSinceMs: 5 })).toEqual([offer('two', 7)]);
  });

  test('[CC-16] who takes several at a time gets no more than that, and the least loaded comes first', () => {
    const line = aLine(aGroup());
    line.agent(7, { capacity: 2, idleSinceMs: 0 });
    line.agent(8, { capacity: 2, idleSinceMs: 5 });
    const calls = ['a', 'b', 'c', 'd', 'e'].flatMap((callId) => line.call(callId));
    expect(calls).toEqual([offer('a', 7), offer('b', 8), offer('c', 7), offer('d', 8)]);
    expect(line.ended('a', 7, 'answered'), 'answered is still one of two').toEqual([]);
  });
});

describe('an offer that comes to nothing', () => {
  test('[STATUS-06] a missed call goes to the next agent at its old place, and not back to the one on break', () => {
    const line = aLine(aGroup());
    line.agent(7, { idleSinceMs: 1 });
    line.call('one', { queuedAtMs: 0 });
    line.call('two', { queuedAtMs: 10 });
    line.agent(7, busy);
    expect(line.ended('one', 7, 'missed')).toEqual([]);
    expect(line.pass(60_000)).toEqual([]);
    expect(line.agent(8)).toEqual([offer('one', 8)]);
  });

  test('[CC-16] who rejected a call is asked again 5 s later if nobody else is there, and gets other calls meanwhile', () => {
    const line = aLine(aGroup());
    line.agent(7);
    line.call('one');
    line.nowMs = 1_000;
    expect(line.ended('one', 7, 'rejected')).toEqual([]);
    expect(line.pass(4_999)).toEqual([]);
    expect(line.pass(1)).toEqual([offer('one', 7)]);
    line.ended('one', 7, 'rejected');
    expect(line.call('two')).toEqual([offer('two', 7)]);
  });

  test('[CC-16] an agent who could not be reserved is tried again a second later', () => {
    const line = aLine(aGroup());
    line.agent(7);
    line.call('one');
    expect(line.ended('one', 7, 'withdrawn')).toEqual([]);
    expect(line.pass(999)).toEqual([]);
    expect(line.pass(1)).toEqual([offer('one', 7)]);
  });

  test('[CC-16] somebody who has not been asked yet goes before somebody who said no', () => {
    const line = aLine(aGroup());
    line.agent(7, { idleSinceMs: 0 });
    line.call('one');
    line.ended('one', 7, 'deviceError');
    line.pass(4_000);
    line.agent(8, { ...busy });
    line.pass(500);
    expect(line.agent(8, { idleSinceMs: line.nowMs })).toEqual([offer('one', 8)]);
  });

  test('[CC-16] a caller who gives up while an agent rings frees the agent for the next', () => {
    const line = aLine(aGroup());
    line.agent(7);
    line.call('one');
    line.call('two');
    expect(line.send({ type: 'callLeft', callId: 'one', why: 'abandoned' })).toEqual([
      { type: 'withdraw', callId: 'one', userId: 7 },
      offer('two', 7),
    ]);
    expect(line.ended('one', 7, 'missed'), 'a late end of a call that is gone').toEqual([]);
  });
});

describe('overflow', () => {
  const to = (callId: string, kind: object) => ({ type: 'overflow', callId, to: kind });

  test('[CC-16] a call that waited too long goes where the group says, and is offered to nobody any more', () => {
    const line = aLine(aGroup({ maxWaitSec: 30, overflow: { kind: 'voicemail' } }));
    line.call('one');
    expect(line.pass(29_999)).toEqual([]);
    expect(line.pass(1)).toEqual([to('one', { kind: 'voicemail' })]);
    expect(line.agent(7)).toEqual([]);
    line.send({ type: 'callLeft', callId: 'one', why: 'voicemail' });
    expect(entryOf(line.routing(), 'one')).toBeUndefined();
  });

  test('[CC-16] while an agent rings nobody is sent away; the time is up when the ringing was in vain', () => {
    const line = aLine(aGroup({ maxWaitSec: 10 }));
    line.agent(7);
    line.call('one');
    expect(line.pass(15_000)).toEqual([]);
    line.agent(7, busy);
    expect(line.ended('one', 7, 'missed')).toEqual([to('one', { kind: 'hangUp' })]);
  });

  test('[CC-16] into another group the call keeps its place in time', () => {
    const line = aLine(aGroup({ id: 1, maxWaitSec: 20, overflow: { kind: 'group', groupId: 2 } }), aGroup({ id: 2 }));
    line.call('early', { groupId: 1 });
    line.pass(10_000);
    line.call('late', { groupId: 2 });
    expect(line.pass(10_000)).toEqual([to('early', { kind: 'group', groupId: 2 })]);
    expect(line.agent(7, { groups: [2] })).toEqual([offer('early', 7, 2)]);
  });

  test('[CC-16] groups that overflow into each other pass a call on once', () => {
    const line = aLine(
      aGroup({ id: 1, maxWaitSec: 10, overflow: { kind: 'group', groupId: 2 } }),
      aGroup({ id: 2, maxWaitSec: 10, overflow: { kind: 'group', groupId: 1 } }),
    );
    line.call('one');
    expect(line.pass(100_000)).toEqual([to('one', { kind: 'group', groupId: 2 })]);
    expect(line.agent(7, { groups: [2] })).toEqual([offer('one', 7, 2)]);
  });

  test('[CC-16] a full line sends the newcomer on; somebody free is no line', () => {
    const line = aLine(aGroup({ maxWaiting: 1, overflow: { kind: 'callback' } }));
    line.agent(7);
    expect(line.call('one')).toEqual([offer('one', 7)]);
    expect(line.call('two')).toEqual([]);
    expect(line.call('three')).toEqual([to('three', { kind: 'callback' })]);
  });

  test('[CC-16] nobody signed in sends callers on at once, and those who wait when the last one leaves', () => {
    const line = aLine(aGroup({ overflowWhenNobody: true, overflow: { kind: 'voicemail' } }));
    expect(line.call('one')).toEqual([to('one', { kind: 'voicemail' })]);
    line.agent(7, busy);
    expect(line.call('two'), 'on break is signed in').toEqual([]);
    expect(line.agent(7, { routable: false, signedIn: false })).toEqual([to('two', { kind: 'voicemail' })]);
  });

  test('[CC-16] a group that is closed sends its callers away', () => {
    const line = aLine(aGroup({ id: 1, overflow: { kind: 'group', groupId: 2 } }), aGroup({ id: 2, enabled: false }));
    line.call('one');
    expect(line.group(aGroup({ id: 1, enabled: false, overflow: { kind: 'group', groupId: 2 } }))).toEqual([
      to('one', { kind: 'hangUp' }),
    ]);
    expect(line.call('two')).toEqual([to('two', { kind: 'hangUp' })]);
  });
});

describe('promises and places', () => {
  test('[CC-16] a promise to call back keeps the place, does not overflow, and is offered like a call', () => {
    const line = aLine(aGroup({ maxWaitSec: 10 }));
    line.call('one');
    line.call('two');
    line.pass(5_000);
    line.send({ type: 'becameCallback', callId: 'one' });
    expect(line.pass(60_000)).toEqual([{ type: 'overflow', callId: 'two', to: { kind: 'hangUp' } }]);
    expect(line.agent(7)).toEqual([offer('one', 7)]);
  });

  test('[CC-16] a caller who takes the promise while an agent rings stops the ringing', () => {
    const line = aLine(aGroup());
    line.agent(7);
    line.call('one');
    line.agent(7, busy);
    expect(line.send({ type: 'becameCallback', callId: 'one' })).toEqual([
      { type: 'withdraw', callId: 'one', userId: 7 },
    ]);
    expect(line.agent(7, { idleSinceMs: 9 })).toEqual([offer('one', 7)]);
  });

  test('[CC-16] callers hear their place when they come, when it changed, and once a minute', () => {
    const line = aLine(aGroup({ announcePosition: true }));
    const announcement = (callId: string, position: number, waitedMs: number) => ({
      type: 'announce',
      callId,
      position,
      waitedMs,
    });
    expect(line.call('one')).toEqual([announcement('one', 1, 0)]);
    expect(line.call('two')).toEqual([announcement('two', 2, 0)]);
    expect(line.pass(14_000)).toEqual([]);
    line.send({ type: 'callLeft', callId: 'one', why: 'abandoned' });
    expect(line.pass(1_000)).toEqual([announcement('two', 1, 15_000)]);
    expect(line.pass(59_000)).toEqual([]);
    expect(line.pass(1_000)).toEqual([announcement('two', 1, 75_000)]);
  });

  test('[CC-16] a place counts those who are being offered, and priorities', () => {
    const line = aLine(aGroup());
    line.agent(7);
    line.call('one');
    line.call('two');
    line.call('three', { priority: 1 });
    const places = ['one', 'two', 'three'].map((callId) =>
      positionOf(line.routing(), entryOf(line.routing(), callId)!),
    );
    expect(places).toEqual([2, 3, 1]);
  });

  test('a stopping line offers nothing, and keeps what it has', () => {
    const line = aLine(aGroup());
    line.call('one');
    line.send({ type: 'stopping' });
    expect(line.agent(7)).toEqual([]);
    expect(line.send({ type: 'becameCallback', callId: 'one' })).toEqual([]);
    expect(entryOf(line.routing(), 'one')).toMatchObject({ kind: 'callback', at: { is: 'waiting' } });
  });
});
