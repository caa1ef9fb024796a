import type { TestEffect, TestEvent } from '../core/test-machine.ts';
import { stagedAskOf } from '../core/staged-ask.ts';
import type { TestMessage } from '../core/test-messages.ts';
import { wireParams } from '../core/wire-value.ts';
import type { Timers } from '#core/timers.ts';
import { text, type TextKey } from '#platform/web/i18n.ts';
import { choice } from '#platform/web/session.ts';
import { toast } from '#platform/web/toast.ts';
import { FlowTestAction } from '#shared/codes/flow-test-action.ts';
import { FlowTestCommand } from '#shared/codes/flow-test-command.ts';
import type { TestSettings } from '../contract.ts';
import type { TestView, TestWishes, Turn } from './flow-testing.ts';
import type { TestLine } from './test-line.ts';
import type { TestPhone } from './test-phone.ts';

/** Everything the wishes of a test are fulfilled with. */
export interface TestWorld {
  readonly flowId: number;
  readonly phone: TestPhone;
  readonly line: TestLine;
  view(): TestView;
  set(part: Partial<TestView>): void;
  send(event: TestEvent): void;
  later: Timers['later'];
  /** What the last test was begun with. */
  begun: { wishes: TestWishes; replay: readonly Turn[] };
}

/** Where this browser keeps the id of the last test of a flow. */
export const lastTestOf = (flowId: number): string => `flowTest.${flowId}`;

const pairs = (params: TestWishes['params'], settings: TestSettings | null) => {
  const given = wireParams(params, settings?.variables ?? []);
  return given.length === 0 ? null : given;
};

/** Fulfils one wish of the test. */
export function performTest(effect: TestEffect, world: TestWorld): void {
  const { phone, line, view, set } = world;
  const {
    state: { callId },
    settings,
    turns,
  } = view();
  switch (effect.type) {
    case 'register':
      return settings
        ? phone.get()?.register({
            url: settings.fsRegisterAddr,
            domain: settings.domain,
            number: settings.account,
            ha1: settings.md5Pwd,
            iceServers: settings.iceServers,
            audioDirectory: settings.audioDirectory,
          })
        : undefined;
    case 'later':
      return world.later(effect.afterMs, () => world.send(effect.event));
    case 'sendStart':
      return start(world, effect.callDirection);
    case 'sendAction':
      line.send({ cmd: FlowTestCommand.action, callID: callId, actionType: effect.action, text: effect.text });
      return set({ turns: [...turns, turnOf(effect, view().state.messages)] });
    case 'sendStop':
      return void line.send({ cmd: FlowTestCommand.stop, callID: effect.callId });
    case 'answerCall':
      return phone.get()?.answer();
    case 'closeCall':
      return phone.hangUp(effect.afterMs);
    case 'dropPhone':
      return phone.drop();
    case 'pressKeys':
      return phone.get()?.pressKeys(effect.keys);
    case 'warn':
      return toast({
        tone: 'warning',
        text: text(`flow-test.warn.${effect.what}` as TextKey, { detail: effect.detail ?? '' }),
      });
    case 'showError':
      return toast({ tone: 'error', text: effect.text });
    case 'done':
      return toast({ tone: 'success', text: text('flow-test.keysSent') });
  }
}

/** What was done, and what it was the answer to where the test had stopped. */
function turnOf(
  { action: actionType, text: content }: Extract<TestEffect, { type: 'sendAction' }>,
  messages: readonly TestMessage[],
): Turn {
  const asked = actionType === FlowTestAction.stage ? stagedAskOf(messages) : null;
  return { actionType, text: content, ...(asked && { asked }) };
}

function start(
  { flowId, line, view, begun: { wishes, replay } }: TestWorld,
  callDirection: Extract<TestEffect, { type: 'sendStart' }>['callDirection'],
): void {
  const {
    state: { callId },
    settings,
  } = view();
  const isVoice = callDirection === 4;
  choice.set(lastTestOf(flowId), callId);
  line.send({
    cmd: FlowTestCommand.start,
    autoFlowID: flowId,
    callID: callId,
    callee: wishes.callee,
    caller: wishes.caller,
    params: pairs(wishes.params, settings),
    callDirection,
    requests: wishes.requests,
    ...(wishes.customer && { customerId: wishes.customer.id }),
    ...(isVoice && settings ? { account: settings.account, token: settings.platformToken } : {}),
    ...(replay.length > 0
      ? { replay: replay.map(({ actionType, text: content }) => ({ actionType, text: content })) }
      : {}),
  });
}
