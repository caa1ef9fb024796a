import Fastify from 'fastify';
import pg from 'pg';
import { clientsAtOnce, type Load } from './customers-clients.ts';

/** The statements behind one answer, with their values; the rows of the last but one are the answer's. */
export type Statements = { text: string; values: unknown[] }[];
export type BareOrder =
  | { do: 'open'; url: string; answers: Record<string, Statements[]> }
  | { do: 'run'; question: string; clients: number; seconds: number };

let pool: pg.Pool;
let answers: Record<string, Statements[]> = {};
const names = new Map<string, string>();
const nameOf = (text: string): string => names.get(text) ?? names.set(text, `s${names.size}`).get(text)!;

async function ask(question: string, n: number): Promise<object> {
  const statements = answers[question]!;
  let list: object[] = [];
  for (const { text, values } of statements[n % statements.length]!) {
    const { rows } = await pool.query<object>({ name: nameOf(text), text, values });
    if (text.includes('full_name')) list = rows;
  }
  return { code: 0, data: { list, total: 0, capped: false }, msg: '' };
}

/** A server without sessions, tenants, checks or masks: what the statements alone allow. */
const app = Fastify();
let asked = 0;
app.post<{ Params: { question: string } }>('/:question', ({ params }) => ask(params.question, asked++));

process.on('message', async (order: BareOrder) => {
  if (order.do === 'run')
    return process.send!(
      (await clientsAtOnce(
        order.clients,
        order.seconds,
        async (n) => void (await ask(order.question, n)),
      )) satisfies Load,
    );
  ({ answers } = order);
  pool = new pg.Pool({ connectionString: order.url, max: 20, options: '-c timezone=UTC' });
  process.send!(await app.listen({ port: 0 }));
});
process.on('disconnect', () => process.exit());
