import { expect, test } from 'vitest';
import { fillScript, scriptsFor, type BoundScript, type ScriptedCall } from './script.ts';

const bound = (id: number, part: Partial<BoundScript> = {}): BoundScript => ({
  id,
  direction: 'any',
  groupIds: [],
  numbers: [],
  ...part,
});
const call: ScriptedCall = { direction: 'inbound', groupIds: [3], ourNumber: '525550000101' };
const ids = (scripts: BoundScript[], of: Partial<ScriptedCall> = {}) =>
  scriptsFor(scripts, { ...call, ...of }).map(({ id }) => id);

test('[CC-13] the script of the number comes before that of the group, and both before one for every call', () => {
  const all = [
    bound(1),
    bound(2, { direction: 'inbound' }),
    bound(3, { groupIds: [3, 4] }),
    bound(4, { numbers: ['525550000101'] }),
    bound(5),
  ];
  expect(ids(all)).toEqual([4, 3, 2, 1, 5]);
});

test('[CC-13] a script bound elsewhere, for the other direction or for a call between colleagues is not shown', () => {
  expect(ids([bound(1, { groupIds: [9] }), bound(2, { numbers: ['1'] }), bound(3, { direction: 'outbound' })])).toEqual(
    [],
  );
  expect(ids([bound(1)], { direction: 'internal' })).toEqual([]);
  expect(ids([bound(1, { groupIds: [9], numbers: ['525550000101'] })]), 'one of both is enough').toEqual([1]);
});

test('[CC-13] variables are filled in, unknown ones are left to the agent, anything else stays', () => {
  expect(
    fillScript('Hello {customerName}, {agentName} of {groupName}. {discount} {}', {
      customerName: 'Lucía',
      agentName: 'Ana',
      groupName: '',
    }),
  ).toBe('Hello Lucía, Ana of …. {discount} {}');
  expect(
    fillScript('{customerName}', { customerName: '{agentName}', agentName: 'Ana' }),
    'what is filled in is not read again',
  ).toBe('{agentName}');
});
