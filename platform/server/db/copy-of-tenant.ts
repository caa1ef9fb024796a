import type { CompiledQuery } from 'kysely';
import type pg from 'pg';
import { copyOut, withLiterals } from './copy-out.ts';

/** Everything a query finds in a tenant, as it is at one moment. */
export async function* copyOfTenant(
  { pool, guarded }: { pool: pg.Pool; guarded: <T>(work: () => Promise<T>) => Promise<T> },
  { tenantId }: { tenantId: number },
  { sql: text, parameters }: CompiledQuery,
): AsyncGenerator<Buffer> {
  const client = await guarded(() => pool.connect());
  let isOver = false;
  try {
    await guarded(() => client.query('begin isolation level repeatable read read only'));
    // A million rows take as long as they take.
    await guarded(() =>
      client.query(
        "select set_config('role', 'openseat_app', true), set_config('app.tenant', $1, true), set_config('statement_timeout', '0', true)",
        [String(tenantId)],
      ),
    );
    const pieces = copyOut(client, withLiterals(text, parameters));
    for (;;) {
      const { done, value } = await guarded(() => pieces.next());
      if (done) break;
      yield value;
    }
    await guarded(() => client.query('commit'));
    isOver = true;
  } finally {
    // Given up half-way: the connection still sends, so it cannot serve anybody else.
    client.release(!isOver);
  }
}
