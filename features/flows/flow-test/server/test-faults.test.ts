import { afterAll, describe, expect, test } from 'vitest';
import { eventually } from '#platform/server/realtime/realtime-process.fixture.ts';
import { AiCallResult } from '#shared/codes/ai-call-result.ts';
import { FlowTestAction } from '#shared/codes/flow-test-action.ts';
import { FlowTestCommand } from '#shared/codes/flow-test-command.ts';
import { MessageType } from '#shared/codes/message-type.ts';
import { TestCallDirection } from '#shared/codes/test-call-direction.ts';
import { aTestHouse } from './flow-test.fixture.ts';

const { server, telephony, speechNow, aTester, settingsOf, aSocket, stored, ends } = await aTestHouse();
afterAll(server.close);

describe('what goes wrong is said in the words of the reader', () => {
  const text = (language: 'en-US' | 'zh-CN' | 'es-MX' | 'id-ID', why: string) =>
    server.world.texts.say(language, `flow-test.error.${why}`);

  test.each(['en-US', 'zh-CN', 'es-MX', 'id-ID'] as const)(
    '[FLOW-08] 0x6003 for a flow that is gone: %s',
    async (language) => {
      const { ana } = await aTester({ language });
      const socket = await aSocket(ana);
      socket.start(999_999_999);
      await eventually(() => expect(socket.errors()).toEqual([['test-call-1', text(language, 'unknownFlow')]]));
      await socket.page.leave();
    },
  );

  test('[FLOW-08] 0x6003 for the flow of another team, and nothing of it is told', async () => {
    const { flowId } = await aTester();
    const { ana } = await aTester();
    const socket = await aSocket(ana);
    socket.start(flowId);
    await eventually(() => expect(socket.errors()).toEqual([['test-call-1', text('en-US', 'unknownFlow')]]));
    expect(socket.messages()).toEqual([]);
    await socket.page.leave();
  });

  test('[FLOW-08] 0x6003 for an action without a test, and for one after its end', async () => {
    const { ana, flowId } = await aTester();
    const socket = await aSocket(ana);
    socket.act(FlowTestAction.sendText, 'hello');
    await eventually(() => expect(socket.errors()).toEqual([['test-call-1', text('en-US', 'notStarted')]]));
    socket.start(flowId);
    socket.act(FlowTestAction.pressKeys, '1');
    await ends(ana.tenantId, AiCallResult.communicated);
    socket.act(FlowTestAction.sendText, 'are you there?');
    await eventually(() => expect(socket.errors()).toHaveLength(2));
    await socket.page.leave();
  });

  test('[FLOW-08] 0x6003 for a phone of somebody else, or none', async () => {
    const { ana, flowId } = await aTester();
    const other = await aTester();
    const {
      data: { account, platformToken: token },
    } = await settingsOf(other.ana, other.flowId);
    const socket = await aSocket(ana);
    socket.start(flowId, { callDirection: TestCallDirection.voice, account, token });
    socket.start(flowId, { callDirection: TestCallDirection.voice });
    await eventually(() =>
      expect(socket.errors()).toEqual([
        ['test-call-1', text('en-US', 'noPhone')],
        ['test-call-1', text('en-US', 'noPhone')],
      ]),
    );
    expect(telephony.ringing(account)).toBeUndefined();
    await socket.page.leave();
  });

  test('[FLOW-13] 0x6003 for a phone whose token is not its own: a name that was made up, or the token of another', async () => {
    const { ana, flowId } = await aTester();
    const {
      data: { account, platformToken: token },
    } = await settingsOf(ana, flowId);
    const { data: second } = await settingsOf(ana, flowId);
    telephony.registers(account);
    const socket = await aSocket(ana);
    for (const wrong of [
      { account },
      { account, token: '' },
      { account, token: second.platformToken },
      { account, token: `${token}x` },
      { account: `test-${ana.tenantId}-${ana.userId}-1999999999-0123456789ab`, token },
    ])
      socket.start(flowId, { callDirection: TestCallDirection.voice, ...wrong });
    await eventually(() =>
      expect(socket.errors()).toEqual(Array.from({ length: 5 }, () => ['test-call-1', text('en-US', 'noPhone')])),
    );
    expect(telephony.ringing(account)).toBeUndefined();
    socket.start(flowId, { callDirection: TestCallDirection.voice, account, token });
    await eventually(() => expect(telephony.ringing(account)).toBeDefined());
    await socket.page.leave();
  });

  test('[FLOW-08] 0x6003 without speech: what is missing begins to be fetched, and text still works', async () => {
    const { ana, flowId } = await aTester();
    const {
      data: { account, platformToken: token },
    } = await settingsOf(ana, flowId);
    telephony.registers(account);
    const socket = await aSocket(ana);
    const preparedBefore = speechNow.prepared;
    speechNow.state = { at: 'missing' };
    try {
      socket.start(flowId, { callDirection: TestCallDirection.voice, account, token });
      await eventually(() => expect(socket.errors()).toEqual([['test-call-1', text('en-US', 'noSpeech')]]));
      expect(speechNow.prepared).toBe(preparedBefore + 1);
      // Where nothing can be fetched, nobody is told to wait.
      speechNow.state = { at: 'unavailable', why: 'no package for this machine' };
      socket.start(flowId, { callDirection: TestCallDirection.voice, account, token });
      await eventually(() => expect(socket.errors().at(-1)).toEqual(['test-call-1', text('en-US', 'noVoice')]));
      expect(speechNow.prepared).toBe(preparedBefore + 1);
      socket.start(flowId);
      await eventually(() => expect(socket.said()).toHaveLength(1));
    } finally {
      speechNow.state = { at: 'ready' };
    }
    await socket.page.leave();
  });
});

describe('bad manners', () => {
  test('[FLOW-08] what is no message, or too much of one, is refused; the test goes on', async () => {
    const { ana, flowId } = await aTester();
    const socket = await aSocket(ana);
    socket.start(flowId);
    await eventually(() => expect(socket.said()).toHaveLength(1));
    socket.page.socket.send('{"cmd":');
    socket.page.say({ cmd: 0x7777, callID: 'test-call-1' });
    socket.act(FlowTestAction.sendText, 'x'.repeat(60_000));
    socket.page.say({
      cmd: FlowTestCommand.start,
      autoFlowID: flowId,
      callID: 'test-call-1',
      callee: '',
      caller: '',
      params: [{ key: 'guest', value: { deep: 1 } }],
      callDirection: TestCallDirection.text,
    });
    socket.act(FlowTestAction.pressKeys, '1');
    await ends(ana.tenantId, AiCallResult.communicated);
    expect(socket.page.socket.readyState).toBe(1);
    await socket.page.leave();
  });

  test('[FLOW-08] a megabyte at once closes the socket, and its test with it', async () => {
    const { ana, flowId } = await aTester();
    const socket = await aSocket(ana);
    socket.start(flowId);
    await eventually(() => expect(socket.said()).toHaveLength(1));
    socket.act(FlowTestAction.sendText, 'x'.repeat(1_000_000));
    await ends(ana.tenantId, AiCallResult.agentQuickHangup);
  });

  test('[FLOW-08] nobody acts in the test of another, though they know its name', async () => {
    const { ana, flowId } = await aTester();
    const [socket, other] = [await aSocket(ana), await aSocket(ana)];
    socket.start(flowId);
    await eventually(() => expect(socket.said()).toHaveLength(1));
    other.act(FlowTestAction.pressKeys, '1');
    other.act(FlowTestAction.end);
    other.stop();
    await eventually(() => expect(other.errors()).toHaveLength(2));
    expect(socket.types()).not.toContain(MessageType.userPressedKeys);
    expect(other.messages()).toEqual([]);
    await Promise.all([socket.page.leave(), other.page.leave()]);
  });

  test('[FLOW-08] whoever starts one test after another is asked to wait; none stays open', async () => {
    const { ana, flowId } = await aTester();
    const socket = await aSocket(ana);
    for (let time = 0; time < 63; time += 1) {
      socket.start(flowId, { callID: `test-call-${time}` });
      // A socket lets a hundred wait.
      if (time % 30 === 29) await eventually(async () => expect((await stored(ana.tenantId)).length).toBe(time + 1));
    }
    await eventually(() =>
      expect(socket.errors().map(([callID]) => callID)).toEqual(['test-call-60', 'test-call-61', 'test-call-62']),
    );
    await eventually(async () =>
      expect((await stored(ana.tenantId)).map(({ result }) => result)).toEqual(
        Array.from({ length: 60 }, () => AiCallResult.agentQuickHangup),
      ),
    );
    await socket.page.leave();
  });
});
