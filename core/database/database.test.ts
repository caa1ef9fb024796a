import { expect, test } from 'vitest';
import { choosePrimary } from './choose-primary.ts';
import { roomTrouble } from './connection-room.ts';
import { readAddress } from './database-address.ts';
import { logBytes, readPlace, REPLICA_PATIENCE_MS } from './read-place.ts';

const hostsOf = (url: string) => readAddress(url)?.hosts.map(({ name, url: one }) => [name, one]);

test('an address names one host or several, each with its port', () => {
  expect(hostsOf('postgres://u:p@h1:5433/db')).toEqual([['h1:5433', 'postgres://u:p@h1:5433/db']]);
  expect(hostsOf('postgres://u:p@h1,h2:5433/db?sslmode=verify-full&target_session_attrs=read-write')).toEqual([
    ['h1:5432', 'postgres://u:p@h1:5432/db?sslmode=verify-full'],
    ['h2:5433', 'postgres://u:p@h2:5433/db?sslmode=verify-full'],
  ]);
  expect(hostsOf('postgresql://u@[::1]:6000,10.0.0.2/db')).toEqual([
    ['[::1]:6000', 'postgresql://u@[::1]:6000/db'],
    ['10.0.0.2:5432', 'postgresql://u@10.0.0.2:5432/db'],
  ]);
  expect(hostsOf('postgres://u:p%40x@/db?host=h1,%2Frun%2Fpg&port=6000')).toEqual([
    ['h1:6000', 'postgres://u:p%40x@h1:6000/db'],
    ['/run/pg:6000', 'postgres://u:p%40x@127.0.0.1:6000/db?host=%2Frun%2Fpg'],
  ]);
  expect(hostsOf('postgres://u@h1,h2/db?options=-c%20geqo=off')).toEqual([
    ['h1:5432', 'postgres://u@h1:5432/db?options=-c%20geqo=off'],
    ['h2:5432', 'postgres://u@h2:5432/db?options=-c%20geqo=off'],
  ]);
});

test('an address says which sessions it wants, and what is none is told', () => {
  expect(readAddress('postgres://h1,h2/db?target_session_attrs=standby')?.sessionAttrs).toBe('standby');
  expect(readAddress('postgres://h1/db')?.sessionAttrs).toBeNull();
  for (const wrong of [
    'mysql://h1/db',
    'postgres://h1:abc/db',
    'postgres://h1:5432:5433/db',
    'postgres://h1:99999/db',
    'postgres:///db?host=h1,h2&port=1,2,3',
  ])
    expect(readAddress(wrong)).toBeNull();
});

test('of several hosts the one that takes writes is chosen, and of two the one promoted last', () => {
  const primary = (timeline: number) => ({ takesWrites: true, timeline });
  const standby = { takesWrites: false, timeline: 0 };
  expect(choosePrimary([null, standby], { current: 0, newest: 0 })).toBeNull();
  expect(choosePrimary([standby, primary(1)], { current: 0, newest: 0 })).toBe(1);
  expect(choosePrimary([primary(1), null, primary(2)], { current: 0, newest: 0 })).toBe(2);
  expect(choosePrimary([primary(2), primary(2)], { current: null, newest: 0 })).toBe(0);
  expect(choosePrimary([primary(2), primary(2)], { current: 1, newest: 0 })).toBe(1);
});

test('a host that was given up by a promotion is not written to again, also while the promoted one is silent', () => {
  const givenUp = { takesWrites: true, timeline: 1 };
  expect(choosePrimary([givenUp, null], { current: 1, newest: 2 })).toBeNull();
  expect(choosePrimary([givenUp, { takesWrites: true, timeline: 2 }], { current: null, newest: 2 })).toBe(1);
});

test('a copy answers what it has caught up with, is waited for shortly, and is passed over beyond that', () => {
  const wanted = { cluster: 'a', timeline: 2, bytes: 1_000 };
  const at = (bytes: number, waitedMs = 0, timeline = 2) =>
    readPlace({ wanted, reached: { cluster: 'a', timeline, bytes }, waitedMs });
  expect(at(1_000)).toBe('replica');
  expect(at(999)).toBe('wait');
  expect(at(999, REPLICA_PATIENCE_MS)).toBe('primary');
  expect(at(-100_000_000)).toBe('primary');
  expect(readPlace({ wanted, reached: null, waitedMs: 0 })).toBe('primary');
});

test('a copy of another timeline or another cluster is never up to date, however far it has come', () => {
  const wanted = { cluster: 'a', timeline: 2, bytes: 10 };
  for (const reached of [
    { cluster: 'a', timeline: 1, bytes: 99 },
    { cluster: 'b', timeline: 2, bytes: 99 },
  ])
    expect(readPlace({ wanted, reached, waitedMs: 0 })).toBe('primary');
});

test('positions in the log are numbers', () => {
  expect(logBytes('0/3000060')).toBe(0x3000060);
  expect(logBytes('2/00000010')).toBe(2 * 4_294_967_296 + 16);
  expect(() => logBytes('here')).toThrow('no position');
});

test('a pool that never fits is told apart from one that does not fit beside the others', () => {
  expect(roomTrouble(20, { most: 97, used: 40 })).toBeNull();
  expect(roomTrouble(20, { most: 97, used: 80 })).toBe('now');
  expect(roomTrouble(20, { most: 22, used: 0 })).toBe('never');
});
