import { sql } from 'kysely';
import { moveCalls } from '#features/voice/call-records/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { Consent } from '#shared/codes/consent.ts';
import { Failure } from '#shared/errors.ts';
import type { Author } from './customer-changes.repo.ts';
import { customersRepo, type CustomerRow, type CustomerValues } from './customers.repo.ts';
import { pushCustomersChanged, writeCustomers } from './write-customers.ts';

/** What one has of several: the kept one's values first, gaps filled by the others in their order; wishes that keep us from contacting anyone hold for all. */
export function unitedValues(keep: CustomerRow, others: readonly CustomerRow[]): Partial<CustomerValues> {
  const all = [keep, ...others];
  const first = <K extends keyof CustomerRow>(key: K): CustomerRow[K] =>
    (all.find((one) => one[key] !== '' && one[key] !== null) ?? keep)[key];
  const countries = new Map(
    all
      .toReversed()
      .flatMap(({ phones, phone_countries: known }) =>
        phones.map((number, place) => [number, known[place] ?? ''] as const),
      ),
  );
  const phones = [...new Set(all.flatMap((one) => one.phones))];
  const notes = [...new Set(all.map(({ note }) => note.trim()).filter((note) => note !== ''))];
  return {
    full_name: first('full_name'),
    first_name: first('first_name'),
    last_name: first('last_name'),
    company: first('company'),
    owner_id: first('owner_id'),
    language: first('language'),
    time_zone: first('time_zone'),
    country: first('country'),
    phones,
    phone_countries: phones.map((number) => countries.get(number) ?? ''),
    emails: [...new Set(all.flatMap((one) => one.emails))],
    tag_ids: [...new Set(all.flatMap((one) => one.tag_ids))].toSorted((a, b) => a - b),
    fields: Object.assign({}, ...all.toReversed().map((one) => one.fields)) as CustomerValues['fields'],
    note: notes.join('\n\n'),
    do_not_call: all.some((one) => one.do_not_call),
    do_not_text: all.some((one) => one.do_not_text),
    consent: all.some(({ consent }) => consent === Consent.withdrawn)
      ? Consent.withdrawn
      : first('consent') || (others.find(({ consent }) => consent !== Consent.unknown)?.consent ?? Consent.unknown),
  };
}

/** Makes one of several. The others stay as deleted rows that lead to the kept one; calls move, changes are read through them. */
export async function mergeCustomers(
  tx: TenantTx,
  keepId: number,
  otherIds: readonly number[],
  wish: (keep: CustomerRow) => Promise<Partial<CustomerValues>>,
  author: Author,
): Promise<void> {
  const repo = customersRepo(tx);
  const others = [...new Set(otherIds)].filter((id) => id !== keepId);
  const rows = await repo.lock([keepId, ...others]);
  if (
    rows.length !== others.length + 1 ||
    others.length === 0 ||
    rows.some(({ deleted_at: deletedAt }) => deletedAt !== null)
  )
    throw new Failure('notFound');
  const [keep, ...rest] = rows as [CustomerRow, ...CustomerRow[]];
  // First the others go, so that nobody but the kept one has their numbers.
  await sql`update customer set deleted_at = now(), deleted_by = ${author.userId}, merged_into = ${keepId}, version = version + 1 where id = any(${others}::bigint[])`.execute(
    tx.as(),
  );
  await sql`update customer set merged_into = ${keepId} where merged_into = any(${others}::bigint[])`.execute(tx.as());
  await writeCustomers(tx, {
    change: [{ id: keepId, values: { ...unitedValues(keep, rest), ...(await wish(keep)) } }],
    author,
    kind: 'merged',
  });
  await sql`update customer set last_contact_at = ${latest(rows)}::timestamptz where id = ${keepId}`.execute(tx.as());
  await moveCalls(tx, others, keepId);
  await pushCustomersChanged(tx, others, 'merged', keepId);
}

const latest = (rows: readonly CustomerRow[]): string | null =>
  rows
    .flatMap(({ last_contact_at: at }) => at ?? [])
    .toSorted()
    .at(-1) ?? null;
