import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { isVisitorsAddress, proveAddress } from '#features/chat/chat/server/index.ts';
import type { Db, OnBehalf } from '#platform/server/db/db.ts';
import type { Job } from '#platform/server/jobs/jobs.ts';
import { Failure } from '#shared/errors.ts';

/** More than anybody needs; whoever is written to has asked for none of it. */
const VISITOR_AN_HOUR = 6;
const ADDRESS_A_DAY = 10;
const CODE_MINUTES = 15;
const TRIES_MOST = 5;

export interface TranscriptWish extends OnBehalf {
  visitorId: number;
  /** In small letters. */
  address: string;
}

const hash = (...words: (string | number)[]): Buffer => createHash('sha256').update(words.join('\n')).digest();
const codeHash = ({ visitorId, address }: TranscriptWish, code: string): Buffer => hash(visitorId, address, code);

/**
 * Whom conversations are mailed to. Rules:
 * 1. Only to an address that is the visitor's: the host site signed it, it is the customer's, or a code sent there came back.
 * 2. Mails are few, per visitor and per address: a code is a mail too.
 * 3. A code is good for a quarter of an hour and a few tries.
 */
export function transcriptMails(db: Db) {
  return {
    isProven: ({ tenantId, visitorId, address }: TranscriptWish): Promise<boolean> =>
      db.tenant({ tenantId }, (tx) => isVisitorsAddress(tx, visitorId, address)),

    /** The code that came back is right: the address is the visitor's from now on. */
    async prove(wish: TranscriptWish, code: string): Promise<void> {
      // A try counts although it fails.
      const { rows } = await db.tenant({ tenantId: wish.tenantId }, (tx) =>
        sql<{ id: number; code_hash: Buffer }>`
        update chat_transcript_mail set tries = tries + 1 where id = (
          select id from chat_transcript_mail where visitor_id = ${wish.visitorId} and address_hash = ${hash(wish.address)} and code_hash is not null
            and sent_at > now() - ${CODE_MINUTES} * interval '1 minute' and tries < ${TRIES_MOST} order by id desc limit 1)
        returning id, code_hash`.execute(tx.as()),
      );
      if (!rows[0] || !timingSafeEqual(rows[0].code_hash, codeHash(wish, code)))
        throw new Failure('transcriptCodeWrong');
      await db.tenant({ tenantId: wish.tenantId }, (tx) => proveAddress(tx, wish.visitorId, wish.address));
    },

    /** Counts a mail before it is sent; answers the code it carries, when it is to carry one. */
    count: (wish: TranscriptWish, withCode: boolean): Promise<string> =>
      db.tenant({ tenantId: wish.tenantId }, async (tx) => {
        const addressHash = hash(wish.address);
        await sql`select pg_advisory_xact_lock(hashtextextended('chat.transcripts', current_tenant()))`.execute(
          tx.as(),
        );
        const { rows } = await sql<{ own: number; there: number }>`
          select (select count(*) from chat_transcript_mail m where m.visitor_id = ${wish.visitorId} and m.sent_at > now() - interval '1 hour')::int own,
            (select count(*) from chat_transcript_mail m where m.address_hash = ${addressHash} and m.sent_at > now() - interval '1 day')::int there`.execute(
          tx.as(),
        );
        if (rows[0]!.own >= VISITOR_AN_HOUR || rows[0]!.there >= ADDRESS_A_DAY) throw new Failure('tooManyRequests');
        const code = String(randomInt(1_000_000)).padStart(6, '0');
        await sql`
          insert into chat_transcript_mail (visitor_id, address_hash, code_hash)
          values (${wish.visitorId}, ${addressHash}, ${withCode ? codeHash(wish, code) : null})`.execute(tx.as());
        return code;
      }),
  };
}

/** Forgets mails no limit looks back to. */
export const sweepTranscriptMails = (db: Db): Job => ({
  task: 'chat-channels.sweepTranscriptMails',
  cron: '47 * * * *',
  run: async () =>
    void (await db.everyTenant('mails of every tenant', (tx) =>
      sql`delete from chat_transcript_mail where sent_at < now() - interval '1 day'`.execute(tx.as()),
    )),
});
