import pg from 'pg';
import { openTenantSecrets, phoneWords } from '#features/team/agents/server/index.ts';
import { CustomerQuery } from '#features/customers/customers/contract.ts';
import { listHandlers } from '#features/customers/customers/server/list-handlers.ts';
import { emptyCatalogue } from '#platform/server/catalogue.ts';
import { systemClock } from '#platform/server/clock.ts';
import { openDb } from '#platform/server/db/open-db.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import type { Statements } from './customers-bare.ts';
import type { Question } from './customers-questions.ts';

/** What the product asks around its question: whose rows they are, which fields the tenant has. */
const AROUND = /^(begin|commit)|set_config|from custom_field|from field_column/;

/** The statements the product finds and reads customers with, by question: as they are once it has seen the list before. */
export async function recordedStatements(
  url: string,
  caller: Caller,
  questions: readonly Question[],
): Promise<Record<string, Statements[]>> {
  const db = openDb({ url, max: 4, report() {} });
  const { list } = listHandlers(
    { db, clock: systemClock, catalogue: emptyCatalogue() },
    phoneWords(openTenantSecrets(db)),
    { book: { isLasting: () => false }, watch: { note: async () => {} } },
  );
  const answers: Record<string, Statements[]> = {};
  let collected: Statements = [];
  const query = pg.Client.prototype.query as (...given: unknown[]) => unknown;
  pg.Client.prototype.query = function listening(this: pg.Client, ...given: unknown[]) {
    const [asked, values] = given as [
      string | { text: string; values?: unknown[] } | { statements: Statements },
      unknown[] | undefined,
    ];
    const statements =
      typeof asked === 'string'
        ? [{ text: asked, values: values ?? [] }]
        : 'statements' in asked
          ? asked.statements
          : [{ text: asked.text, values: asked.values ?? [] }];
    collected.push(...statements.filter(({ text }) => !AROUND.test(text)));
    return query.apply(this, given);
  } as never;
  for (const { name, bodies } of questions) {
    answers[name] = [];
    for (const body of bodies) {
      for (let times = 0; times < 2; times += 1) {
        collected = [];
        await list(caller, CustomerQuery.parse(body));
      }
      answers[name].push(collected);
    }
  }
  pg.Client.prototype.query = query as never;
  await db.close();
  return answers;
}
