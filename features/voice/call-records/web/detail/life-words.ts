import { USUAL_SCALE } from '../../core/call-facts.ts';
import type { CallLifeEvent } from '#core/call/call-life.ts';
import { spokenNumber } from '#core/phone/spoken-number.ts';
import { hasText, textOf } from '#platform/web/i18n.ts';
import type { CallDetail, LifeEvent } from '../../contract.ts';

/** What an event means for whoever reads the life of a call. */
export type LifeTone = 'green' | 'red' | 'warning' | 'blue' | 'violet' | 'grey';

export interface LifeLine {
  /** Seconds since the call began. */
  afterSec: number;
  text: string;
  tone: LifeTone;
}

type Detail = LifeEvent['detail'];
interface Word {
  tone: LifeTone | ((detail: Detail) => LifeTone);
  /** The last part of the text's key, where an event has more than one text. */
  kind?: (event: LifeEvent) => string;
}

/** Every event there is; one that is forgotten here does not compile. */
const words: Record<CallLifeEvent['type'], Word> = {
  queued: { tone: 'grey' },
  agentRang: { tone: 'violet' },
  agentMissed: {
    tone: ({ reason }) =>
      reason === 'deviceError' || reason === 'busy' ? 'warning' : reason === 'withdrawn' ? 'grey' : 'red',
    kind: ({ detail }) => String(detail['reason']),
  },
  customerRang: { tone: 'violet' },
  earlyMedia: { tone: 'grey' },
  answered: { tone: 'green', kind: ({ userId }) => (userId === null ? 'customer' : 'agent') },
  held: { tone: 'warning' },
  resumed: { tone: 'green' },
  keyPressed: { tone: 'grey', kind: ({ detail }) => String(detail['party']) },
  consultBegan: { tone: 'blue' },
  consultEnded: { tone: 'grey' },
  conferenceBegan: { tone: 'blue' },
  transferred: { tone: 'blue', kind: ({ detail }) => String(detail['kind']) },
  transferFailed: { tone: 'red' },
  overflowed: {
    tone: 'warning',
    kind: ({ detail }) => (String(detail['to']).startsWith('group ') ? 'group' : String(detail['to'])),
  },
  menuBegan: { tone: 'grey' },
  menuChosen: { tone: 'grey' },
  flowBegan: { tone: 'violet' },
  voicemailBegan: { tone: 'violet' },
  recordingWord: {
    tone: ({ outcome }) => (outcome === 'declined' ? 'warning' : 'grey'),
    kind: ({ detail }) => String(detail['outcome']),
  },
  monitored: { tone: 'blue', kind: ({ detail }) => String(detail['mode']) },
  surveyAnswered: { tone: 'green' },
  mediaReturned: { tone: 'grey' },
  nobodyFree: { tone: 'red' },
  machineAnswered: { tone: 'grey' },
  optedOut: { tone: 'warning' },
  moneyLow: { tone: 'warning' },
  moneyBack: { tone: 'grey' },
  moneyOver: { tone: 'red' },
};

const TEXT = 'call-records.life';
const msOf = (wire: string): number => Date.parse(`${wire.replace(' ', 'T')}Z`);

/**
 * The record counts from whom a conversation is whose. For people, of a call that goes out the customer answers first; of an
 * internal one the caller does not answer at all; and who talks already does not answer again.
 */
function asPeopleSeeIt({
  direction,
  userId: ownerId,
  events,
}: Pick<CallDetail, 'direction' | 'userId' | 'events'>): LifeEvent[] {
  let talkerId: number | null = null;
  let isFirst = true;
  return events.flatMap((event): LifeEvent[] => {
    if (event.type === 'agentRang') talkerId = null;
    if (event.type !== 'answered') return [event];
    const isAgain =
      event.userId !== null && (event.userId === talkerId || (direction === 'internal' && event.userId === ownerId));
    const isCustomers = isFirst && direction === 'outbound';
    talkerId = event.userId;
    isFirst = false;
    return isAgain ? [] : [isCustomers ? { ...event, userId: null } : event];
  });
}

/** The life of a call in words, from its first moment to its last; `groupName` knows groups by their id. */
export function lifeLines(
  call: Pick<
    CallDetail,
    | 'direction'
    | 'startTime'
    | 'endTime'
    | 'callingNumber'
    | 'userId'
    | 'userName'
    | 'groupId'
    | 'groupName'
    | 'endedBy'
    | 'events'
    | 'taskName'
  >,
  groupName: (id: number) => string | undefined,
): LifeLine[] {
  const startMs = msOf(call.startTime);
  const isInternal = call.direction === 'internal';
  const after = (at: string): number => Math.max(0, Math.round((msOf(at) - startMs) / 1_000));
  const somebody = textOf('call-records.detail.somebody');
  const groupOf = (id: number): string =>
    (id === call.groupId && call.groupName ? call.groupName : groupName(id)) ??
    textOf('call-records.detail.groupNo', { id: String(id) });

  function lineOf(event: LifeEvent): LifeLine {
    const { at, type, userName, detail } = event;
    const word = words[type as CallLifeEvent['type']] as Word | undefined;
    const key =
      isInternal && type === 'customerRang'
        ? `${TEXT}.colleagueRang`
        : [TEXT, type, ...(word?.kind ? [word.kind(event)] : [])].join('.');
    const to = String(detail['to'] ?? '');
    const group = /^group (\d+)$/.exec(to)?.[1];
    const values = {
      ...detail,
      who: userName || somebody,
      group: groupOf(Number(detail['groupId'])),
      position: Number(detail['position'] ?? 0),
      to: group ? groupOf(Number(group)) : userName || spokenNumber(to) || textOf('call-records.detail.nowhere'),
      key: String(detail['key'] ?? ''),
      score: Number(detail['score'] ?? 0),
      scale: Number(detail['scale'] ?? USUAL_SCALE),
    };
    const tone = word?.tone ?? 'grey';
    // A newer server may know more than this page does.
    return {
      afterSec: after(at),
      text: hasText(key) ? textOf(key, values) : type,
      tone: typeof tone === 'function' ? tone(detail) : tone,
    };
  }

  const endedBy = isInternal && call.endedBy === 'customer' ? 'colleague' : (call.endedBy ?? 'server');
  const caller = call.events.find(({ type }) => type === 'agentRang')?.userName;
  const who = call.userName || caller || somebody;
  const began: LifeLine = {
    afterSec: 0,
    text: textOf(`${TEXT}.began.${isOfCampaign(call) ? 'campaign' : call.direction}`, {
      number: spokenNumber(call.callingNumber) || textOf('call-records.detail.nowhere'),
      who,
      task: call.taskName,
    }),
    tone: 'grey',
  };
  const ended: LifeLine =
    call.endTime === null
      ? { afterSec: Number.NaN, text: textOf(`${TEXT}.lasting`), tone: 'blue' }
      : { afterSec: after(call.endTime), text: textOf(`${TEXT}.ended.${endedBy}`), tone: 'grey' };
  return [began, ...asPeopleSeeIt(call).map(lineOf), ended].filter(
    (line, place, all) => !isRepeated(line, all[place - 1]),
  );
}

/** Nobody of ours was on the line when it was dialled: it was answered before anybody of them was there, or by nobody. */
function isOfCampaign({
  direction,
  taskName,
  userId,
  events,
}: Pick<CallDetail, 'direction' | 'taskName' | 'userId' | 'events'>): boolean {
  const answered = events.find(({ type }) => type === 'answered');
  return direction === 'outbound' && taskName !== '' && (answered ? answered.userId : userId) === null;
}

/** Keys are often pressed one after the other; once is enough to know. */
const isRepeated = (line: LifeLine, before: LifeLine | undefined): boolean =>
  before?.text === line.text &&
  [textOf(`${TEXT}.keyPressed.customer`), textOf(`${TEXT}.keyPressed.agent`)].includes(line.text);
