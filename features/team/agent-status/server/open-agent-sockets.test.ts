import { afterAll, beforeAll, expect, test } from 'vitest';
import { GONE_MS, SILENT_MS } from '#core/agent-status/agent-machine.ts';
import { aProcess, eventually, Page } from '#platform/server/realtime/realtime-process.fixture.ts';
import { failed } from '#shared/envelope.ts';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import { aSession, aTenant } from '#test/builders.ts';
import { testDb } from '#test/test-db.ts';
import { agentSocket, asmTicketPurpose, type AgentSocketDown } from '../contract.ts';
import { openAgentSockets } from './open-agent-sockets.ts';
import { aBoard, anAgent, getReady, type AgentMember } from './board.fixture.ts';

const { db, url, close } = await testDb();
const world = aBoard(db);
const { board, clock } = world;
const sockets = openAgentSockets(
  { db, clock, exchange: { domain: 'openseat.test', node: 'node-1', iceServers: () => [] } },
  board,
);
const server = await aProcess(url, { channels: [sockets.served], clock });
beforeAll(() => board.start());
afterAll(async () => {
  await server.stop();
  await board.stop();
  await close();
});
const tenantId = await aTenant(db);
const signedIn = async (): Promise<AgentMember> => {
  const agent = await anAgent(db, tenantId);
  await board.signIn(agent, { sessionId: agent.sessionId, deviceId: 'desk', newStatus: AgentStatus.available });
  return agent;
};

const messagesOf = (page: Page): AgentSocketDown[] => page.data() as unknown as AgentSocketDown[];
const statuses = (page: Page) => messagesOf(page).flatMap((down) => (down.eventType === 8 ? [down] : []));
const ticketFor = (agent: AgentMember, sipNum = agent.sipNum) =>
  server.sessions.issueTicket(agent.sessionId, asmTicketPurpose(sipNum));
const address = (query: Record<string, string>): string =>
  `${server.address}${agentSocket.path}?${new URLSearchParams(query)}`;

async function open(agent: AgentMember, query: Record<string, string> = {}): Promise<Page> {
  return new Page(address({ token: await ticketFor(agent), sipNumber: agent.sipNum, asmIp: 'node-1', ...query }));
}
const opened = async (agent: AgentMember, query: Record<string, string> = {}): Promise<Page> => {
  const page = await open(agent, query);
  await eventually(() => expect(messagesOf(page)).not.toHaveLength(0));
  return page;
};
const force = (agent: AgentMember, status: AgentStatus, by = 'Sofia') =>
  board.send(agent, { type: 'statusForced', status, by, nowMs: clock.nowMs() });
const isConnected = (agent: AgentMember) => board.agent(agent.userId, tenantId)?.connected;

test('[SOCK-01] a page that opens is told its status, with its time at UTC+8', async () => {
  const ana = await signedIn();
  const page = await opened(ana);
  expect(page.received[0]).toMatchObject({
    code: 0,
    data: { eventType: 8, direction: 'down', sipNumber: ana.sipNum, status: 67, eventId: expect.any(Number) },
  });
  const utc = new Date(board.agent(ana.userId, tenantId)!.sinceMs + 8 * 3_600_000).toISOString();
  expect(statuses(page)[0]!.timeStamp).toBe(`${utc.slice(0, 10)} ${utc.slice(11, 19)}`);
  expect(isConnected(ana)).toBe(true);
  await page.leave();
  await eventually(() => expect(isConnected(ana)).toBe(false));
});

test('[SOCK-01] a ticket opens one socket, of its own phone, once: else 4002', async () => {
  const [ana, budi] = [await signedIn(), await signedIn()];
  const token = await ticketFor(ana);
  await new Page(address({ token, sipNumber: budi.sipNum })).closes(4002);
  const page = new Page(address({ token, sipNumber: ana.sipNum }));
  await eventually(() => expect(messagesOf(page)).not.toHaveLength(0));
  await new Page(address({ token, sipNumber: ana.sipNum })).closes(4002);
  await new Page(address({ sipNumber: ana.sipNum })).closes(4002);
  await new Page(
    address({ token: await server.sessions.issueTicket(ana.sessionId, agentSocket.path), sipNumber: ana.sipNum }),
  ).closes(4002);
  await page.leave();
});

test('somebody else’s phone is not allowed, whatever the ticket says; whoever names another node is sent to look again', async () => {
  const [ana, budi] = [await signedIn(), await signedIn()];
  const foreign = new Page(address({ token: await ticketFor(ana, budi.sipNum), sipNumber: budi.sipNum }));
  await foreign.closes(4009);
  expect(foreign.received).toEqual([failed('notAllowed')]);
  const elsewhere = await open(ana, { asmIp: '192.0.2.1' });
  await elsewhere.closes(1012);
  expect(isConnected(budi)).toBe(false);
});

test('[SOCK-01] a page whose status could not be read is sent away to come back, instead of waiting on a socket that says nothing', async () => {
  const ana = await signedIn();
  const rename = (from: string, to: string) => db.pool.query(`alter table ${from} rename to ${to}`);
  await rename('agent_status_event', 'agent_status_event_away');
  const page = await open(ana, { lastEventId: '0' });
  await page.closes(1012).finally(() => rename('agent_status_event_away', 'agent_status_event'));
  await eventually(() => expect(isConnected(ana)).toBe(false));
  const again = await opened(ana, { lastEventId: '0' });
  expect(statuses(again)).toMatchObject([{ status: 67 }]);
  await again.leave();
});

test('an ended session closes the socket with 4001', async () => {
  const ana = await signedIn();
  const page = await opened(ana);
  await db.everyTenant('sign-out', (tx) => server.sessions.end(tx, { sessionId: ana.sessionId }));
  await page.closes(4001);
});

test('[SOCK-01] a ping is answered, and an answer to a ping of the server is not', async () => {
  const ana = await signedIn();
  const page = await opened(ana);
  page.say({ eventType: 7 });
  await eventually(() => expect(messagesOf(page).at(-1)).toEqual({ eventType: 7, ask: false }));
  page.say({ eventType: 7, answer: true });
  page.say({ eventType: 7 });
  await eventually(() => expect(messagesOf(page).filter(({ eventType }) => eventType === 7)).toHaveLength(2));
  await page.leave();
});

test('[STATUS-13] a status said on the socket is taken; of another phone, or not to be chosen, it is refused', async () => {
  const ana = await signedIn();
  const page = await opened(ana);
  const say = (status: number, sipNumber = ana.sipNum) =>
    page.say({ eventType: 8, direction: 'up', sipNumber, status, timeStamp: '2026-11-15 14:00:00' });
  say(62);
  await eventually(() => expect(statuses(page).at(-1)).toMatchObject({ status: 62 }));
  say(67, '123');
  await eventually(() => expect(page.received.at(-1)).toEqual(failed('notAllowed')));
  say(69);
  await eventually(() => expect(page.received.at(-1)).toEqual(failed('invalidInput')));
  expect(board.agent(ana.userId, tenantId)!.status).toBe(62);
  await page.leave();
});

test('[STATUS-02] a supervisor’s change reaches every tab with their name; a repeated old status is corrected', async () => {
  const ana = await signedIn();
  const tabs = [await opened(ana), await opened(ana)];
  await force(ana, AgentStatus.meeting);
  for (const tab of tabs)
    await eventually(() =>
      expect(statuses(tab).at(-1)).toMatchObject({ status: 61, modifiedBy: 'Sofia', reason: 'forced' }),
    );
  const { eventId } = statuses(tabs[0]!).at(-1)!;
  tabs[0]!.say({ eventType: 8, sipNumber: ana.sipNum, status: 67, timeStamp: '', statusEvent: 2 });
  await eventually(() => expect(statuses(tabs[0]!)).toHaveLength(3));
  expect(statuses(tabs[0]!).at(-1)).toMatchObject({ status: 61, eventId });
  await Promise.all(tabs.map((tab) => tab.leave()));
});

test('[STATUS-06] a missed call is told with its reason', async () => {
  const ana = await anAgent(db, tenantId);
  await getReady(world, ana);
  const page = await opened(ana);
  await board.send(ana, { type: 'callOffered', callId: 'c1', nowMs: clock.nowMs() });
  await board.send(ana, { type: 'offerEnded', callId: 'c1', outcome: 'missed', nowMs: clock.nowMs() });
  await eventually(() => expect(statuses(page).at(-1)).toMatchObject({ status: 66, reason: 'missed', callId: 'c1' }));
  await page.leave();
});

test.each([
  ['5 s', 5_000],
  ['5 min', 300_000],
  ['4 h', 14_400_000],
])('complaint 2: after a cut of %s everything missed is said once and in order', async (_, cutMs) => {
  const ana = await signedIn();
  const [before, other] = [await opened(ana), await opened(ana)];
  const { eventId } = statuses(before).at(-1)!;
  await before.leave();
  for (const status of [AgentStatus.meeting, AgentStatus.eating, AgentStatus.onBreak]) {
    clock.turn(cutMs / 3);
    await force(ana, status);
  }
  const after = await opened(ana, { lastEventId: String(eventId) });
  await force(ana, AgentStatus.available);
  await eventually(() => expect(statuses(after).map(({ status }) => status)).toEqual([61, 62, 66, 67]));
  await eventually(() => expect(statuses(other).slice(1)).toEqual(statuses(after)));
  await Promise.all([after.leave(), other.leave()]);
});

test('complaint 2: gone long enough to be offline, the page hears of it and of its return', async () => {
  const ana = await signedIn();
  const before = await opened(ana);
  const { eventId } = statuses(before).at(-1)!;
  await before.leave();
  await eventually(() => expect(isConnected(ana)).toBe(false));
  clock.turn(GONE_MS);
  board.tick();
  await eventually(() => expect(board.agent(ana.userId, tenantId)!.status).toBe(0));
  const after = await opened(ana, { lastEventId: String(eventId) });
  await eventually(() => expect(statuses(after)).toMatchObject([{ status: 0, reason: 'gone' }, { status: 67 }]));
  await after.leave();
});

test('complaint 2: a page that missed too much, or names an event that never was, is told to reload and what is', async () => {
  const ana = await signedIn();
  const page = await opened(ana);
  const { eventId } = statuses(page).at(-1)!;
  await page.leave();
  for (let index = 0; index < 101; index += 1)
    await force(ana, index % 2 === 0 ? AgentStatus.meeting : AgentStatus.eating);
  for (const lastEventId of [eventId, 1_000_000_000]) {
    const after = await opened(ana, { lastEventId: String(lastEventId) });
    await eventually(() =>
      expect(messagesOf(after)).toMatchObject([{ eventType: 9 }, { eventType: 8, status: 61, modifiedBy: 'Sofia' }]),
    );
    await after.leave();
  }
});

test('nothing falls between what is replayed and what happens meanwhile', async () => {
  const ana = await signedIn();
  const first = await opened(ana);
  const { eventId } = statuses(first).at(-1)!;
  const changes = Array.from({ length: 40 }, (_, index) =>
    force(ana, index % 2 === 0 ? AgentStatus.meeting : AgentStatus.eating),
  );
  const tabs = await Promise.all(Array.from({ length: 5 }, () => open(ana, { lastEventId: String(eventId) })));
  await Promise.all(changes);
  for (const tab of tabs) await eventually(() => expect(statuses(tab)).toHaveLength(40));
  await eventually(() => expect(statuses(first)).toHaveLength(41));
  for (const tab of tabs) expect(statuses(tab)).toEqual(statuses(first).slice(1));
  const ids = statuses(first).map((event) => event.eventId);
  expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
  await Promise.all([first, ...tabs].map((tab) => tab.leave()));
});

test('complaint 1: a page that says nothing is asked, and without an answer gets no calls; its socket stays', async () => {
  const ana = await anAgent(db, tenantId);
  await getReady(world, ana);
  const page = await opened(ana);
  clock.turn(35_000);
  sockets.tick();
  sockets.tick();
  await eventually(() =>
    expect(messagesOf(page).filter(({ eventType }) => eventType === 7)).toEqual([{ eventType: 7, ask: true }]),
  );
  clock.turn(SILENT_MS - 35_000 + 1);
  expect(board.agent(ana.userId, tenantId)).toMatchObject({ whyNotRoutable: 'silent', status: 67, connected: true });
  expect(page.closed).toBeNull();
  page.say({ eventType: 7, answer: true });
  await eventually(() => expect(board.agent(ana.userId, tenantId)!.whyNotRoutable).toBeNull());
  await page.leave();
});

test('an agent is connected until the last tab is closed', async () => {
  const ana = await signedIn();
  const [one, two] = [await opened(ana), await opened(ana)];
  await one.leave();
  await two.roundTrip();
  expect(isConnected(ana)).toBe(true);
  two.socket.terminate();
  await eventually(() => expect(isConnected(ana)).toBe(false));
});

test('complaint 9: a machine without power is offline 25 s after its last sign of life, not after it was missed', async () => {
  const ana = await signedIn();
  const page = await opened(ana);
  clock.turn(GONE_MS - 4_000);
  page.socket.terminate();
  await eventually(() => expect(isConnected(ana)).toBe(false));
  expect(board.agent(ana.userId, tenantId)!.status).toBe(67);
  clock.turn(4_000);
  board.tick();
  await eventually(() => expect(board.agent(ana.userId, tenantId)).toMatchObject({ status: 0, reason: 'gone' }));
});

test('[STATUS-14] the socket of another sign-in does not bring the old status back', async () => {
  const ana = await signedIn();
  await (await opened(ana)).leave();
  await eventually(() => expect(isConnected(ana)).toBe(false));
  clock.turn(GONE_MS);
  board.tick();
  await eventually(() => expect(board.agent(ana.userId, tenantId)!.status).toBe(0));
  const page = await opened({ ...ana, ...(await aSession(db, ana)) });
  expect(statuses(page)).toMatchObject([{ status: 0, reason: 'gone' }]);
  await page.leave();
});
