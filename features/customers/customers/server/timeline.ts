import { customersRepo } from './customers.repo.ts';
import { maskedChange } from './shown-customer.ts';
import { readTenantFields } from './tenant-fields.ts';
import type { TimelineReader, TimelineSource } from '#platform/server/contributions.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { Failure } from '#shared/errors.ts';
import type { TimelineEntry } from '../contract.ts';

/** Lines are ordered by second, then by kind, then by the newest; this is where a page ended. */
interface Mark {
  at: string;
  kind: string;
  seq: number;
}

const FIRST: Mark = { at: '9999-12-31 23:59:59', kind: '', seq: 0 };
const MARK = /^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d) ([a-z]+) (-?\d{1,15})$/;

const readMark = (text: string | undefined): Mark => {
  if (text === undefined) return FIRST;
  const [, at, kind, seq] = MARK.exec(text) ?? [];
  if (at === undefined || kind === undefined) throw new Failure('invalidInput', 'before');
  return { at, kind, seq: Number(seq) };
};

/** Of a kind that comes after the mark's in one second everything is left, of one that comes before it nothing. */
const boundOf = (mark: Mark, kind: string): { at: string; seq: number } => ({
  at: mark.at,
  seq: kind > mark.kind ? Number.MAX_SAFE_INTEGER : kind === mark.kind ? mark.seq : Number.MIN_SAFE_INTEGER,
});

/** A page of everything that happened with a customer, from all capabilities that know of it. */
export async function readTimeline(
  tx: TenantTx,
  sources: readonly TimelineSource[],
  customerId: number,
  { before, kinds, size }: { before?: string | undefined; kinds?: readonly string[] | undefined; size: number },
  reader: TimelineReader,
): Promise<{ list: TimelineEntry[]; next: string | null }> {
  const mark = readMark(before);
  const ids = await customersRepo(tx).family(customerId);
  const found: (TimelineEntry & { seq: number })[] = [];
  for (const { kind, read } of sources) {
    if (kinds && !kinds.includes(kind)) continue;
    // One more than wanted of each tells whether there is another page.
    const lines = await read(tx, ids, boundOf(mark, kind), size + 1, reader);
    found.push(...lines.map(({ seq, at, who, body }) => ({ key: `${kind}-${seq}`, kind, seq, at, who, body })));
  }
  const sorted = found.toSorted((a, b) =>
    a.at === b.at ? (a.kind === b.kind ? b.seq - a.seq : a.kind < b.kind ? -1 : 1) : a.at < b.at ? 1 : -1,
  );
  const page = sorted.slice(0, size);
  const last = page.at(-1);
  return {
    list: page.map(({ key, at, kind, who, body }) => ({ key, at, kind, who, body })),
    next: last && sorted.length > size ? `${last.at} ${last.kind} ${last.seq}` : null,
  };
}

export const changeTimeline: TimelineSource = {
  kind: 'change',
  async read(tx, customerIds, before, size, { needsMasking }) {
    const rows = await customersRepo(tx).changes(customerIds, before, size);
    const fields = needsMasking ? await readTenantFields(tx) : null;
    return rows.map(({ id, at, user_name: userName, actor, kind, changes }) => ({
      seq: id,
      at,
      who: userName ?? actor,
      body: { kind, changes: fields ? changes.map((change) => maskedChange(change, fields)) : changes },
    }));
  },
};
