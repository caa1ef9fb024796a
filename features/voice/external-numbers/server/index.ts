import { openPhoneCodes } from '#features/team/account/server/index.ts';
import { groupsCallingOnlyWith, numberRows, readNumber } from '#features/voice/did-numbers/server/index.ts';
import { externalNumbersRepo, type CallPlans } from '#features/voice/call-routes/server/index.ts';
import { sql } from 'kysely';
import { isDuplicate, type TenantTx } from '#platform/server/db/db.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { routes, type Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { System } from '#shared/codes/system.ts';
import { Failure } from '#shared/errors.ts';
import { EXTERNAL_NUMBERS_MOST, externalNumbersApi } from '../contract.ts';
import { codeHandlers, foundExternal, sendCodeJob } from './code-handlers.ts';
import { sweepCodes } from './codes.repo.ts';
import { openCodeCalls, type CodeVoice } from './open-code-calls.ts';

/** Numbers that are not ours, shown to called people once somebody proved that they answer there. */
export function externalNumbers(
  world: Pick<World, 'catalogue' | 'db' | 'clock' | 'texts' | 'sms' | 'smsCountries' | 'telephony' | 'log'>,
  plans: Pick<CallPlans, 'onward' | 'outboundEnded'>,
  voiceOf: CodeVoice,
): ServerFeature {
  const { db, clock } = world;
  const calls = openCodeCalls(world, plans, voiceOf);
  const codes = { ...world, phoneCodes: openPhoneCodes(world) };
  return {
    name: 'external-numbers',
    menu: [
      {
        key: '/settings/externalNumbers',
        name: 'external-numbers.menu',
        system: System.contactCentre,
        section: 'settings',
        order: 22,
        access: 'external-numbers.view',
        icon: 'phone-call',
      },
    ],
    jobs: [
      sendCodeJob(codes),
      {
        task: 'external-numbers.sweepCodes',
        cron: '44 * * * *',
        run: async () => void (await sweepCodes(db, clock.nowMs())),
      },
    ],
    routes: routes(
      'external-numbers',
      externalNumbersApi,
      { ...keptNumbers(world), ...codeHandlers(codes, calls) },
      { atHome: ['queryCode'] },
    ),
    async stop() {
      calls.stop();
    },
  };
}

async function assertRouter(tx: TenantTx, routerId: number | null): Promise<void> {
  if (routerId === null) return;
  if (!(await externalNumbersRepo(tx).routers()).some(({ id }) => id === routerId)) throw new Failure('notFound');
}

/** One of the numbers people can call is ours without a proof. */
async function refuseOwn(tx: TenantTx, number: string): Promise<void> {
  const { rows } = await sql`select from ${numberRows} n where number = ${number}`.execute(tx.as());
  if (rows.length > 0) throw new Failure('numberOursAlready');
}

type Kept = Omit<Handlers<typeof externalNumbersApi>, 'queryCode' | 'verify'>;

const keptNumbers = ({ db }: Pick<World, 'db'>): Kept => ({
  page: (caller, { page, size, ...filter }) =>
    db.tenant(caller, (tx) => externalNumbersRepo(tx).page(filter, { page, size })),
  all: (caller) =>
    db.tenant(caller, async (tx) => {
      const { list } = await externalNumbersRepo(tx).page(
        { isVerified: true },
        { page: 1, size: EXTERNAL_NUMBERS_MOST },
      );
      return list.filter(({ enabled }) => enabled);
    }),
  routers: (caller) => db.tenant(caller, (tx) => externalNumbersRepo(tx).routers()),

  add: (caller, { number: written, countryIso2, remark, routerId }) =>
    db.tenant(caller, async (tx) => {
      const { number, country } = readNumber(written, countryIso2);
      const repo = externalNumbersRepo(tx);
      await assertRouter(tx, routerId);
      await refuseOwn(tx, number);
      if ((await repo.page({}, { page: 1, size: 1 })).total >= EXTERNAL_NUMBERS_MOST)
        throw new Failure('invalidInput', `at most ${EXTERNAL_NUMBERS_MOST} numbers`);
      const id = await repo.add({ number, country, remark, routerId }).catch((thrown: unknown) => {
        throw isDuplicate(thrown) ? new Failure('numberOursAlready') : thrown;
      });
      const added = await foundExternal(tx, id);
      caller.operation.note(number, { after: { remark, route: added.routerName } });
      return added;
    }),

  update: (caller, { id, remark, routerId, enabled }) =>
    db.tenant(caller, async (tx) => {
      const before = await foundExternal(tx, id);
      await assertRouter(tx, routerId);
      await externalNumbersRepo(tx).update(id, { remark, routerId, enabled });
      const after = await foundExternal(tx, id);
      const noteOf = ({ remark: remarkText, routerName, enabled: on }: typeof before) => ({
        remark: remarkText,
        route: routerName,
        enabled: on,
      });
      caller.operation.note(before.number, { before: noteOf(before), after: noteOf(after) });
      return after;
    }),

  delete: (caller, { id }) =>
    db.tenant(caller, async (tx) => {
      const before = await foundExternal(tx, id);
      const alone = await groupsCallingOnlyWith(tx, { externalNumberId: id });
      if (alone.length > 0) throw new Failure('numberNeeded', alone.join(', '));
      await externalNumbersRepo(tx).remove(id);
      caller.operation.note(before.number, { before: { remark: before.remark, route: before.routerName } });
      return null;
    }),
});
