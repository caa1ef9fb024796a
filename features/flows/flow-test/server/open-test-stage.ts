import type { Answer, TransferTo } from '#core/flow/flow-events.ts';
import { stagedAnswer, type StagedAsk } from '#core/flow/staged.ts';
import type { PlaysAsk } from '#features/flows/flow-talks/server/index.ts';
import { MessageType } from '#shared/codes/message-type.ts';
import type { CallOutlook } from './call-outlook.ts';
import type { TestStage } from './test-stage.ts';

type Tell = Parameters<PlaysAsk>[1];

const done: Answer = { ok: true, what: 'done' };

export interface StageWishes {
  tenantId: number;
  /** The flow knows a customer, who is left as they are. */
  hasCustomer: boolean;
  /** Other systems are really asked: the tester said so. */
  sendsRequests: boolean;
}

export function openTestStage(outlook: CallOutlook, { tenantId, hasCustomer, sendsRequests }: StageWishes): TestStage {
  let open: { asked: StagedAsk; answered(said: string): void } | null = null;
  const watching = new Set<() => void>();

  /** Stops until the tester says how it goes on. */
  async function stopsAt(asked: StagedAsk, tell: Tell): Promise<{ said: string; answer: Answer }> {
    const said = await new Promise<string>((answered) => {
      open = { asked, answered };
      for (const go of watching) go();
      watching.clear();
    });
    tell(MessageType.note, { note: 'staged', staged: asked, ...(asked === 'transfer' && { end: said }) });
    return { said, answer: stagedAnswer(asked, said)! };
  }

  async function transfer(to: TransferTo, tell: Tell): Promise<Answer> {
    const found = await outlook.transfer(tenantId, to);
    if ('why' in found) return { ok: false, why: found.why };
    tell(found.to === 'group' ? MessageType.transferWaiting : MessageType.transferRinging, {});
    const asked = stopsAt('transfer', tell);
    tell(MessageType.note, { note: 'stagedTransfer', asks: 'transfer', ...found });
    return (await asked).answer;
  }

  async function voicemail(mailbox: string, tell: Tell): Promise<Answer> {
    const box = await outlook.mailbox(tenantId, mailbox);
    const asked = stopsAt('voicemail', tell);
    tell(MessageType.note, { note: 'stagedMessage', asks: 'voicemail', ...box });
    const { said, answer } = await asked;
    tell(MessageType.note, { note: said.trim() === '' ? 'stagedNoMessage' : 'stagedMessageLeft', ...box });
    return answer;
  }

  async function callback(groupId: number, number: string, tell: Tell): Promise<Answer> {
    const found = await outlook.callback(tenantId, groupId, number);
    if ('why' in found) return { ok: false, why: found.why };
    tell(MessageType.note, { note: 'stagedCallback', ...found });
    return done;
  }

  async function onlyTold(tell: Tell, info: Record<string, unknown>, answer: Answer = done): Promise<Answer> {
    tell(MessageType.note, info);
    return answer;
  }

  return {
    plays(ask, tell) {
      switch (ask.what) {
        case 'transfer':
          return transfer(ask.to, tell);
        case 'voicemail':
          return voicemail(ask.mailbox, tell);
        case 'callback':
          return callback(ask.groupId, ask.number, tell);
        case 'survey':
          return onlyTold(tell, { note: 'stagedScore', score: ask.key, of: ask.maxKey });
        case 'record':
          return Promise.resolve(done);
        case 'tag':
        case 'updateCustomer':
          // Nobody to change is told as on a call.
          return hasCustomer ? onlyTold(tell, { note: 'notKeptInTest', what: ask.what }) : null;
        case 'http':
          return sendsRequests
            ? null
            : onlyTold(tell, { note: 'notAskedInTest', what: ask.what }, { ok: false, why: 'test' });
        default:
          return null;
      }
    },
    asks: () => open?.asked ?? null,
    asking: () => (open ? Promise.resolve() : new Promise((go) => void watching.add(go))),
    goesOn(said) {
      if (!open || !stagedAnswer(open.asked, said)) return false;
      const { answered } = open;
      open = null;
      answered(said);
      return true;
    },
  };
}
