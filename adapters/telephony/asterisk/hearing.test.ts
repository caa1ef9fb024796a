import { describe, expect, test } from 'vitest';
import { legId } from '#core/telephony/telephony.port.ts';
import {
  cellOf,
  companyOf,
  hear,
  newListener,
  NOTHING,
  roomFor,
  sideOf,
  standOf,
  stayBehind,
  withoutStream,
  type ListeningLeg,
  type HeardSound,
} from './hearing.ts';

const beep: HeardSound = { key: 'k1', playId: 'p1', sound: { name: 'beep' }, loop: false };
const music: HeardSound = { key: 'k2', playId: '', sound: { name: 'music' }, loop: true };
const leg = (id: string, wish: Partial<ListeningLeg> = {}): ListeningLeg => ({ ...newListener(legId(id)), ...wish });
const target = leg('target', { room: 'room-1', hears: { from: 'room' } });
const monitors = (mode: 'listen' | 'whisper' | 'barge') =>
  leg('boss', { hears: { from: 'monitor', target: target.id, mode } });
const find = (id: string) => (id === 'target' ? target : undefined);

describe('where the channel of a leg stands', () => {
  test.each([
    ['hears nothing: nowhere', leg('a'), { at: null }],
    ['talks: in the room', leg('a', { room: 'room-1', hears: { from: 'room' } }), { at: 'room-1', ghostIn: null }],
    [
      'hears a sound over a talk: in its cell, and a snoop stands in the room for it',
      leg('a', { room: 'room-1', hears: { from: 'room' }, sound: beep }),
      { at: cellOf(legId('a')), ghostIn: 'room-1', playing: beep },
    ],
    [
      'is on hold: in its cell, and nobody for it',
      leg('a', { hears: { from: 'hold', music } }),
      { at: cellOf(legId('a')), ghostIn: null, playing: music },
    ],
    [
      'hears a sound over the music of a hold: that sound',
      leg('a', { hears: { from: 'hold', music }, sound: beep }),
      { playing: beep },
    ],
    [
      'talks to a program over a talk',
      leg('a', { room: 'room-1', hears: { from: 'stream', stream: 's', before: { from: 'room' } } }),
      { at: cellOf(legId('a')), ghostIn: 'room-1', stream: 's' },
    ],
    [
      'listens in: beside a snoop, muted',
      monitors('listen'),
      { at: sideOf(legId('boss')), spiesOn: 'target', isMuted: true },
    ],
    [
      'whispers: beside a snoop, heard',
      monitors('whisper'),
      { at: sideOf(legId('boss')), spiesOn: 'target', isMuted: false },
    ],
    ['barges in: in the room of the talk', monitors('barge'), { at: 'room-1', spiesOn: null, isMuted: false }],
    [
      'is muted in a talk',
      leg('a', { room: 'room-1', hears: { from: 'room' }, isMuted: true }),
      { at: 'room-1', isMuted: true },
    ],
    [
      'monitors somebody who is gone: nowhere',
      leg('b', { hears: { from: 'monitor', target: legId('x'), mode: 'listen' } }),
      { at: null },
    ],
  ])('who %s', (_, one, stand) => {
    expect(standOf(one, find)).toMatchObject(stand);
  });
});

test('who joined a talk stays in it when the one they watched goes; who only listened does not', () => {
  const [listens, joined] = [monitors('listen'), monitors('barge')];
  stayBehind(target, [listens, joined]);
  const nobody = () => undefined;
  expect([standOf(listens, nobody).at, standOf(joined, nobody).at]).toEqual([null, 'room-1']);
  expect(roomFor([joined, leg('customer', { room: 'room-1' })], [joined], 'new')).toBe('room-1');
});

test('the newest thing to hear cuts a sound off, which is told', () => {
  const one = leg('a', { sound: beep });
  expect(hear(one, NOTHING)).toBe(beep);
  expect(one.sound).toBeNull();
});

describe('the room of a conversation', () => {
  const [a, b, c] = [leg('a', { room: 'r1' }), leg('b', { room: 'r1' }), leg('c')];
  test.each([
    ['is the one they are in, where nobody else is', [a, b, c], 'r1'],
    ['is a new one where somebody would be left behind in theirs', [a, c], 'new'],
    ['is a new one for those who are in none', [c], 'new'],
  ])('%s', (_, legs, room) => {
    expect(roomFor(legs, [a, b, c], 'new')).toBe(room);
  });
});

test('a closed stream gives back what was heard before the open one below it', () => {
  const below = { from: 'stream', stream: 'one', before: { from: 'room' } } as const;
  const hears = { from: 'stream', stream: 'two', before: below } as const;
  expect(withoutStream(hears, (stream) => stream === 'one')).toBe(below);
  expect(withoutStream(hears, () => false)).toEqual({ from: 'room' });
});

test('rooms, supervisors and those they watch hang together, and nobody else', () => {
  const partner = leg('partner', { room: 'room-1' });
  const boss = monitors('listen');
  const stranger = leg('stranger', { room: 'room-2' });
  const everybody = [target, partner, boss, stranger];
  expect([...companyOf([partner], everybody)].map(({ id }) => id).sort()).toEqual(['boss', 'partner', 'target']);
});
