import { describe, expect, test } from 'vitest';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import type { VoiceSeatWait } from './phone-desk-parts.ts';
import { deskStage } from './desk-stage.fixture.ts';
import { settle } from './desk.fixture.ts';

const stage = deskStage();
const SIP_INFO = '/cc/api/agent/v1/sipInfo';
const EVENT = '/cc/api/agentStatus/v1/event';
const WEB = '/cc/api/agentStatus/v1/web';

/** A line for seats that answers as the test says. */
function aSeatLine(granted: boolean) {
  let [ahead, asked] = [null as number | null, 0];
  const given = new Set<() => void>();
  const watchers = new Set<() => void>();
  const seat: VoiceSeatWait = {
    async want() {
      asked += 1;
      ahead = granted ? null : 1;
      watchers.forEach((watcher) => watcher());
      return granted;
    },
    ahead: () => ahead,
    giveUp() {
      ahead = null;
      watchers.forEach((watcher) => watcher());
    },
    watch: (watcher) => (watchers.add(watcher), () => void watchers.delete(watcher)),
    onGiven: (listener) => (given.add(listener), () => void given.delete(listener)),
  };
  return {
    seat,
    asked: () => asked,
    give() {
      ahead = null;
      watchers.forEach((watcher) => watcher());
      given.forEach((listener) => listener());
    },
  };
}

describe('a team that shares its voice seats', () => {
  test('[QUEUE-01] without a seat the phone waits, says so, and starts as soon as one is granted', async () => {
    stage.server.state.refuse[SIP_INFO] = 'phoneSeatUnavailable';
    const line = aSeatLine(false);
    const { desk, lines } = await stage.ready({ seat: line.seat });
    expect(desk.view()).toMatchObject({ seatAhead: 1, phone: { account: { is: 'none' } } });
    expect(stage.toasts).toEqual([]);
    stage.server.state.refuse = {};
    line.give();
    await settle();
    expect(desk.view()).toMatchObject({ seatAhead: null, phone: { account: { is: 'given' }, link: { at: 'ready' } } });
    expect(lines).toHaveLength(1);
  });

  test('[QUEUE-01] a seat that is free starts the phone at once', async () => {
    const line = aSeatLine(true);
    let refused = 0;
    stage.server.state.refuse[SIP_INFO] = 'phoneSeatUnavailable';
    const want = line.seat.want;
    line.seat.want = () => {
      refused += 1;
      stage.server.state.refuse = {};
      return want();
    };
    const { desk } = await stage.ready({ seat: line.seat });
    expect(refused).toBe(1);
    expect(desk.view().phone.link.at).toBe('ready');
  });

  test('[SEC-04] whoever has no voice seat at all is warned as ever', async () => {
    stage.server.state.refuse[SIP_INFO] = 'phoneSeatUnavailable';
    const line = aSeatLine(false);
    line.seat.ahead = () => null;
    await stage.ready({ seat: line.seat });
    expect(stage.toasts).toMatchObject([{ tone: 'warning', text: 'said: phoneSeatUnavailable' }]);
  });

  test('[QUEUE-01] whoever waits no longer asks again by choosing a status, and stops waiting by choosing offline', async () => {
    stage.server.state.refuse[SIP_INFO] = 'phoneSeatUnavailable';
    const line = aSeatLine(false);
    const { desk } = await stage.ready({ seat: line.seat });
    desk.chooseStatus(AgentStatus.available);
    await settle();
    expect(line.asked()).toBe(2);
    desk.chooseStatus(AgentStatus.offline);
    await settle();
    expect(line.asked()).toBe(2);
    expect(desk.view().seatAhead).toBeNull();
  });

  test('[QUEUE-01] a status chosen without a seat is taken up when the seat is granted', async () => {
    const line = aSeatLine(false);
    const { desk } = await stage.ready({ seat: line.seat });
    desk.chooseStatus(AgentStatus.offline);
    await settle();
    stage.server.state.refuse[EVENT] = 'seatNotGranted';
    desk.chooseStatus(AgentStatus.meeting);
    await settle();
    expect(line.asked()).toBe(1);
    expect(desk.view()).toMatchObject({ seatAhead: 1, agent: { status: AgentStatus.offline } });
    stage.server.state.refuse = {};
    line.give();
    await settle();
    expect(desk.view().agent?.status).toBe(AgentStatus.meeting);
  });

  test('[QUEUE-01] a seat lost before the page came in is asked for, and the page comes in with it', async () => {
    const line = aSeatLine(false);
    stage.server.state.refuse[WEB] = 'seatNotGranted';
    await stage.ready({ seat: line.seat });
    expect(line.asked()).toBe(1);
    stage.server.state.refuse = {};
    const before = stage.server.bodies('agentStatus/v1/web').length;
    line.give();
    await settle();
    expect(stage.server.bodies('agentStatus/v1/web')).toHaveLength(before + 1);
  });
});
