import type { Answer, TransferTo } from '#core/flow/flow-events.ts';
import { stagedAnswer, type StagedAsk } from '#core/flow/staged.ts';
import type { PlaysAsk } from '#features/flows/flow-talks/server/index.ts';
import { MessageType } from '#shared/codes/message-type.ts';
import type { CallOutlook } from './call-outlook.ts';
import type { TestStage } from './test-stage.ts';

type AddMessage = Parameters<PlaysAsk>[1];

const done: Answer = { ok: true, what: 'done' };

export interface StageWishes {
  tenantId: number;
  /** The flow knows a customer, who is left as they are. */
  hasCustomer: boolean;
  /** Other systems are really asked: the tester said so. */
  sendsRequests: boolean;
}

export function openTestStage(outlook: CallOutlook, { tenantId, hasCustomer, sendsRequests }: StageWishes): TestStage {
  let open: { asked: StagedAsk; answered(reply: string): void } | null = null;
  const watching = new Set<() => void>();

  /** Stops until the tester says how it goes on. */
  async function stopsAt(asked: StagedAsk, addMessage: AddMessage): Promise<{ reply: string; answer: Answer }> {
    const reply = await new Promise<string>((answered) => {
      open = { asked, answered };
      for (const go of watching) go();
      watching.clear();
    });
    addMessage(MessageType.note, { note: 'staged', staged: asked, ...(asked === 'transfer' && { end: reply }) });
    return { reply, answer: stagedAnswer(asked, reply)! };
  }

  async function transfer(to: TransferTo, addMessage: AddMessage): Promise<Answer> {
    const found = await outlook.transfer(tenantId, to);
    if ('why' in found) return { ok: false, why: found.why };
    addMessage(found.to === 'group' ? MessageType.transferWaiting : MessageType.transferRinging, {});
    const asked = stopsAt('transfer', addMessage);
    addMessage(MessageType.note, { note: 'stagedTransfer', asks: 'transfer', ...found });
    return (await asked).answer;
  }

  async function voicemail(mailbox: string, addMessage: AddMessage): Promise<Answer> {
    const box = await outlook.mailbox(tenantId, mailbox);
    const asked = stopsAt('voicemail', addMessage);
    addMessage(MessageType.note, { note: 'stagedMessage', asks: 'voicemail', ...box });
    const { reply, answer } = await asked;
    addMessage(MessageType.note, { note: reply.trim() === '' ? 'stagedNoMessage' : 'stagedMessageLeft', ...box });
    return answer;
  }

  async function callback(groupId: number, number: string, addMessage: AddMessage): Promise<Answer> {
    const found = await outlook.callback(tenantId, groupId, number);
    if ('why' in found) return { ok: false, why: found.why };
    addMessage(MessageType.note, { note: 'stagedCallback', ...found });
    return done;
  }

  async function noteOnly(
    addMessage: AddMessage,
    info: Record<string, unknown>,
    answer: Answer = done,
  ): Promise<Answer> {
    addMessage(MessageType.note, info);
    return answer;
  }

  return {
    plays(ask, addMessage) {
      switch (ask.what) {
        case 'transfer':
          return transfer(ask.to, addMessage);
        case 'voicemail':
          return voicemail(ask.mailbox, addMessage);
        case 'callback':
          return callback(ask.groupId, ask.number, addMessage);
        case 'survey':
          return noteOnly(addMessage, { note: 'stagedScore', score: ask.key, of: ask.maxKey });
        case 'record':
          return Promise.resolve(done);
        case 'tag':
        case 'updateCustomer':
          // Nobody to change is told as on a call.
          return hasCustomer ? noteOnly(addMessage, { note: 'notKeptInTest', what: ask.what }) : null;
        case 'http':
          return sendsRequests
            ? null
            : noteOnly(addMessage, { note: 'notAskedInTest', what: ask.what }, { ok: false, why: 'test' });
        default:
          return null;
      }
    },
    asks: () => open?.asked ?? null,
    asking: () => (open ? Promise.resolve() : new Promise((go) => void watching.add(go))),
    goesOn(reply) {
      if (!open || !stagedAnswer(open.asked, reply)) return false;
      const { answered } = open;
      open = null;
      answered(reply);
      return true;
    },
  };
}
