import { sql } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';
import { momentOfWire } from '#platform/server/db/moments.ts';
import { forgottenNumber } from '#platform/server/forgotten-number.ts';
import { BLACKLIST_COUNT_CAP, BLACKLIST_UNDO_HOURS, type BlacklistEntry, type BlacklistScope } from '../contract.ts';

/** A number or the beginning of numbers, as the database keeps it. */
export interface KeptPattern {
  pattern: string;
  isShape: boolean;
  country: string;
}
type Why = Pick<BlacklistEntry, 'reason' | 'scopes' | 'expiresAt'>;
interface Search {
  words?: string | undefined;
  /** Those who see stars find by the reason alone. */
  byNumber: boolean;
  scope?: BlacklistScope | undefined;
  expired?: boolean | undefined;
}

const columns = sql`e.id, e.pattern || case when e.is_shape then '*' else '' end pattern, e.country "countryIso2", e.reason, e.scopes, e.expires_at "expiresAt", coalesce(m.nick_name, '') author, e.created_at "createdAt", e.hits, e.last_hit_at "lastHitAt"`;

/** The blacklist of one tenant. */
export function blacklistRepo(tx: TenantTx) {
  const rows = tx.as<never>();
  const where = ({ words = '', byNumber, scope, expired }: Search) => {
    const digits = words.replace(/\D/g, '');
    const like = `%${words.replace(/[\\%_]/g, '\\$&')}%`;
    return sql`e.removed_at is null
      ${words === '' ? sql`` : sql`and (e.reason ilike ${like} ${byNumber && digits !== '' ? sql`or e.pattern like ${`%${digits}%`}` : sql``})`}
      ${scope === undefined ? sql`` : sql`and ${scope} = any(e.scopes)`}
      ${expired === undefined ? sql`` : expired ? sql`and e.expires_at <= now()` : sql`and (e.expires_at is null or e.expires_at > now())`}`;
  };
  return {
    async page(search: Search, { page, size }: { page: number; size: number }): Promise<BlacklistEntry[]> {
      return (
        await sql<BlacklistEntry>`select ${columns} from blacklist_entry e left join member m on m.user_id = e.author_id where ${where(search)} order by e.id desc limit ${size} offset ${(page - 1) * size}`.execute(
          rows,
        )
      ).rows;
    },
    /** One more than the cap when there are more. */
    async total(search: Search): Promise<number> {
      return (
        await sql<{
          count: number;
        }>`select count(*) count from (select 1 from blacklist_entry e where ${where(search)} limit ${BLACKLIST_COUNT_CAP + 1}) counted`.execute(
          rows,
        )
      ).rows[0]!.count;
    },
    async find(id: number): Promise<BlacklistEntry | undefined> {
      return (
        await sql<BlacklistEntry>`select ${columns} from blacklist_entry e left join member m on m.user_id = e.author_id where e.id = ${id} and e.removed_at is null`.execute(
          rows,
        )
      ).rows[0];
    },
    /** The ids of those that were not there, or no longer counted. */
    async add(
      patterns: readonly KeptPattern[],
      { reason, scopes, expiresAt }: Why,
      authorId: number | null,
    ): Promise<number[]> {
      const added = await sql<{ id: number }>`
        insert into blacklist_entry as e (pattern, is_shape, country, reason, scopes, expires_at, author_id)
        select p.pattern, p."isShape", p.country, ${reason}, ${scopes}::text[], ${momentOfWire(expiresAt)}, ${authorId}::bigint
        from jsonb_to_recordset(${JSON.stringify(patterns)}::jsonb) as p (pattern text, "isShape" boolean, country text)
        on conflict (tenant_id, pattern, is_shape) where removed_at is null
        do update set reason = excluded.reason, scopes = excluded.scopes, expires_at = excluded.expires_at, author_id = excluded.author_id, created_at = now() where e.expires_at <= now()
        returning id`.execute(rows);
      return added.rows.map(({ id }) => id);
    },
    async update(
      id: number,
      { pattern, isShape, country }: KeptPattern,
      { reason, scopes, expiresAt }: Why,
    ): Promise<void> {
      await sql`update blacklist_entry set pattern = ${pattern}, is_shape = ${isShape}, country = ${country}, reason = ${reason}, scopes = ${scopes}::text[], expires_at = ${momentOfWire(expiresAt)} where id = ${id}`.execute(
        rows,
      );
    },
    async remove(ids: readonly number[]): Promise<number> {
      await sql`delete from blacklist_entry where removed_at < now() - make_interval(hours => ${BLACKLIST_UNDO_HOURS})`.execute(
        rows,
      );
      const gone =
        await sql`update blacklist_entry set removed_at = now() where id = any(${ids}::bigint[]) and removed_at is null`.execute(
          rows,
        );
      return Number(gone.numAffectedRows ?? 0);
    },
    async restore(ids: readonly number[]): Promise<number> {
      const back =
        await sql`update blacklist_entry e set removed_at = null where id = any(${ids}::bigint[]) and removed_at is not null
        and not exists (select 1 from blacklist_entry o where o.pattern = e.pattern and o.is_shape = e.is_shape and o.removed_at is null)`.execute(
          rows,
        );
      return Number(back.numAffectedRows ?? 0);
    },
    /** Keeps somebody out whom nobody may know any more: what is left of the number is a hash, and no word of why. */
    async forget(numbers: readonly string[]): Promise<number> {
      let forgotten = 0;
      for (const number of numbers) {
        const hash = forgottenNumber(tx.tenantId, number);
        const hidden =
          await sql`update blacklist_entry e set pattern = ${hash}, reason = '' where pattern = ${number} and not is_shape and removed_at is null
          and not exists (select 1 from blacklist_entry o where o.pattern = ${hash} and o.removed_at is null)`.execute(
            rows,
          );
        const gone = await sql`delete from blacklist_entry where pattern = ${number} and not is_shape`.execute(rows);
        forgotten += Number(hidden.numAffectedRows ?? 0) + Number(gone.numAffectedRows ?? 0);
      }
      return forgotten;
    },
    /** That these numbers are kept out, and why. */
    async ofNumbers(numbers: readonly string[]): Promise<object[]> {
      return (
        await sql<object>`select pattern number, reason, scopes, created_at, expires_at from blacklist_entry where pattern = any(${numbers}::text[]) and not is_shape and removed_at is null order by id`.execute(
          rows,
        )
      ).rows;
    },
    /** The number of a call this person was in, or of anybody's with `all`. */
    async numberOfCall(callId: string, userId: number, all: boolean): Promise<string | undefined> {
      const found = await sql<{
        number: string;
      }>`select r.customer_number number from call_record r where r.call_id = ${callId} and r.direction <> 'internal'
        and (${all} or exists (select 1 from call_agent a where a.record_id = r.id and a.user_id = ${userId}))`.execute(
        rows,
      );
      return found.rows[0]?.number;
    },
  };
}

/**
 * Whether a number is kept out of something: by itself, or because it begins as others do. At most as many lookups in
 * an index as the number has digits, however long the list is.
 */
export async function isListed(
  tx: TenantTx,
  number: string,
  scope: BlacklistScope,
  { counts = false }: { /** It is kept out just now. */ counts?: boolean } = {},
): Promise<boolean> {
  const digits = number.replace(/\D/g, '');
  if (digits === '') return false;
  const hash = forgottenNumber(tx.tenantId, digits);
  const beginnings = [...Array.from(digits, (_, index) => digits.slice(0, index + 1)), hash];
  const rows = tx.as<never>();
  const found = await sql<{ id: number }>`
    select id from blacklist_entry where pattern = any(${beginnings}::text[]) and removed_at is null and (is_shape or pattern in (${digits}, ${hash})) and ${scope} = any(scopes) and (expires_at is null or expires_at > now())
    order by length(pattern) desc limit 1`.execute(rows);
  const entry = found.rows[0];
  if (entry && counts)
    await sql`update blacklist_entry set hits = hits + 1, last_hit_at = now() where id = ${entry.id}`.execute(rows);
  return entry !== undefined;
}

/** Those of many numbers (digits) that are kept out of something; each by an index, as `isListed` looks it up. */
export async function listedAmong(
  tx: TenantTx,
  numbers: readonly string[],
  scope: BlacklistScope,
): Promise<ReadonlySet<string>> {
  if (numbers.length === 0) return new Set();
  const { rows } = await sql<{ number: string }>`
    select n.number from unnest(${numbers}::text[], ${numbers.map((number) => forgottenNumber(tx.tenantId, number))}::text[]) n (number, hash)
    where exists (select 1 from blacklist_entry e
      where e.pattern = any(array[n.hash] || array(select left(n.number, l) from generate_series(1, length(n.number)) l))
        and e.removed_at is null and (e.is_shape or e.pattern in (n.number, n.hash)) and ${scope} = any(e.scopes) and (e.expires_at is null or e.expires_at > now()))`.execute(
    tx.as(),
  );
  return new Set(rows.map(({ number }) => number));
}

/** Keeps a number (digits) out of these for good, as its owner wished. */
export async function keepOut(
  tx: TenantTx,
  number: string,
  country: string,
  scopes: readonly BlacklistScope[],
): Promise<void> {
  const why = { reason: '', scopes: [...scopes], expiresAt: null };
  const added = await blacklistRepo(tx).add([{ pattern: number, isShape: false, country }], why, null);
  // One that is there may be there for something else, or for a while.
  if (added.length === 0)
    await sql`update blacklist_entry e set scopes = array(select distinct unnest(e.scopes || ${[...scopes]}::text[]) order by 1), expires_at = null
      where e.pattern = ${number} and not e.is_shape and e.removed_at is null`.execute(tx.as());
}
