import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { aMember, type Member } from '#test/builders.ts';
import { says, type ChatHouse } from './chat.fixture.ts';
import { aChatServerInTime, as } from './chat-server.fixture.ts';
import { openChatDesk } from './open-chat-desk.ts';

const { server, desk, house, clock, pass } = await aChatServerInTime();
const { db } = server.world;

/** As the board writes it down, whichever process has the call. */
const inCall = (
  { tenantId }: ChatHouse,
  { userId }: Member,
  { at = null, wrapUpMs = null }: { at?: 'ringing' | 'talking' | null; wrapUpMs?: number | null },
) =>
  db.pool.query(
    `insert into agent_state (tenant_id, user_id, status, since, idle_since, call_id, call_at, wrap_up_call_id, wrap_up_from, wrap_up_until) values ($1, $2, 67, now(), now(), $3, $4, $5, $6, $7)
    on conflict (tenant_id, user_id) do update set call_id = excluded.call_id, call_at = excluded.call_at, wrap_up_call_id = excluded.wrap_up_call_id, wrap_up_from = excluded.wrap_up_from, wrap_up_until = excluded.wrap_up_until`,
    [
      tenantId,
      userId,
      at && 'a-call',
      at,
      wrapUpMs && 'a-call',
      wrapUpMs && new Date(clock.nowMs()),
      wrapUpMs && new Date(clock.nowMs() + wrapUpMs),
    ],
  );
const callsFirst = ({ tenantId }: ChatHouse, groupId: number) =>
  db.everyTenant('calls come first', (tx) =>
    sql`update agent_group set call_pauses_chats = true where tenant_id = ${tenantId} and id = ${groupId}`.execute(
      tx.as(),
    ),
  );
const whose = async (home: ChatHouse) => (await home.conversations()).map(({ agent_id: agent }) => agent);

test('a call pauses nothing unless its group says so', async () => {
  const home = await house();
  const ana = await home.agent();
  await inCall(home, ana, { at: 'talking' });
  await desk.fromVisitor(await home.visitor(), says('hello'));
  await desk.line.serveNow(home.tenantId);
  expect(await whose(home)).toEqual([ana.userId]);
});

test('where calls come first, chats wait while the phone rings, in the call and in the work after it; then they go on', async () => {
  const home = await house();
  await callsFirst(home, home.groupId);
  const ana = await home.agent();
  const first = await desk.fromVisitor(await home.visitor(), says('before the call'));
  await desk.line.serveNow(home.tenantId);
  await desk.agents.read(as(ana), first.conversation.id, 1);
  await inCall(home, ana, { at: 'ringing' });
  await desk.fromVisitor(await home.visitor(), says('hello'));
  await desk.line.serveNow(home.tenantId);
  expect(await whose(home), 'what she had stays hers').toEqual([ana.userId, null]);
  await inCall(home, ana, { at: 'talking' });
  await desk.line.serveNow(home.tenantId);
  expect(await whose(home)).toEqual([ana.userId, null]);
  await inCall(home, ana, { wrapUpMs: 10_000 });
  await desk.line.serveNow(home.tenantId);
  expect(await whose(home)).toEqual([ana.userId, null]);
  await pass(11_000);
  await desk.line.serveNow(home.tenantId);
  expect(await whose(home)).toEqual([ana.userId, ana.userId]);
});

test('every process obeys, and a colleague without a call, or another group, is not held up', async () => {
  const home = await house();
  const calm = await home.group();
  await callsFirst(home, home.groupId);
  const [ana, budi] = [await home.agent({ groups: [home.groupId, calm] }), await home.agent({ online: false })];
  await inCall(home, ana, { at: 'talking' });
  await desk.fromVisitor(await home.visitor(), says('to the group where calls come first'));
  await desk.fromVisitor(await home.visitor({ channel: await home.channelTo(calm) }), says('to the other'));
  const other = openChatDesk({ ...server.world, clock });
  await Promise.all([desk.line.serveNow(home.tenantId), other.line.serveNow(home.tenantId)]);
  expect(await whose(home)).toEqual([null, ana.userId]);
  await home.goOnline(budi);
  await other.line.serveNow(home.tenantId);
  expect(await whose(home)).toEqual([budi.userId, ana.userId]);
  await other.stop();
});

test('a colleague may still hand a chat over by name to somebody in a call', async () => {
  const home = await house();
  await callsFirst(home, home.groupId);
  const [ana, budi] = [await home.agent(), await home.agent({ online: false })];
  const { conversation } = await desk.fromVisitor(await home.visitor(), says('hello'));
  await desk.line.serveNow(home.tenantId);
  await home.goOnline(budi);
  await inCall(home, budi, { at: 'talking' });
  await desk.agents.transfer(as(ana), conversation.id, { userId: budi.userId }, 'yours');
  expect(await whose(home)).toEqual([budi.userId]);
});

test('whoever may change groups says so, it stands in the operation log, and nobody else may', async () => {
  const home = await house();
  const at = '/cc/api/agentGroup/v1/blending';
  const sofia = await aMember(db, home.tenantId, { functions: ['agent-groups.view', 'agent-groups.edit'] });
  const ana = await home.agent({ functions: ['chat.use', 'agent-groups.use'] });
  const noor = await aMember(db, (await house()).tenantId, { functions: ['agent-groups.view', 'agent-groups.edit'] });
  const set = (who: Member) =>
    server.ask('POST', `${at}/set`, { token: who.token, body: { id: home.groupId, callPausesChats: true } });
  const list = (who: Member) => server.ask('POST', at, { token: who.token, body: {} });
  expect(await set(ana)).toMatchObject({ code: 403 });
  expect(await list(ana)).toMatchObject({ code: 403 });
  expect(await set(noor), 'of another team').toMatchObject({ code: 404 });
  expect((await list(sofia)).data).toMatchObject([{ id: home.groupId, callPausesChats: false }]);
  expect(await set(sofia)).toMatchObject({ code: 0 });
  expect((await list(sofia)).data).toMatchObject([{ id: home.groupId, callPausesChats: true }]);
  const { rows } = await db.pool.query(
    `select target, change, user_id from operation_log where tenant_id = $1 and action = 'setBlending' and outcome = 0`,
    [home.tenantId],
  );
  expect(JSON.stringify(rows)).toContain('callPausesChats');
});
