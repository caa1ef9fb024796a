import type { Answer, Ask } from '#core/flow/flow-events.ts';
import type { OutsideFetch } from '#core/http/outside-fetch.port.ts';
import type { TenantSpeech } from '#core/speech/speech.port.ts';
import { FILLER_MS } from '../core/fillers.ts';
import type { FlowOutreach } from '#features/chat/chat-carriers/server/index.ts';
import { sendFromFlow } from '#features/chat/sms/server/index.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Db } from '#platform/server/db/db.ts';
import { Failure } from '#shared/errors.ts';
import type { CustomerLanguage } from '#shared/codes/customer-language.ts';
import { MessageType } from '#shared/codes/message-type.ts';
import type { After } from '#platform/server/timer.ts';
import { askBrain } from './ask-brain.ts';
import { askTag, askUpdateCustomer } from './ask-customer.ts';
import { askFlow, askHours, askHttp } from './ask-world.ts';
import type { AskListener, Asks, PlaysAsk } from './asks.ts';
import type { CallHands } from './call-hands.ts';
import type { FlowShelf } from './flow-shelf.ts';
import type { TalkAsk } from './talk.ts';

export interface AskParts {
  db: Db;
  clock: Clock;
  after: After;
  outside: OutsideFetch;
  shelf: FlowShelf;
  outreach: FlowOutreach | null;
  speech: Pick<TenantSpeech, 'brain'>;
  /** Null where there is no call: by text. */
  hands: CallHands | null;
  /** Asked before the world is. */
  plays?: PlaysAsk | undefined;
  /** In which the conversation is held now. */
  language(): CustomerLanguage;
  report(problem: unknown): void;
}

/** Nobody waits on the line for a database that hangs. */
const ANSWER_MOST_MS = 8_000;
/** These take as long as they were given. */
const patient: ReadonlySet<Ask['what']> = new Set(['transfer', 'voicemail', 'http']);

/**
 * What one conversation asks of the world. In a test nothing leaves the house that a stranger would notice: messages are told as
 * sent and not sent. Whatever breaks answers that it failed.
 */
export function openAsks(
  parts: AskParts,
  { tenantId, talkId, caller, flowName, source, callId = null, numberId = null }: TalkAsk & { talkId: string },
): Asks {
  const { db, clock, after, outside, shelf, speech, hands, report } = parts;
  const whose = { tenantId, customerId: caller.customerId, flowName };

  async function answer(ask: Exclude<Ask, { what: 'brain' }>, listener: AskListener): Promise<Answer> {
    const played = parts.plays?.(ask, listener.addMessage);
    if (played) return played;
    switch (ask.what) {
      case 'hours':
        return askHours({ db, clock }, tenantId, numberId, ask);
      case 'http':
        return askHttp(outside, ask);
      case 'flow':
        return askFlow(db, shelf, tenantId, ask);
      case 'tag':
        return askTag(db, whose, ask);
      case 'updateCustomer':
        return askUpdateCustomer(db, whose, ask);
      case 'sms':
        return sendSms(ask, listener);
      case 'whatsapp':
        return sendWhatsapp(ask, listener);
      case 'transfer':
        return (
          hands?.transfer(ask.to, ask.timeoutMs, (how) =>
            listener.addMessage(how === 'waiting' ? MessageType.transferWaiting : MessageType.transferRinging, {}),
          ) ?? withoutCall(ask.what, listener)
        );
      case 'callback':
        return hands?.callback(ask.groupId, ask.number) ?? withoutCall(ask.what, listener);
      case 'voicemail':
        return hands?.voicemail(ask.mailbox, ask.maxMs) ?? withoutCall(ask.what, listener);
      case 'record':
        return hands?.record(ask.on) ?? withoutCall(ask.what, listener);
      case 'survey':
        return hands?.survey(ask.maxKey, ask.key) ?? withoutCall(ask.what, listener);
      // The mouth knows these.
      case 'detect':
      case 'detectLanguage':
        return { ok: false, why: 'noEar' };
    }
  }

  function withoutCall(what: string, listener: AskListener): Answer {
    listener.addMessage(MessageType.note, { note: 'needsCall', what });
    return { ok: false, why: 'noCall' };
  }

  async function sendSms(
    { templateId, text, to }: Extract<Ask, { what: 'sms' }>,
    listener: AskListener,
  ): Promise<Answer> {
    if (source === 'test') return noteOnly('sms', listener);
    await db.tenant({ tenantId }, (tx) =>
      sendFromFlow(tx, { number: to.replace(/\D/g, ''), templateId, text, flowName, callId: callId ?? '' }),
    );
    return { ok: true, what: 'done' };
  }

  async function sendWhatsapp(
    { template, text, to }: Extract<Ask, { what: 'whatsapp' }>,
    listener: AskListener,
  ): Promise<Answer> {
    if (source === 'test') return noteOnly('whatsapp', listener);
    const outcome = await parts.outreach?.send(tenantId, {
      number: to.replace(/\D/g, ''),
      template,
      text,
      language: parts.language(),
      talkId,
    });
    return outcome?.sent
      ? { ok: true, what: 'done', messageId: outcome.messageId }
      : { ok: false, why: outcome?.why ?? 'notSetUp' };
  }

  function noteOnly(what: string, listener: AskListener): Answer {
    listener.addMessage(MessageType.note, { note: 'notSentInTest', what });
    return { ok: true, what: 'done' };
  }

  return {
    begin(ask, listener) {
      if (ask.what === 'brain') return askBrain({ brain: speech.brain(), clock, after }, ask, listener);
      let wanted = true;
      const stopBridge =
        ask.what === 'transfer' || ask.what === 'voicemail' ? () => {} : after(FILLER_MS, () => listener.takesLong());
      const stopWatch = patient.has(ask.what)
        ? () => {}
        : after(ANSWER_MOST_MS, () => finish({ ok: false, why: 'tooSlow' }));
      const stop = (): void => {
        wanted = false;
        stopBridge();
        stopWatch();
      };
      const finish = (what: Answer): void => {
        if (!wanted) return;
        stop();
        listener.answered(what);
      };
      void answer(ask, {
        ...listener,
        addMessage: (type, info) => void (wanted && listener.addMessage(type, info)),
      }).then(finish, (problem: unknown) => {
        if (!(problem instanceof Failure)) report(problem);
        finish({ ok: false, why: problem instanceof Failure ? problem.name : 'broken' });
      });
      return stop;
    },
  };
}
