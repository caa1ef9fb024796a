import { sql } from 'kysely';
import type { Call } from '#core/call/call.ts';
import type { RehearsalNumber, VirtualCustomer } from '#core/rehearsal/rehearsal.port.ts';
import { FRAME_MS } from '#core/telephony/sound.ts';
import { settingOf } from '#features/team/access/server/index.ts';
import { groupMembers } from '#features/team/agent-groups/server/index.ts';
import { allowedCountries } from '#features/voice/call-limits/server/index.ts';
import type { CallDesk } from '#features/voice/calls/server/index.ts';
import { numberRows } from '#features/voice/did-numbers/server/index.ts';
import { carriersInUse } from '#features/voice/call-routes/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { routes } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { InboundConfig } from '#shared/codes/inbound-config.ts';
import { Failure } from '#shared/errors.ts';
import { toWireTime } from '#shared/wire-time.ts';
import { REHEARSAL_CHANGED, rehearsalApi, type VirtualCaller, type OwnNumber } from '../contract.ts';
import { atHome, STORY_COUNTRY } from '../core/story-numbers.ts';
import { REHEARSAL, trunkHandlers, trunkStep } from './rehearsal-trunk.ts';

/**
 * Numbers to try and virtual customers who call in; only where the rehearsal carrier is, in the demo and for tenants that
 * switched it on: agents who serve real callers have no use for people who are none.
 */
export function rehearsal(
  world: Pick<World, 'db' | 'rehearsal' | 'log' | 'demo' | 'sessions' | 'texts'>,
  desk: Pick<CallDesk, 'ofTenant' | 'onChange'>,
): ServerFeature {
  const { db, rehearsal: stage, log, demo } = world;
  if (!stage) return { name: 'rehearsal', routes: [] };
  const isFor = async (tx: TenantTx): Promise<boolean> => demo || (await settingOf(tx, 'RehearsalEnable')) === 'true';
  async function refuseOthers(tx: TenantTx): Promise<void> {
    if (!(await isFor(tx))) throw new Failure('notFound');
  }
  /** Whose number a customer called; customers are forgotten soon after they hung up. */
  const tenantOf = new Map<string, number>();
  let stopWatching = (): void => {};
  let allPushed: Promise<unknown> = Promise.resolve();

  /** One after another: who hangs up at once has called before. */
  function pushCustomer(customer: VirtualCustomer): void {
    const tenantId = tenantOf.get(customer.customerId);
    if (tenantId === undefined) return;
    const event = { kind: REHEARSAL_CHANGED, body: shown(customer), access: 'rehearsal.use' } as const;
    allPushed = allPushed
      .then(() => db.tenant({ tenantId }, (tx) => tx.push(event)))
      .catch((problem: unknown) => log.warn({ err: problem }, 'virtual customer not told'));
  }

  function forgetGone(): void {
    const present = new Set(stage!.customers().map(({ customerId }) => customerId));
    for (const customerId of tenantOf.keys()) if (!present.has(customerId)) tenantOf.delete(customerId);
  }

  return {
    name: 'rehearsal',
    isFor,
    beginsWith: ['rehearsal.edit'],
    firstSteps: [trunkStep],
    async start() {
      const stops = [
        stage.onChange(pushCustomer),
        desk.onChange((call, before) => {
          const { ourNumber: did, customerNumber: from } = call.facts;
          if (hasPerson(call) && !hasPerson(before)) stage.pickedUp({ did, from });
        }),
      ];
      stopWatching = () => stops.forEach((stop) => stop());
    },
    async stop() {
      stopWatching();
    },
    routes: routes(
      'rehearsal',
      rehearsalApi,
      {
        ...trunkHandlers(world, desk),
        async stage(caller) {
          const { dids, numbers } = await db.tenant(caller, async (tx) => {
            await refuseOthers(tx);
            return { dids: await ownNumbers(tx, caller.userId), numbers: await callableNumbers(tx, stage.numbers()) };
          });
          forgetGone();
          const customers = stage
            .customers()
            .filter(({ customerId }) => tenantOf.get(customerId) === caller.tenantId)
            .map(shown);
          return { numbers, dids, customers };
        },
        async callIn(caller, { did, from, script, seed }) {
          await db.tenant(caller, async (tx) => {
            await refuseOthers(tx);
            if (!(await ownNumbers(tx, caller.userId)).some(({ number }) => number === did))
              throw new Failure('notFound');
            caller.operation.note(did);
          });
          forgetGone();
          const placed = await stage.callIn({
            did,
            ...(from && { from }),
            ...(script && { script }),
            ...(seed !== undefined && { seed }),
          });
          if (!placed) throw new Failure('tooManyRequests');
          tenantOf.set(placed.customerId, caller.tenantId);
          const customer = stage.customers().find(({ customerId }) => customerId === placed.customerId);
          if (customer) pushCustomer(customer);
          return placed;
        },
        async hangUp(caller, { customerId }) {
          if (tenantOf.get(customerId) !== caller.tenantId) throw new Failure('notFound');
          await db.tenant(caller, async () => caller.operation.note(customerId));
          stage.hangUp(customerId);
          return null;
        },
      },
      { atHome: 'all' },
    ),
  };
}

/** Somebody who called us talks to one of us. */
const hasPerson = ({ direction, parties }: Call): boolean =>
  direction === 'inbound' &&
  parties.some(({ role, who, at }) => who.kind === 'agent' && role !== 'supervisor' && at !== 'ringing');

/** Those that ring at this person first, then those of other groups; a menu takes its time before anybody rings. */
async function ownNumbers(tx: TenantTx, userId: number): Promise<OwnNumber[]> {
  const { rows } = await sql<OwnNumber>`
    select number, remark, inbound_config = ${InboundConfig.agentGroup} and exists (select from ${groupMembers} m where m.group_id = d.group_id and m.user_id = ${userId}) "ringsHere"
    from ${numberRows} d where enabled order by 3 desc, inbound_config, number`.execute(tx.as());
  return rows;
}

/**
 * The numbers to dial, as some of a country the tenant may call. Not where another carrier could take the call: abroad,
 * unlike those of the documented area, they may be somebody's.
 */
async function callableNumbers(tx: TenantTx, numbers: readonly RehearsalNumber[]): Promise<RehearsalNumber[]> {
  const allowed = await allowedCountries(tx);
  const isRehearsedOnly = (await carriersInUse(tx)).every((carrier) => carrier === REHEARSAL);
  if (allowed.length === 0 || allowed.includes(STORY_COUNTRY) || !isRehearsedOnly) return [...numbers];
  const country = allowed.find((iso2) => atHome(numbers[0]!.number, iso2) !== null);
  return numbers.map((one) => ({ ...one, number: (country && atHome(one.number, country)) ?? one.number }));
}

const shown = ({ customerId, did, from, script, state, sinceMs, heard }: VirtualCustomer): VirtualCaller => ({
  customerId,
  did,
  from,
  script,
  state,
  since: toWireTime(sinceMs),
  heardMs: heard.loudFrames * FRAME_MS,
});
