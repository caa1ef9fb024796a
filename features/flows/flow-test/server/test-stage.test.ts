import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { aFlow } from '#core/flow/flow.fixture.ts';
import type { Flow } from '#core/flow/flow.ts';
import { customersRepo } from '#features/customers/customers/server/index.ts';
import { addDemoGroup } from '#features/team/agent-groups/server/index.ts';
import { eventually } from '#platform/server/realtime/realtime-process.fixture.ts';
import { AiCallResult } from '#shared/codes/ai-call-result.ts';
import { CustomerSource } from '#shared/codes/customer-source.ts';
import { FlowTestAction } from '#shared/codes/flow-test-action.ts';
import { MessageType } from '#shared/codes/message-type.ts';
import type { Member } from '#test/builders.ts';
import { aTestHouse, type TestSocket } from './flow-test.fixture.ts';

const { server, db, aTester, aSocket, stored, ends } = await aTestHouse();
afterAll(server.close);

const words = (text: string) => ({ spoken: { words: { en: text }, sounds: {} } });
const bye = (text: string) => ({ kind: 'hangUp', settings: words(text) });

const rights = { functions: ['flows.view', 'flows.edit', 'flow-test.run', 'customers.use', 'customers.view'] };

/** A tester whose flow is saved once the flow is known: it may name a group of the same team. */
async function aStagedTest(flowOf: (groupId: number) => Flow, wishes: Parameters<typeof aTester>[0] = rights) {
  const { ana, flowId } = await aTester(wishes);
  const groupId = await db.everyTenant('a group to send callers to', (tx) =>
    addDemoGroup(tx, { tenantId: ana.tenantId, name: 'Sales', groupNo: 1001, userIds: [] }),
  );
  const saved = await server.ask('POST', '/cc/api/ivrFlow/v1/update', {
    token: ana.token,
    body: { id: flowId, draftVersion: 2, flow: flowOf(groupId) },
  });
  expect(saved.code).toBe(0);
  return { ana, flowId, groupId, socket: await aSocket(ana) };
}

const notes = (socket: TestSocket) =>
  socket
    .messages()
    .filter(({ msgType }) => msgType === MessageType.note)
    .map(({ msgInfo }) => msgInfo);
const awaitNote = (socket: TestSocket, note: string) =>
  eventually(() => notes(socket).find((info) => info['note'] === note) ?? expect.fail(`no ${note}`));

const rows = async (who: Member, table: string) =>
  (
    await db.everyTenant('looks', (tx) =>
      sql<{
        count: number;
      }>`select count(*)::int count from ${sql.table(table)} where tenant_id = ${who.tenantId}`.execute(tx.as()),
    )
  ).rows[0]!.count;

describe('a transfer in a test', () => {
  const toSales = (groupId: number) =>
    aFlow(
      {
        over: { kind: 'transfer', settings: { ...words('One moment.'), to: { kind: 'group', groupId } } },
        sorry: bye('Nobody is there.'),
      },
      ['start next over', 'over failed sorry'],
    );

  test('[FLOW-11] says where it would go and who would ring, and nobody is put in line', async () => {
    const { ana, flowId, socket } = await aStagedTest(toSales);
    socket.start(flowId);
    expect(await awaitNote(socket, 'stagedTransfer')).toEqual({
      note: 'stagedTransfer',
      asks: 'transfer',
      to: 'group',
      name: 'Sales',
      isOpen: true,
      opensAt: null,
      waiting: 0,
      rings: [],
    });
    expect(socket.types()).toContain(MessageType.transferWaiting);
    expect(await rows(ana, 'queue_entry')).toBe(0);
    expect(await rows(ana, 'call_record')).toBe(0);
    await socket.page.leave();
  });

  test.each(['nobody', 'busy'])('[FLOW-11] goes on by its branch when the tester plays %s', async (end) => {
    const { ana, flowId, socket } = await aStagedTest(toSales);
    socket.start(flowId);
    await awaitNote(socket, 'stagedTransfer');
    socket.act(FlowTestAction.stage, end);
    await ends(ana.tenantId, AiCallResult.transferFailed);
    expect(socket.said().at(-1)).toBe('Nobody is there.');
    await socket.page.leave();
  });

  test('[FLOW-11] is over when the tester plays that somebody answers', async () => {
    const { ana, flowId, socket } = await aStagedTest(toSales);
    socket.start(flowId);
    await awaitNote(socket, 'stagedTransfer');
    socket.act(FlowTestAction.stage, 'perhaps');
    socket.act(FlowTestAction.stage, 'answered');
    await ends(ana.tenantId, AiCallResult.transferSucceeded);
    expect(socket.said()).not.toContain('Nobody is there.');
    await socket.page.leave();
  });

  test('[FLOW-11] what was played is played again where a test goes on from an earlier one', async () => {
    const { ana, flowId, socket } = await aStagedTest(toSales);
    socket.start(flowId, { replay: [{ actionType: FlowTestAction.stage, text: 'nobody' }] });
    await ends(ana.tenantId, AiCallResult.transferFailed);
    await socket.page.leave();
  });

  test('[FLOW-11] to a group that keeps hours says when it opens', async () => {
    const { ana, flowId, groupId, socket } = await aStagedTest(toSales);
    const inThreeDays = new Date(Date.now() + 3 * 86_400_000);
    const weekly = JSON.stringify([{ day: inThreeDays.getUTCDay() || 7, from: 540, to: 1_020 }]);
    await db.tenant(ana, async (tx) => {
      const { rows: made } = await sql<{
        id: number;
      }>`insert into business_calendar (name, time_zone, weekly, holidays, closed_kind, is_default) values ('Once a week', 'UTC', ${weekly}::jsonb, '[]', 'voicemail', false) returning id`.execute(
        tx.as(),
      );
      await sql`insert into business_calendar_group (calendar_id, group_id) values (${made[0]!.id}, ${groupId})`.execute(
        tx.as(),
      );
    });
    socket.start(flowId);
    expect(await awaitNote(socket, 'stagedTransfer')).toMatchObject({
      isOpen: false,
      opensAt: `${inThreeDays.toISOString().slice(0, 10)}T09:00:00.000Z`,
    });
    await socket.page.leave();
  });
});

describe('what else a flow does with a call', () => {
  test('[FLOW-11] a message is what is typed, and where it would land is said', async () => {
    const { ana, flowId, socket } = await aStagedTest((groupId) =>
      aFlow(
        {
          box: { kind: 'voicemail', settings: { ...words('Speak.'), mailbox: `group:${groupId}` } },
          end: bye('Kept.'),
        },
        ['start next box', 'box done end'],
      ),
    );
    socket.start(flowId);
    expect(await awaitNote(socket, 'stagedMessage')).toMatchObject({ asks: 'voicemail', box: 'group', name: 'Sales' });
    socket.act(FlowTestAction.stage, 'Please call me back');
    await ends(ana.tenantId, AiCallResult.voicemail);
    expect(notes(socket)).toContainEqual({ note: 'stagedMessageLeft', box: 'group', name: 'Sales' });
    expect(socket.types()).toContain(MessageType.userSaid);
    expect(socket.said().at(-1)).toBe('Kept.');
    expect(await rows(ana, 'voicemail')).toBe(0);
    await socket.page.leave();
  });

  test('[FLOW-11] a callback says who would call which number, and whether they are there', async () => {
    const { ana, flowId, socket } = await aStagedTest((groupId) =>
      aFlow({ back: { kind: 'callback', settings: { groupId } }, end: bye('We call you.') }, [
        'start next back',
        'back next end',
      ]),
    );
    socket.start(flowId, { caller: '525512345678' });
    expect(await awaitNote(socket, 'stagedCallback')).toEqual({
      note: 'stagedCallback',
      name: 'Sales',
      isOpen: true,
      opensAt: null,
      waiting: 0,
      number: '525512345678',
    });
    await eventually(() => expect(socket.said().at(-1)).toBe('We call you.'));
    expect(await rows(ana, 'queue_entry')).toBe(0);
    await socket.page.leave();
  });

  test('[FLOW-11] a survey asks, shows the score, and goes on', async () => {
    const { flowId, socket } = await aStagedTest(() =>
      aFlow({ ask: { kind: 'survey', settings: { ...words('1 to 5?'), maxKey: 5 } }, end: bye('Thank you.') }, [
        'start next ask',
        'ask scored end',
      ]),
    );
    socket.start(flowId);
    await eventually(() => expect(socket.said()).toEqual(['1 to 5?']));
    socket.act(FlowTestAction.pressKeys, '4');
    expect(await awaitNote(socket, 'stagedScore')).toMatchObject({ score: 4, of: 5 });
    await eventually(() => expect(socket.said().at(-1)).toBe('Thank you.'));
    await socket.page.leave();
  });

  test('[FLOW-11] other systems are asked only where the tester says so', async () => {
    const { flowId, socket } = await aStagedTest(() =>
      aFlow({ look: { kind: 'http', settings: { url: 'https://shop.example/orders' } }, no: bye('No answer.') }, [
        'start next look',
        'look failed no',
      ]),
    );
    socket.start(flowId);
    expect(await awaitNote(socket, 'notAskedInTest')).toBeDefined();
    await eventually(() => expect(socket.said()).toEqual(['No answer.']));
    await socket.page.leave();
  });
});

describe('a chosen customer', () => {
  const greets = () =>
    aFlow(
      {
        vip: { kind: 'customerField', settings: { field: 'company', is: 'is', than: 'Acme' } },
        tag: { kind: 'tagCustomer', settings: { how: 'clear', tagIds: [] } },
        hello: bye('Hello {{customer_full_name}}, {{customer_email}}, {{callerNumber}}.'),
        stranger: bye('Hello stranger.'),
      },
      ['start next vip', 'vip yes tag', 'tag next hello', 'vip no stranger'],
    );
  const aCustomer = async (who: Member) =>
    (
      await db.tenant(who, (tx) =>
        customersRepo(tx).insert(
          [
            {
              source: CustomerSource.person,
              full_name: 'Lena Ortiz',
              company: 'Acme',
              phones: ['525587654321'],
              phone_countries: ['MX'],
              emails: ['lena@acme.example'],
            },
          ],
          null,
        ),
      )
    )[0]!.id;

  test('[FLOW-11] is who calls: the flow knows them, and leaves them as they are', async () => {
    const { ana, flowId, socket } = await aStagedTest(greets);
    const customerId = await aCustomer(ana);
    socket.start(flowId, { customerId });
    await eventually(() => expect(socket.said()).toEqual(['Hello Lena Ortiz, lena@acme.example, 525587654321.']));
    expect(notes(socket)).toContainEqual({ note: 'notKeptInTest', what: 'tag' });
    await ends(ana.tenantId, AiCallResult.aiHungUp);
    expect((await stored(ana.tenantId))[0]).toMatchObject({ number: '525587654321' });
    await socket.page.leave();
  });

  test('[FLOW-11] is known to the flow as far as the tester may see them', async () => {
    const { ana, flowId, socket } = await aStagedTest(greets, { ...rights, needsMasking: true });
    socket.start(flowId, { customerId: await aCustomer(ana) });
    await eventually(() => expect(socket.said()).toHaveLength(1));
    expect(socket.said()[0]).toMatch(/^Hello Lena Ortiz, /);
    expect(socket.said()[0]).not.toContain('lena@acme.example');
    expect(socket.said()[0]).not.toContain('525587654321');
    await socket.page.leave();
  });

  test('[FLOW-11] whom the tester may not see is nobody', async () => {
    const { ana, flowId, socket } = await aStagedTest(greets, { functions: rights.functions.slice(0, 4) });
    socket.start(flowId, { customerId: await aCustomer(ana) });
    await eventually(() => expect(socket.errors()).toEqual([['test-call-1', expect.stringContaining('customer')]]));
    expect(await stored(ana.tenantId)).toEqual([]);
    await socket.page.leave();
  });
});
