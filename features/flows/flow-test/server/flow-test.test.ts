import { afterAll, describe, expect, test } from 'vitest';
import { aFlow } from '#core/flow/flow.fixture.ts';
import type { Flow } from '#core/flow/flow.ts';
import { preferencesApi } from '#features/office/preferences/contract.ts';
import { eventually } from '#platform/server/realtime/realtime-process.fixture.ts';
import { AiCallResult } from '#shared/codes/ai-call-result.ts';
import { FlowTestAction } from '#shared/codes/flow-test-action.ts';
import { MessageType } from '#shared/codes/message-type.ts';
import { VariableType } from '#shared/codes/variable-type.ts';
import { aMember, aTenant } from '#test/builders.ts';
import { aTestHouse, reception } from './flow-test.fixture.ts';

const { server, db, aTester, settingsOf, aSocket, stored, ends } = await aTestHouse();
afterAll(server.close);

describe('what a test begins with', () => {
  test('[FLOW-04] carries the flow, who calls whom, its values, and an account for the phone of a voice test', async () => {
    const { ana, flowId } = await aTester();
    const { data } = await settingsOf(ana, flowId);
    expect(data).toMatchObject({
      flowId,
      flowName: 'Reception',
      caller: '',
      callee: '',
      domain: 'openseat.test',
      expires: 300,
    });
    expect(data.variables).toEqual(
      reception.variables.map(({ attrKey, name, valueType, valueFormat, choices: among }) => ({
        attrKey,
        name,
        valueType,
        valueFormat,
        choices: among,
      })),
    );
    expect(data.account).toMatch(new RegExp(`^test-${ana.tenantId}-${ana.userId}-`));
    expect(data.md5Pwd).toMatch(/^[0-9a-f]{32}$/);
    expect(data.fsRegisterAddr).toMatch(/^wss?:\/\/.+\/cc\/sip\//);
  });

  test('[FLOW-13] carries the options of the phone: account, token of the platform, expiry, sounds and address', async () => {
    const { ana, flowId } = await aTester();
    const { data } = await settingsOf(ana, flowId);
    expect(data).toMatchObject({
      account: expect.stringMatching(/^test-/),
      platformToken: expect.stringMatching(/^[\w-]{43}$/),
      expires: 300,
      audioDirectory: 'tones/rising',
      fsRegisterAddr: expect.stringMatching(/^wss?:/),
    });
    await server.ask(preferencesApi.switchRingtone.method, preferencesApi.switchRingtone.path, {
      token: ana.token,
      body: { ringtone: 'calm' },
    });
    const again = (await settingsOf(ana, flowId)).data;
    expect(again.audioDirectory).toBe('tones/calm');
    expect(again.platformToken).not.toBe(data.platformToken);
    expect(data.platformToken).not.toContain(data.md5Pwd);
  });

  test('[FLOW-04] is for those who may test, and for flows of their own', async () => {
    const { flowId } = await aTester();
    expect(
      (await settingsOf(await aMember(db, await aTenant(db), { functions: ['flow-test.run'] }), flowId)).code,
    ).toBe(404);
    expect((await settingsOf(await aMember(db, await aTenant(db), { functions: ['flows.edit'] }), flowId)).code).toBe(
      403,
    );
  });
});

describe('by text', () => {
  test('[FLOW-08] a start without values talks, keys and words lead on, and the end is told', async () => {
    const { ana, flowId } = await aTester();
    const socket = await aSocket(ana);
    socket.start(flowId, { caller: '+525512345678', callee: '525550000101' });
    await eventually(() => expect(socket.said()).toEqual(['Hello . Sales or help?']));
    socket.act(FlowTestAction.pressKeys, '2');
    await eventually(() => expect(socket.said().at(-1)).toBe('What do you need?'));
    expect(socket.types()).toContain(MessageType.userPressedKeys);
    socket.act(FlowTestAction.sendText, 'A room');
    await eventually(() => expect(socket.types()).toContain(MessageType.flowEnded));
    expect(socket.said().at(-1)).toBe('Goodbye.');
    await ends(ana.tenantId, AiCallResult.communicated);
    expect(await stored(ana.tenantId)).toMatchObject([
      {
        mode: 'text',
        number: '525512345678',
        our_number: '525550000101',
        user_id: ana.userId,
        variables: { wish: 'A room' },
      },
    ]);
    await socket.page.leave();
  });

  test('[FLOW-05] every message has its id, type, test, time and moment; 307 names the node that was chosen', async () => {
    const { ana, flowId } = await aTester();
    const socket = await aSocket(ana);
    const before = Date.now();
    socket.start(flowId);
    await eventually(() => expect(socket.said()).toHaveLength(1));
    for (const message of socket.messages())
      expect(message).toMatchObject({
        msgId: expect.stringMatching(/^test-call-1-\d+$/),
        msgType: expect.any(Number),
        callID: 'test-call-1',
        time_ms: expect.any(Number),
        createTs: expect.any(Number),
      });
    expect(
      socket.messages().every(({ createTs }) => Number(createTs) >= before && Number(createTs) <= Date.now()),
    ).toBe(true);
    expect(new Set(socket.messages().map(({ msgId }) => msgId)).size).toBe(socket.messages().length);
    socket.act(FlowTestAction.pressKeys, '2');
    await eventually(() => expect(socket.said()).toHaveLength(2));
    expect(
      socket
        .messages()
        .filter(({ msgType }) => msgType === MessageType.botNode)
        .map(({ node_choose }) => node_choose),
    ).toEqual(['menu', 'ask']);
    await socket.page.leave();
  });

  test('[FLOW-08] values given as pairs are known to the flow, numbers as numbers', async () => {
    const { ana, flowId } = await aTester();
    const socket = await aSocket(ana);
    socket.start(flowId, {
      params: [
        { key: 'guest', value: 'Lena' },
        { key: 'nights', value: '3' },
        { key: '__proto__', value: 'x' },
      ],
    });
    await eventually(() => expect(socket.said()).toEqual(['Hello Lena. Sales or help?']));
    socket.act(FlowTestAction.end);
    await ends(ana.tenantId, AiCallResult.agentQuickHangup);
    expect((await stored(ana.tenantId))[0]!.variables).toEqual({ callerNumber: '', guest: 'Lena', nights: 3 });
    await socket.page.leave();
  });

  test('[FLOW-04] a time is known whichever clock it was written by, a date with its time; both are said by their format', async () => {
    const variable = (attrKey: string, valueType: number, valueFormat: number) => ({
      attrKey,
      name: attrKey,
      valueType,
      valueFormat,
      choices: [],
    });
    const says = aFlow(
      {
        bye: {
          kind: 'hangUp',
          settings: { spoken: { words: { en: '{{at}}, {{until}}, {{moment}}, {{day}}' }, sounds: {} } },
        },
      },
      ['start next bye'],
      {
        variables: [
          variable('at', VariableType.time, 1),
          variable('until', VariableType.time, 2),
          variable('moment', VariableType.date, 1),
          variable('day', VariableType.date, 3),
        ] as Flow['variables'],
      },
    );
    const { ana, flowId } = await aTester({}, says);
    const socket = await aSocket(ana);
    socket.start(flowId, {
      params: [
        { key: 'at', value: '2:30 PM' },
        { key: 'until', value: '14:30' },
        { key: 'moment', value: '2026-11-16 09:05:00' },
        { key: 'day', value: '2026-11-16 00:00:00' },
      ],
    });
    await eventually(() => expect(socket.said()).toEqual(['2:30 PM, 14:30, 2026-11-16 09:05, 16/11/2026']));
    await ends(ana.tenantId, AiCallResult.aiHungUp);
    expect((await stored(ana.tenantId))[0]!.variables).toMatchObject({
      at: '14:30',
      until: '14:30',
      moment: '2026-11-16 09:05:00',
      day: '2026-11-16',
    });
    await socket.page.leave();
  });

  test('[FLOW-08] words may interrupt, and saying nothing is silence', async () => {
    const { ana, flowId } = await aTester();
    const socket = await aSocket(ana);
    socket.start(flowId);
    await eventually(() => expect(socket.said()).toHaveLength(1));
    socket.act(FlowTestAction.sendText);
    await eventually(() => expect(socket.types()).toContain(MessageType.userSilent));
    socket.act(FlowTestAction.interrupt, 'sales');
    await ends(ana.tenantId, AiCallResult.communicated);
    await socket.page.leave();
  });

  test('[FLOW-08] what is replayed is played first, and the tester goes on from there', async () => {
    const { ana, flowId } = await aTester();
    const socket = await aSocket(ana);
    socket.start(flowId, { replay: [{ actionType: FlowTestAction.pressKeys, text: '2' }] });
    await eventually(() => expect(socket.said().at(-1)).toBe('What do you need?'));
    socket.act(FlowTestAction.sendText, 'A taxi');
    await ends(ana.tenantId, AiCallResult.communicated);
    expect((await stored(ana.tenantId))[0]!.variables).toMatchObject({ wish: 'A taxi' });
    await socket.page.leave();
  });

  test('[FLOW-08] stop ends it, and only the test it names', async () => {
    const { ana, flowId } = await aTester();
    const socket = await aSocket(ana);
    socket.start(flowId);
    await eventually(() => expect(socket.said()).toHaveLength(1));
    socket.stop('another-call');
    socket.page.say({ cmd: 0 });
    await eventually(() => expect(socket.page.received.at(-1)?.data).toEqual({ cmd: 0, callID: '' }));
    expect((await stored(ana.tenantId)).every(({ result }) => result === null)).toBe(true);
    socket.stop();
    await ends(ana.tenantId, AiCallResult.agentQuickHangup);
    await socket.page.leave();
  });

  test('[FLOW-10] closing the socket ends the test; another start ends the one before', async () => {
    const { ana, flowId } = await aTester();
    const socket = await aSocket(ana);
    socket.start(flowId);
    await eventually(() => expect(socket.said()).toHaveLength(1));
    socket.start(flowId, { callID: 'test-call-2' });
    await eventually(() => expect(socket.said()).toHaveLength(2));
    await eventually(async () =>
      expect((await stored(ana.tenantId)).map(({ result }) => result)).toEqual([AiCallResult.agentQuickHangup, null]),
    );
    await socket.page.leave();
    await ends(ana.tenantId, AiCallResult.agentQuickHangup);
  });
});
