import { sql } from 'kysely';
import { vi } from 'vitest';
import type { z } from 'zod';
import type { Letter, ShortMessage } from '#core/messages/messages.port.ts';
import { emptyCatalogue } from '#platform/server/catalogue.ts';
import type { CarriesCodes } from '#platform/server/contributions.ts';
import type { Db } from '#platform/server/db/db.ts';
import { buildHttp } from '#platform/server/http/build-http.ts';
import { openJobs } from '#platform/server/jobs/open-jobs.ts';
import { openLog } from '#platform/server/log.ts';
import { openMetrics } from '#platform/server/metrics.ts';
import type { Registration } from '#platform/server/registration.ts';
import { openSessions } from '#platform/server/sessions/open-sessions.ts';
import { loadTexts } from '#platform/server/texts.ts';
import type { Envelope } from '#shared/envelope.ts';
import { failures, type FailureName } from '#shared/errors.ts';
import type { Language } from '#shared/languages.ts';
import { testDb } from '#test/test-db.ts';
import { accountApi, type SignInAnswer } from '../contract.ts';
import { search, type Work } from '../core/proof-of-work.ts';
import { account, addMember, createPerson, openPasswords } from './index.ts';
import { clockOf } from '#test/clock.ts';

export const PASSWORD = 'correct horse staple';
/** What a page does in half a second would take these tests minutes. */
export const CHEAP_WORK: Work = { puzzles: 1, bits: 4 };

/** The work done for a challenge. */
export const answerTo = (id: string): string => String(search(id, 0, CHEAP_WORK.bits, { from: 0, count: 100_000 }));
/** The real cost would make these tests wait for the processor most of the time. */
const passwordCost = { memoryCost: 64, timeCost: 1 };
const hashed = openPasswords(undefined, passwordCost).hash(PASSWORD);

export const codeOf = (name: FailureName): number => failures[name].code;

/** The newest first; a short message has no subject. */
type Sent = Letter;

/** People of these tests have no second factor unless they say so: where they sign in, they are in. */
type SigningIn = 'login' | 'registerVerification' | 'setup' | 'acceptInvitation';
type Answer<N extends keyof typeof accountApi> = Envelope<
  N extends SigningIn ? SignInAnswer & { token: string } : z.output<(typeof accountApi)[N]['data']>
>;

interface AskOptions {
  token?: string;
  /** Where the request comes from; from somewhere new each time unless said, so that tests do not count for one another. */
  address?: string;
  language?: string;
}

export type AccountServer = Awaited<ReturnType<typeof accountServer>>;

/** The account feature alone on a database of its own, with a clock to turn and work that is quickly done. */
export async function accountServer({
  db: given,
  demo = false,
  smsCountries = null,
  registration = 'open',
  hasCarrier = true,
  codeCarriers = [],
}: {
  db?: Db;
  demo?: boolean;
  smsCountries?: ReadonlySet<string> | null;
  registration?: Registration;
  /** Of the installation. */
  hasCarrier?: boolean;
  /** Of tenants. */
  codeCarriers?: readonly CarriesCodes[];
} = {}) {
  const opened = given ? null : await testDb();
  const db = given ?? opened!.db;
  let aheadMs = 0;
  const clock = clockOf(() => Date.now() + aheadMs);
  const sent: Sent[] = [];
  const logged: string[] = [];
  const world = {
    db,
    clock,
    demo,
    smsCountries,
    registration,
    catalogue: emptyCatalogue(),
    sessions: openSessions(db, clock, { demo }),
    mail: { send: async (letter: Letter) => void sent.unshift(letter) },
    sms: hasCarrier ? { send: async (message: ShortMessage) => void sent.unshift({ ...message, subject: '' }) } : null,
    texts: loadTexts(),
    log: openLog('info', { write: (line) => void logged.push(line) }),
    metrics: openMetrics(),
    publicUrl: 'http://openseat.test',
  };
  const feature = account(world, { captchaWork: CHEAP_WORK, passwordCost });
  world.catalogue.learn([feature]);
  world.catalogue.codeCarriers.push(...codeCarriers);
  const http = await buildHttp({ ...world, trustProxy: 1, allowedOrigins: [] }, feature.routes);
  // Nothing runs by the clock here: a test that wants the sweep runs it.
  const jobs = openJobs(
    world,
    feature.jobs!.map(({ task, run }) => ({ task, run })),
  );
  await world.sessions.start();
  await jobs.start();
  await feature.start!({ areOpen: () => false });

  /** Calls an endpoint of the contract as a browser would. */
  async function ask<N extends keyof typeof accountApi>(
    name: N,
    input: Record<string, unknown> = {},
    { token, address = anAddress(), language }: AskOptions = {},
  ): Promise<Answer<N>> {
    const { method, path } = accountApi[name];
    const url = path.replace(/\{(\w+)\}/g, (_, key: string) => String(input[key]));
    const answer = await http.inject({
      method,
      url,
      ...(method === 'GET' ? {} : { payload: input }),
      headers: {
        'x-forwarded-for': address,
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(language ? { 'accept-language': language } : {}),
      },
    });
    return answer.json();
  }

  return {
    world,
    feature,
    /** Everything that was logged. */
    logged,
    ask,
    /** Lets time pass for everything but PostgreSQL's own `now()`. */
    pass(ms: number): void {
      aheadMs += ms;
    },
    async captcha(): Promise<string> {
      const { data } = await ask('startCaptcha');
      await ask('solveCaptcha', { id: data.id, text: answerTo(data.id) });
      return data.id;
    },
    /** The newest message to somebody, once there are `count` of them; only those that say something, when `says` is given. */
    message: (to: string, count = 1, says?: RegExp): Promise<Sent> =>
      vi.waitFor(
        () => {
          const mine = sent.filter(
            (message) => message.to === to && (!says || says.test(`${message.subject}\n${message.text}`)),
          );
          if (mine.length < count) throw new Error(`only ${mine.length} messages to ${to}`);
          return mine[0]!;
        },
        { timeout: 4_000, interval: 10 },
      ),
    sentTo: (to: string): Sent[] => sent.filter((message) => message.to === to),
    async entries(tenantId: number): Promise<{ action: string; outcome: number; user_id: number | null }[]> {
      const { rows } = await db.tenant({ tenantId }, (tx) =>
        sql<{
          action: string;
          outcome: number;
          user_id: number | null;
        }>`select action, outcome, user_id from operation_log where module = 'account' order by id`.execute(tx.as()),
      );
      return rows;
    },
    async passwordChecks(): Promise<number> {
      const metric = await world.metrics.registry.getSingleMetric('openseat_password_checks_total')!.get();
      return metric.values.reduce((sum, { value }) => sum + value, 0);
    },
    async close(): Promise<void> {
      await http.close();
      await jobs.stop();
      world.sessions.stop();
      await opened?.close();
    },
  };
}

let made = 0;

const anAddress = (): string => `10.${(made += 1) >> 16}.${(made >> 8) & 255}.${made & 255}`;

/** A person of the tenants given, who knows PASSWORD. */
export async function aPerson(
  db: Db,
  tenantIds: readonly number[],
  { isOwner = false, enabled = true, language = 'en-US' as Language } = {},
): Promise<{ userId: number; email: string }> {
  const passwordHash = await hashed;
  return db.everyTenant('a person', async (tx) => {
    const email = `person.${(made += 1)}.${process.pid}@aurora.example`;
    const userId = await createPerson(tx, { email, passwordHash, language });
    for (const tenantId of tenantIds)
      await addMember(tx, { tenantId, userId, nickName: `Person ${made}`, isOwner, roleIds: [] });
    if (!enabled) await sql`update member set enabled = false where user_id = ${userId}`.execute(tx.as());
    return { userId, email };
  });
}

/** What a message with a code looks like. */
export const SIX_DIGITS = /\b\d{6}\b/;

/** The six digits in a message. */
export const digits = ({ text }: Sent): string => SIX_DIGITS.exec(text)![0];
