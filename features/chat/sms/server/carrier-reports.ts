import { randomUUID } from 'node:crypto';
import { maskNumbersIn } from '#core/privacy/name-mask.ts';
import { keptNumber } from '#core/customer/phone-number.ts';
import { optWish } from '../core/opt-out.ts';
import type { SmsListener, SmsReply, SmsReport } from '#core/sms/sms-provider.port.ts';
import { customersByNumber } from '#features/customers/customers/server/index.ts';
import type { Db, TenantTx } from '#platform/server/db/db.ts';
import { Operation } from '#platform/server/http/operation.ts';
import type { Job } from '#platform/server/jobs/jobs.ts';
import { SMS_REPLIED } from '../contract.ts';
import { messagesRepo } from './messages.repo.ts';
import { happen, pushSms } from './sms-events.ts';

const REPORT_TASK = 'sms.report';
/** A report may overtake the answer that names the message; it is read again so often. */
const REPORT_TURNS_MS = [1_000, 5_000, 30_000, 120_000];
const TEXT_MOST = 2_000;

interface LateReport {
  tenantId: number;
  report: SmsReport;
  turn: number;
}

/** Writes down what carriers tell: what became of messages, and what customers answer. */
export function openCarrierReports(db: Db) {
  async function readReport({ tenantId, report, turn }: LateReport): Promise<void> {
    await db.tenant({ tenantId }, async (tx) => {
      const held = await messagesRepo(tx).holdByRef(report.ref);
      if (held)
        return void (await happen(tx, held, {
          type: 'reported',
          outcome: report.outcome,
          reason: report.reason.slice(0, 100),
        }));
      const afterMs = REPORT_TURNS_MS[turn];
      if (afterMs !== undefined)
        await tx.enqueue(REPORT_TASK, { tenantId, report, turn: turn + 1 } satisfies LateReport, { afterMs });
    });
  }

  async function readReply(tenantId: number, { ref, from, text }: SmsReply): Promise<void> {
    const digits = from.replace(/\D/g, '');
    const kept = keptNumber(`+${digits}`) ?? { number: digits, country: '' };
    const cleanText = text.replaceAll('\0', '').slice(0, TEXT_MOST);
    if (kept.number === '' || cleanText === '') return;
    await db.tenant({ tenantId }, async (tx) => {
      const repo = messagesRepo(tx);
      const customerId = (await customersByNumber(tx, [kept.number])).get(kept.number)?.id ?? null;
      const userId = await repo.lastWriter(kept.number);
      const id = await repo.addReply({
        number: kept.number,
        iso2: kept.country,
        customerId,
        userId,
        text: cleanText,
        maskedText: maskNumbersIn(cleanText),
        ref: ref || randomUUID(),
        provider: '',
      });
      if (id === null) return;
      const wish = optWish(cleanText);
      if (wish !== null) await heed(tx, kept.number, wish, cleanText, id);
      await pushSms(tx, id, customerId);
      if (userId !== null) await tx.push({ kind: SMS_REPLIED, body: { id, customerId, wish }, to: { userId } });
    });
  }

  /** Kept at once, and in the log under what it was said in: the number itself is not repeated there. */
  async function heed(
    tx: TenantTx,
    number: string,
    wish: 'stop' | 'start',
    text: string,
    messageId: number,
  ): Promise<void> {
    const repo = messagesRepo(tx);
    const changed =
      wish === 'stop' ? await repo.optOut(number, text.trim().slice(0, 30), null) : await repo.optIn(number);
    if (!changed) return;
    const operation = new Operation(
      { module: 'sms', action: wish === 'stop' ? 'optOutAdd' : 'optOutRemove' },
      { tenantId: tx.tenantId, userId: null, name: 'SMS', address: '', requestId: '' },
    );
    operation.note(messageId);
    await operation.writeInto(tx);
  }

  const job: Job = { task: REPORT_TASK, run: (late: LateReport) => readReport(late) };
  const listenerFor = (tenantId: number): SmsListener => ({
    report: (report) => readReport({ tenantId, report, turn: 0 }),
    reply: (reply) => readReply(tenantId, reply),
  });
  return { listenerFor: listenerFor, job };
}
