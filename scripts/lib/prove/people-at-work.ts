import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { CallOutcome } from '#shared/codes/call-outcome.ts';
import { aMember } from '#test/builders.ts';
import { ourTalks, type OurTalks } from '../../../bench/chat-ours.ts';
import { makeCalls, workAtPhone, type DeskTrial, type RungCall } from '../../../bench/desk-people.ts';
import { askProduct, askSurely, type Asked } from './ask.ts';
import {
  callTallyOf,
  differencesOf,
  longestPauseMs,
  outOfOrder,
  tallyOf,
  type CallDifference,
  type CallOfRecord,
  type CallTally,
  type JournalLine,
} from './ledger.ts';
import { RECORD_WITHIN_SEC } from './promises.ts';
import type { KeptLine } from './proof.ts';
import type { ProvenHouse, ProvenTeam } from './proven-house.ts';

const PAGE = 200;
const DAY_MS = 86_400_000;
/** Records, lines and calls of a team that is at rest; who is not by then is told. */
const SETTLE_MS = 60_000;

export interface WorkWishes {
  teams: number;
  people: number;
  chats: number;
  /** Every call is recorded. */
  isRecorded?: boolean;
  /** Between two customers that a team saves, two questions to its desk, and two messages of a visitor. */
  writeMs?: number;
  lookMs?: number;
  messageMs?: number;
}

export interface TimeSpan {
  fromMs: number;
  untilMs: number;
}

/** What clients outside the product wrote down of a while of work. */
export interface PeopleAtWork {
  /** Of the clients who ask without a pause. */
  requests: number;
  failed: number;
  longestMs: number;
  /** What failed how often, and between which moments of the work. */
  failureLines(): string[];
  /** The longest time a team was without an answer of its desk. */
  pauseMs(fromMs: number, untilMs: number): number;
  /** Everybody leaves; then what the product says is held against what they wrote down, but moments of calls while a clock was wrong. */
  leave(wrongClocks?: readonly TimeSpan[]): Promise<{
    kept: KeptLine[];
    calls: CallTally;
    differences: CallDifference[];
    faults: string[];
    counts: Record<string, number>;
  }>;
}

/** Phones, chats and pages of some teams, all of them outside the product, each with a journal of its own. */
export async function goToWork(house: ProvenHouse, wishes: WorkWishes): Promise<PeopleAtWork> {
  const { writeMs = 350, lookMs = 200, messageMs = 2_500 } = wishes;
  const teams: ProvenTeam[] = [];
  for (let n = 0; n < wishes.teams; n += 1) teams.push(await house.team(wishes.people));
  if (wishes.isRecorded)
    await house.db.pool.query('update agent set record_calls = true where tenant_id = any($1)', [
      teams.map(({ tenantId }) => tenantId),
    ]);
  const talks =
    wishes.chats === 0
      ? null
      : await ourTalks(house.db, house.origin, {
          count: wishes.chats,
          perAgent: Math.ceil(wishes.chats / 2),
          text: 'A message of the length people write to one another',
          comesBack: true,
        });
  const rung: RungCall[] = [];
  const trial: DeskTrial = { luck: house.luck, teams, seats: new Map(), faults: [], counts: {}, isOver: false, rung };
  const answeredMs = new Map<number, number[]>(teams.map(({ tenantId }) => [tenantId, []]));
  const customers: JournalLine[] = [];
  const messages: (JournalLine & { talk: number })[] = [];
  let isClosing = false;
  const state = { requests: 0, failed: 0, longestMs: 0 };
  const beganMs = performance.now();
  const failures = new Map<string, number[]>();

  function note(path: string, { code, status, tookMs, msg }: Asked): void {
    state.requests += 1;
    state.longestMs = Math.max(state.longestMs, tookMs);
    if (code === 0) return;
    state.failed += 1;
    const line = `${path}: ${status} ${code} ${msg.slice(0, 100)}`;
    const moments = failures.get(line) ?? [];
    moments.push((performance.now() - beganMs) / 1_000);
    failures.set(line, moments);
  }

  async function look({ tenantId, token }: ProvenTeam): Promise<void> {
    while (!trial.isOver) {
      const answer = await askProduct(house.origin, token, '/cc/api/desk/v1/state');
      note('desk', answer);
      if (answer.code === 0) answeredMs.get(tenantId)!.push(performance.now());
      await wait(lookMs);
    }
  }

  async function write({ tenantId, token }: ProvenTeam): Promise<void> {
    for (let n = 0; !trial.isOver; n += 1) {
      const key = `Proof ${tenantId}-${n}`;
      const number = `52${String(tenantId).padStart(4, '0')}${String(n).padStart(6, '0')}`;
      const body = { full_name: key, phones: [{ number, country: 'MX' }] };
      const answer = await askProduct(house.origin, token, '/admin/cdp/customer/insert', body);
      note('customer', answer);
      customers.push({ key, fate: fateOf(answer) });
      await wait(writeMs);
    }
  }

  async function chat(all: OurTalks, talk: number): Promise<void> {
    await wait(house.luck.between(0, messageMs));
    while (!trial.isOver) {
      const id = randomUUID();
      messages.push({ key: id, talk, fate: await all.deliver(talk, id) });
      await wait(messageMs);
    }
  }

  const working = [
    ...teams.flatMap(({ posts }) => posts.map((post) => workAtPhone(trial, post))),
    ...teams.map(look),
    ...teams.map(write),
    ...(talks ? talks.conversationIds.map((_, talk) => chat(talks, talk)) : []),
    makeCalls(trial, Number.POSITIVE_INFINITY, () => isClosing),
  ];

  return Object.assign(state, {
    failureLines: () =>
      [...failures].map(
        ([line, sec]) =>
          `${sec.length} × ${line}, ${sec[0]!.toFixed(1)} to ${sec.at(-1)!.toFixed(1)} s after people began`,
      ),
    pauseMs: (fromMs: number, untilMs: number) =>
      Math.max(...[...answeredMs.values()].map((moments) => longestPauseMs(moments, fromMs, untilMs))),
    async leave(wrongClocks: readonly TimeSpan[] = []) {
      isClosing = true;
      await hangUpCustomers(house, teams);
      await settle(house, teams, rung);
      trial.isOver = true;
      await Promise.all(working);
      const found = await foundCustomers(house, teams);
      const stored = talks ? await storedMessages(house, talks) : [];
      await talks?.close();
      const orders = talks
        ? talks.conversationIds.flatMap((_, talk) =>
            outOfOrder(
              messages.filter((one) => one.talk === talk).map(({ key }) => key),
              stored,
            ),
          )
        : [];
      const records = await recordsOf(house, teams);
      const phones = rung
        .filter(({ callId }) => callId !== '')
        .map((call) => ({
          ...call,
          hasLeft: call.isCut,
          isCut: call.isCut || wrongClocks.some((span) => isDuring(call, span)),
        }));
      const calls = callTallyOf(phones, records, { withinMs: RECORD_WITHIN_SEC * 1_000 });
      return {
        kept: [
          { what: 'customers saved', ...tallyOf(customers, found) },
          ...(talks ? [{ what: 'messages of visitors', ...messageTally(messages, stored) }] : []),
        ],
        calls,
        differences: differencesOf(calls, phones, records),
        faults: [
          ...trial.faults,
          ...(orders.length > 0 ? [`${orders.length} messages stand in another order than they were sent in`] : []),
        ],
        counts: trial.counts,
      };
    },
  });
}

const isDuring = ({ rangMs, overMs }: RungCall, { fromMs, untilMs }: TimeSpan): boolean =>
  rangMs <= untilMs && (overMs ?? Number.POSITIVE_INFINITY) >= fromMs;

/** Refused is what a client did wrong; everything else may have been done. */
const fateOf = ({ code, status }: Asked): JournalLine['fate'] =>
  code === 0 ? 'acknowledged' : status >= 400 && status < 500 && status !== 408 ? 'refused' : 'unknown';

/** Greetings of each conversation were sent before the journal began. */
function messageTally(messages: readonly JournalLine[], stored: readonly string[]) {
  const noted = new Set(messages.map(({ key }) => key));
  return tallyOf(
    messages,
    stored.filter((key) => noted.has(key)),
  );
}

/** Names of all customers these teams have, as the product lists them. */
export async function foundCustomers({ origin }: ProvenHouse, teams: readonly ProvenTeam[]): Promise<string[]> {
  const names: string[] = [];
  for (const { token } of teams)
    for (let page_number = 1; ; page_number += 1) {
      const { list } = await askSurely<{ list: { full_name: string }[] }>(origin, token, '/admin/cdp/customer/list', {
        page_number,
        page_size: PAGE,
        sort: 'created',
        desc: false,
      });
      names.push(...list.map(({ full_name }) => full_name));
      if (list.length < PAGE) break;
    }
  return names;
}

/** Ids that clients gave their messages, conversation by conversation, in their order. */
async function storedMessages({ origin, db }: ProvenHouse, talks: OurTalks): Promise<string[]> {
  const { token } = await aMember(db, talks.tenantId, { isOwner: true, textSeat: true });
  const ids: string[] = [];
  for (const id of talks.conversationIds) {
    let after = 0;
    for (;;) {
      const list = await askSurely<{ no: number; client_id: string }[]>(
        origin,
        token,
        `/home/api/conversation/${id}/messages?size=${PAGE}&after=${after}`,
      );
      ids.push(...list.map(({ client_id }) => client_id));
      if (list.length < PAGE) break;
      after = Math.max(...list.map(({ no }) => no));
    }
  }
  return ids;
}

interface WireRecord {
  callId: string;
  status: CallOutcome;
  clientSipFrom: string;
  answerTime: string | null;
  endTime: string | null;
}

const msOf = (wire: string | null): number | null => (wire === null ? null : Date.parse(`${wire.replace(' ', 'T')}Z`));
const wireOf = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');

export async function recordsOf(
  { origin }: Pick<ProvenHouse, 'origin'>,
  teams: readonly Pick<ProvenTeam, 'token'>[],
): Promise<CallOfRecord[]> {
  const records: CallOfRecord[] = [];
  for (const { token } of teams) {
    let before: string | undefined;
    for (;;) {
      const { list } = await askSurely<{ list: WireRecord[] }>(origin, token, '/cc/api/ccCdr/v1/page', {
        size: PAGE,
        startDate: wireOf(Date.now() - DAY_MS),
        endDate: wireOf(Date.now() + DAY_MS),
        ...(before && { before }),
      });
      records.push(
        ...list.map(({ callId, status, clientSipFrom, answerTime, endTime }) => ({
          callId,
          phones: [clientSipFrom],
          answeredMs: msOf(answerTime),
          endedMs: msOf(endTime),
          outcome: status,
        })),
      );
      if (list.length < PAGE) break;
      before = list.at(-1)!.callId;
    }
  }
  return records;
}

async function hangUpCustomers({ origin }: ProvenHouse, teams: readonly ProvenTeam[]): Promise<void> {
  for (const { posts } of teams) {
    const { token } = posts[0]!;
    const stage = await askProduct(origin, token, '/cc/api/rehearsal/v1/stage', {});
    const { customers = [] } = (stage.data ?? {}) as { customers?: { customerId: string; state: string }[] };
    for (const { customerId, state } of customers)
      if (state !== 'ended') await askProduct(origin, token, '/cc/api/rehearsal/v1/hangUp', { customerId });
  }
}

/** Until no phone is in a call and no record is open, or patience ends: then the comparison tells. */
async function settle(house: ProvenHouse, teams: readonly ProvenTeam[], rung: readonly RungCall[]): Promise<void> {
  for (const untilMs = performance.now() + SETTLE_MS; performance.now() < untilMs; await wait(1_000)) {
    const isTalking = rung.some(({ overMs }) => overMs === null);
    if (!isTalking && (await recordsOf(house, teams)).every(({ endedMs }) => endedMs !== null)) return;
    await hangUpCustomers(house, teams);
  }
}
