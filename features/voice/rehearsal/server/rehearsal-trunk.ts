import { sql } from 'kysely';
import { ACCESS_CHANGED } from '#features/team/access/contract.ts';
import { putSetting } from '#features/team/access/server/index.ts';
import { groupRows } from '#features/team/agent-groups/server/index.ts';
import type { CallDesk } from '#features/voice/calls/server/index.ts';
import { numbersAt, removeNumbersAt, takeCarrierNumber } from '#features/voice/did-numbers/server/index.ts';
import { addTrunk, carriersInUse, removeTrunks } from '#features/voice/call-routes/server/index.ts';
import { TRUNKS_CHANGED } from '#features/voice/trunks/contract.ts';
import type { FirstStep } from '#platform/server/contributions.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import { takeTurn } from '#platform/server/leases/turn.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import type { rehearsalApi } from '../contract.ts';
import { STORY_COUNTRY, STORY_NUMBERS, storyNumber } from '../core/story-numbers.ts';

/** As lines and numbers name the rehearsal carrier. */
export const REHEARSAL = 'rehearsal';
const TURN = 'rehearsal.trunk';

type TrunkCalls = Pick<typeof rehearsalApi, 'trunk' | 'addTrunk' | 'removeTrunk'>;

/** A trunk and a number to rehearse with, for any tenant. */
export function trunkHandlers(
  { db, sessions, texts }: Pick<World, 'db' | 'sessions' | 'texts'>,
  desk: Pick<CallDesk, 'ofTenant'>,
): Handlers<TrunkCalls> {
  return {
    trunk: (caller) =>
      db.tenant(caller, async (tx) => ({
        isThere: (await carriersInUse(tx)).includes(REHEARSAL),
        numbers: await numbersAt(tx, REHEARSAL),
      })),

    addTrunk: (caller) =>
      db.tenant(caller, async (tx) => {
        // Two clicks at once make one.
        await takeTurn(tx, TURN);
        const name = texts.say(caller.language, 'rehearsal.trunk.name');
        if (!(await carriersInUse(tx)).includes(REHEARSAL)) await addTrunk(tx, { name, carrier: REHEARSAL });
        const [known] = await numbersAt(tx, REHEARSAL);
        const number = known ?? (await freeNumber(tx, name));
        await putSetting({ sessions }, tx, 'RehearsalEnable', 'true');
        caller.operation.note(number);
        return { number };
      }),

    removeTrunk: (caller) =>
      db.tenant(caller, async (tx) => {
        await takeTurn(tx, TURN);
        if (desk.ofTenant(caller.tenantId).some(({ call }) => call.direction !== 'internal'))
          throw new Failure('rehearsalBusy');
        const numbers = await numbersAt(tx, REHEARSAL);
        if (numbers.length === 0 && !(await carriersInUse(tx)).includes(REHEARSAL)) throw new Failure('notFound');
        await removeNumbersAt(tx, REHEARSAL);
        await removeTrunks(tx, REHEARSAL);
        await putSetting({ sessions }, tx, 'RehearsalEnable', 'false');
        caller.operation.note(numbers.join(', '));
        return null;
      }),
  };
}

/** A number nobody of this installation has. Tenants begin to look at places of their own, so one try is nearly always enough. */
async function freeNumber(tx: TenantTx, remark: string): Promise<string> {
  const { rows } = await sql<{ id: number }>`select id from ${groupRows} g where enabled order by id limit 1`.execute(
    tx.as(),
  );
  const groupId = rows[0]?.id ?? null;
  for (let tried = 0; tried < STORY_NUMBERS; tried += 1) {
    const number = storyNumber(tx.tenantId + tried);
    if (await takeCarrierNumber(tx, { number, country: STORY_COUNTRY, remark, carrier: REHEARSAL, groupId }))
      return number;
  }
  throw new Failure('noTrunk');
}

/** Done once calls have a way out and in, by whatever carrier. */
export const trunkStep: FirstStep = {
  key: 'trunk',
  order: 40,
  text: 'rehearsal.firstStep',
  path: '/settings/trunks',
  access: 'rehearsal.edit',
  events: [ACCESS_CHANGED, TRUNKS_CHANGED],
  isDone: async (tx) => (await carriersInUse(tx)).length > 0,
};
