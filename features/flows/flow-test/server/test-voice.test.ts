import { afterAll, describe, expect, test } from 'vitest';
import { eventually } from '#platform/server/realtime/realtime-process.fixture.ts';
import { AiCallResult } from '#shared/codes/ai-call-result.ts';
import { MessageType } from '#shared/codes/message-type.ts';
import { aTestHouse } from './flow-test.fixture.ts';

const { server, telephony, spoken, stored, ends, aRingingTest, isGone, passing } = await aTestHouse();
afterAll(server.close);

describe('by voice', () => {
  test('[FLOW-06] the test phone rings, the flow talks aloud, takes keys, and hangs up', async () => {
    const { ana, socket, leg } = await aRingingTest();
    expect(telephony.shown(leg)?.callerId).toBe('525550000101');
    expect(socket.messages()).toEqual([]);
    telephony.picksUp(leg);
    await passing(() => expect(socket.types()).toContain(MessageType.ttsTiming));
    expect(socket.said()).toEqual(['Hello . Sales or help?']);
    await passing(() => expect(spoken.voice.asks.map(({ text }) => text)).toContain('Sales or help?'));
    telephony.presses(leg, '1');
    await passing(() => expect(isGone(leg)).toBe(true));
    await ends(ana.tenantId, AiCallResult.communicated);
    expect(socket.types()).toEqual(expect.arrayContaining([MessageType.userPressedKeys, MessageType.flowEnded]));
    // The last word of the socket too: nothing but the recording follows it.
    const messageTypes = socket.types().filter((type) => type !== MessageType.recordingReady);
    expect(messageTypes.at(-1)).toBe(MessageType.flowEnded);
    expect(messageTypes.lastIndexOf(MessageType.ttsTiming)).toBeGreaterThan(
      messageTypes.indexOf(MessageType.userPressedKeys),
    );
    expect(await stored(ana.tenantId)).toMatchObject([{ mode: 'voice' }]);
    await socket.page.leave();
  });

  test('[FLOW-06] a phone that is declined is told; one the tester stops himself is not', async () => {
    const declined = await aRingingTest();
    telephony.declines(declined.leg);
    await eventually(() =>
      expect(declined.socket.errors()).toEqual([
        ['test-call-1', server.world.texts.say('en-US', 'flow-test.error.noAnswer')],
      ]),
    );
    const stopped = await aRingingTest();
    stopped.socket.stop();
    await eventually(() => expect(isGone(stopped.leg)).toBe(true));
    stopped.socket.page.say({ cmd: 0 });
    await eventually(() => expect(stopped.socket.page.received.at(-1)?.data).toEqual({ cmd: 0, callID: '' }));
    expect(stopped.socket.errors()).toEqual([]);
    await Promise.all([declined.socket.page.leave(), stopped.socket.page.leave()]);
  });

  test('[FLOW-10] whoever hangs up before the flow has said a word leaves nothing open', async () => {
    const { ana, socket, leg } = await aRingingTest();
    telephony.picksUp(leg);
    // The line is open, and who speaks is looked up.
    await new Promise(setImmediate);
    telephony.hangsUp(leg);
    await eventually(async () =>
      expect((await stored(ana.tenantId)).map(({ result }) => result)).toEqual([AiCallResult.userQuickHangup]),
    );
    await socket.page.leave();
  });

  test('[FLOW-10] closing the socket hangs up, and hanging up ends the test', async () => {
    const closed = await aRingingTest();
    telephony.picksUp(closed.leg);
    await passing(() => expect(closed.socket.said()).toHaveLength(1));
    await closed.socket.page.leave();
    await passing(() => expect(isGone(closed.leg)).toBe(true));
    await ends(closed.ana.tenantId, AiCallResult.agentQuickHangup);

    const hungUp = await aRingingTest();
    telephony.picksUp(hungUp.leg);
    await passing(() => expect(hungUp.socket.said()).toHaveLength(1));
    telephony.hangsUp(hungUp.leg);
    await eventually(async () => expect((await stored(hungUp.ana.tenantId))[0]?.result).not.toBeNull());
    await eventually(() => expect(hungUp.socket.types()).toContain(MessageType.callEnded));
    await hungUp.socket.page.leave();
  });
});
