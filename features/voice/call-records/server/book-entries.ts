import type { ChargeMark } from '#core/money/leg-charge.ts';
import { USUAL_SCALE } from '../core/call-facts.ts';
import type { CallEnd, CallLifeEvent, LivingCallState, NewCallRecord, StoredQuality } from './call-book.ts';

/** What the book is asked to write. `seq` is the writer's own: the same note written again adds nothing. */
export type BookEntry =
  | { kind: 'open'; call: NewCallRecord }
  | { kind: 'note'; callId: string; seq: number; event: CallLifeEvent }
  /** `isGuess`: by a home that found the record open. */
  | { kind: 'close'; callId: string; end: CallEnd; isGuess?: true }
  | { kind: 'mark'; marks: readonly ChargeMark[] }
  | { kind: 'quality'; callId: string; quality: StoredQuality }
  | { kind: 'keep'; callId: string; living: LivingCallState }
  | { kind: 'forget'; callId: string };

/** What an agent did with a call; who talked has talked, whatever came after. */
export type AgentResult = 'rang' | 'talked' | 'missed' | 'rejected' | 'busy' | 'deviceError' | 'withdrawn';

/** What lists show of a call that still goes on; everything else is added up at its end. Null: as it was. */
export interface LivePatch {
  callId: string;
  userId: number | null;
  talkedUserId: number | null;
  answeredMs: number | null;
  surveyScore: number | null;
  surveyScale: number | null;
}

/** The newest word about each call, from notes in order. */
export function livePatches(notes: readonly { callId: string; event: CallLifeEvent }[]): LivePatch[] {
  const patches = new Map<string, LivePatch>();
  for (const { callId, event } of notes) {
    const change = changeBy(event);
    if (!change) continue;
    const before = patches.get(callId) ?? {
      callId,
      userId: null,
      talkedUserId: null,
      answeredMs: null,
      surveyScore: null,
      surveyScale: null,
    };
    patches.set(callId, { ...before, ...change, answeredMs: before.answeredMs ?? change.answeredMs ?? null });
  }
  return [...patches.values()];
}

function changeBy(event: CallLifeEvent): Partial<LivePatch> | null {
  switch (event.type) {
    case 'answered':
      return {
        answeredMs: event.atMs,
        ...(event.userId === null ? {} : { userId: event.userId, talkedUserId: event.userId }),
      };
    case 'surveyAnswered':
      return { surveyScore: event.score, surveyScale: event.scale ?? USUAL_SCALE };
    default:
      return null;
  }
}

/** Everybody who took part, each once. */
export function agentResults(entries: readonly BookEntry[]): { callId: string; userId: number; result: AgentResult }[] {
  const results = new Map<string, { callId: string; userId: number; result: AgentResult }>();
  for (const entry of entries) {
    const part = partIn(entry);
    if (!part) continue;
    const key = `${part.callId} ${part.userId}`;
    if (results.get(key)?.result !== 'talked') results.set(key, part);
  }
  return [...results.values()];
}

function partIn(entry: BookEntry): { callId: string; userId: number; result: AgentResult } | null {
  if (entry.kind === 'open')
    return entry.call.userId === null ? null : { callId: entry.call.callId, userId: entry.call.userId, result: 'rang' };
  if (entry.kind !== 'note') return null;
  const { callId, event } = entry;
  switch (event.type) {
    case 'agentRang':
      return { callId, userId: event.userId, result: 'rang' };
    case 'agentMissed':
      return { callId, userId: event.userId, result: event.reason };
    case 'answered':
    case 'conferenceBegan':
      return event.userId === null ? null : { callId, userId: event.userId, result: 'talked' };
    case 'transferred':
      return event.userId === null ? null : { callId, userId: event.userId, result: 'rang' };
    default:
      return null;
  }
}

/** What is kept of an event beside its moment and type. Not which keys were pressed: they may be a secret number. */
export function detailOf({ atMs: _at, type, ...detail }: CallLifeEvent): object {
  if (type !== 'keyPressed') return detail;
  const { key: _key, ...rest } = detail as { key: string };
  return rest;
}

/** How each call that goes on is to be kept, and which are kept no longer: the last word about each counts. */
export function keptStates(entries: readonly BookEntry[]): {
  keep: ({ callId: string } & LivingCallState)[];
  forget: string[];
} {
  const last = new Map<string, LivingCallState | null>();
  for (const entry of entries) {
    if (entry.kind === 'keep') last.set(entry.callId, entry.living);
    else if (entry.kind === 'forget') last.set(entry.callId, null);
  }
  return {
    keep: [...last].flatMap(([callId, living]) => (living ? [{ callId, ...living }] : [])),
    forget: [...last].flatMap(([callId, living]) => (living ? [] : [callId])),
  };
}
