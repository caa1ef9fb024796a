import { createHash } from 'node:crypto';
import type { NoticeKind } from '#core/push/notice-kinds.ts';
import { settingOf } from '#features/team/access/server/index.ts';
import type { Identity } from '#platform/server/http/caller.ts';
import type { Job } from '#platform/server/jobs/jobs.ts';
import type { World } from '#platform/server/world.ts';
import type { NoticeDue, TrialOutcome } from '../contract.ts';
import { afterPush } from '../core/after-push.ts';
import { noticeFor, noticeManners, type PushedNotice } from '../core/notice-words.ts';
import type { PushKey } from './push-key.ts';
import { subscriptionsRepo, type SubscriptionRow } from './subscriptions.repo.ts';

export const NOTIFY_TASK = 'push-notices.tell';
const SEND_TASK = 'push-notices.send';

interface SendOrder {
  tenantId: number;
  subscriptionId: number;
  kind: NoticeKind;
  subject: string;
  /** How often it was tried. */
  tries: number;
  /** When it happened. */
  sinceMs: number;
}

export type NoticeWorld = Pick<World, 'db' | 'clock' | 'sessions' | 'catalogue' | 'texts' | 'webPush' | 'publicUrl'>;

/**
 * Tells people on their devices. Rules:
 * 1. Nobody is told who has a page before their eyes: it says so itself.
 * 2. What is told is read when it is sent, as its reader may see it then; what is read, taken or done meanwhile is not told.
 * 3. A device is written to as long as the sign-in lasts that it was last seen with, and no longer.
 */
export function openNoticeSending(world: NoticeWorld, pushKey: () => Promise<PushKey>) {
  const { db, clock, sessions, catalogue, texts } = world;

  /** To every device of the person that wants it: one order each, in one transaction. */
  async function notify({ tenantId, userId, kind, subject }: NoticeDue): Promise<void> {
    await db.tenant({ tenantId }, async (tx) => {
      const repo = subscriptionsRepo(tx);
      if (await repo.isHere(userId)) return;
      for (const { id: subscriptionId } of await repo.wanting(userId, kind)) {
        const order: SendOrder = { tenantId, subscriptionId, kind, subject, tries: 0, sinceMs: clock.nowMs() };
        await tx.enqueue(SEND_TASK, order, { key: keyOf(order) });
      }
    });
  }

  async function send(order: SendOrder): Promise<void> {
    const { tenantId, subscriptionId, kind, subject, sinceMs } = order;
    const found = await readerOf(tenantId, subscriptionId);
    if (!found || !found.row.kinds.includes(kind)) return;
    const description = await catalogue.notices
      .find((source) => source.kind === kind)
      ?.describeSubject(found.reader, subject);
    if (!description) return;
    const leftMs = noticeManners[kind].ttlSec * 1_000 - (clock.nowMs() - sinceMs);
    if (leftMs <= 0) return;
    const saysNames = await db.tenant({ tenantId }, (tx) => settingOf(tx, 'NamesInNotices'));
    const notice = noticeFor({
      title: texts.say(found.reader.language, `push-notices.say.${kind}`),
      who: description.who,
      saysNames: saysNames === 'true',
      address: description.address,
      tag: `${kind}-${subject}`,
    });
    const answer = await push(found.row, kind, notice, leftMs);
    const next = afterPush(answer, { tries: order.tries + 1, leftMs });
    await db.tenant({ tenantId }, async (tx) => {
      const repo = subscriptionsRepo(tx);
      if (next.next === 'taken') return repo.took(subscriptionId);
      if (next.next === 'forget') return repo.remove(subscriptionId);
      await repo.failed(subscriptionId);
      // A newer one of the same subject may be in line already, and takes its place.
      if (next.next === 'again')
        await tx.enqueue(SEND_TASK, { ...order, tries: order.tries + 1 }, { key: keyOf(order), afterMs: next.afterMs });
    });
  }

  /** A notice that only shows that notices come; says at once what became of it. */
  async function trial(reader: Identity, row: SubscriptionRow): Promise<TrialOutcome> {
    const say = (key: string): string => texts.say(reader.language, `push-notices.say.${key}`);
    const notice = { title: say('trial'), body: say('trialBody'), address: '/personalSetting/notices', tag: 'trial' };
    const { next } = afterPush(await push(row, 'trial', notice, noticeManners.trial.ttlSec * 1_000), {
      tries: 1,
      leftMs: Infinity,
    });
    await db.tenant({ tenantId: reader.tenantId }, async (tx) => {
      const repo = subscriptionsRepo(tx);
      if (next === 'taken') await repo.took(row.id);
      else if (next === 'forget') await repo.remove(row.id);
      else await repo.failed(row.id);
    });
    return ({ taken: 'sent', forget: 'gone', giveUp: 'refused', again: 'unreachable' } as const)[next];
  }

  async function push(row: SubscriptionRow, kind: NoticeKind | 'trial', notice: PushedNotice, leftMs: number) {
    const contact = world.publicUrl.startsWith('https:') ? world.publicUrl : null;
    const message = {
      text: JSON.stringify(notice),
      ttlSec: Math.ceil(leftMs / 1_000),
      urgency: noticeManners[kind].urgency,
      topic: topicOf(row.id, notice.tag),
    };
    return world.webPush(row, message, { ...(await pushKey()), contact });
  }

  /** Rule 3. */
  async function readerOf(tenantId: number, id: number): Promise<{ row: SubscriptionRow; reader: Identity } | null> {
    const row = await db.tenant({ tenantId }, (tx) => subscriptionsRepo(tx).find(id));
    if (!row) return null;
    const reader = await sessions.identityOf(row.session_id);
    if (reader && reader.userId === row.user_id && reader.tenantId === tenantId) return { row, reader };
    await db.tenant({ tenantId }, (tx) => subscriptionsRepo(tx).remove(id));
    return null;
  }

  const jobs: Job[] = [
    { task: NOTIFY_TASK, run: notify },
    { task: SEND_TASK, waits: true, outgoing: 'forgettable', run: send },
  ];
  return { notify, trial, jobs };
}

const keyOf = ({ subscriptionId, kind, subject }: SendOrder): string =>
  `${SEND_TASK}.${subscriptionId}.${kind}.${subject}`;

/** 32 letters at most, and no word of ours: makers of browsers read it. */
const topicOf = (subscriptionId: number, tag: string): string =>
  createHash('sha256').update(`push topic ${subscriptionId} ${tag}`).digest('base64url').slice(0, 32);
