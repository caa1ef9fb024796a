import { act } from '@testing-library/react';
import { FakeSocket, fakeSockets } from '#test/fake-socket.ts';
import { defaultWall, type MonitorAgent, type MonitorCall, type MonitorDown, type MonitorGroup } from '../contract.ts';

export function fakeLine() {
  const { last, opened } = fakeSockets<unknown, MonitorDown>();
  return {
    sockets: () => FakeSocket.all,
    opened,
    accept: () => act(() => last().accept()),
    drop: (code = 1006) => act(() => last().drop(code)),
    say: (data: MonitorDown) => act(() => last().push(data)),
  };
}

export const NOW = Date.parse('2026-11-15T10:00:00Z');

export const anAgent = (
  some: Partial<MonitorAgent> = {},
  voice: Partial<NonNullable<MonitorAgent['voice']>> = {},
): MonitorAgent => ({
  userId: 1,
  name: 'Ana',
  groups: [5],
  text: null,
  voice: {
    sipNumber: '70001',
    status: 67,
    since: '2026-11-15 09:58:00',
    nextStatus: null,
    modifiedBy: null,
    reason: null,
    call: null,
    wrapUp: null,
    monitoring: false,
    connected: true,
    registered: true,
    whyNotRoutable: null,
    ...voice,
  },
  ...some,
});
export const aGroup = (some: Partial<MonitorGroup> = {}): MonitorGroup => ({
  id: 5,
  name: 'Sales',
  groupNo: 1001,
  waiting: 0,
  callbacks: 0,
  oldestAt: null,
  signedIn: 2,
  free: 1,
  talking: 1,
  chats: 0,
  chatsOldestAt: null,
  chatsAnswered: 0,
  chatsLost: 0,
  answered: 8,
  kept: 6,
  lost: 2,
  serviceLevelSec: 20,
  ...some,
});
export const aCall = (some: Partial<MonitorCall> = {}): MonitorCall => ({
  callId: 'c1',
  direction: 'inbound',
  state: 'talking',
  customerNumber: '525512345678',
  customerName: 'Lucía Pérez',
  customerCountry: 'MX',
  ourNumber: '525550000101',
  fromChat: false,
  groupId: 5,
  startedMs: NOW - 90_000,
  answeredMs: NOW - 60_000,
  held: false,
  agents: [{ userId: 1, name: 'Ana', at: 'talking' }],
  supervisors: [],
  mos: 4.2,
  ...some,
});
export const aBoard = (
  some: Partial<Extract<MonitorDown, { kind: 'board' }>> = {},
): Extract<MonitorDown, { kind: 'board' }> => ({
  kind: 'board',
  nowMs: NOW,
  agents: [],
  groups: [],
  calls: [],
  wall: defaultWall,
  ...some,
});
