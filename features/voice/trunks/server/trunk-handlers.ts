import { randomUUID } from 'node:crypto';
import { readDialled } from '#core/call/dialled-number.ts';
import { sipCarrier } from '#core/trunk/carrier-words.ts';
import { callableCountries } from '#features/voice/call-limits/server/index.ts';
import { carrierTrunks, dropTrunkOf, putTrunkOf, type CarrierTrunk } from '#features/voice/call-routes/server/index.ts';
import { isDuplicate, type TenantTx } from '#platform/server/db/db.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import { SIP_TRUNKS_MOST, type SipTrunk, type SipTrunkFields, type trunksApi } from '../contract.ts';
import { refuseLaterClaim } from './number-claims.ts';
import { checkRoots, rootFacts } from './root-facts.ts';
import { closedState } from './shown-state.ts';
import { partSecrets, type OpenSettings } from './trunk-secrets.ts';
import { sipTrunksRepo, type SipTrunkRow } from './sip-trunks.repo.ts';
import { orderTest, sayTrunks } from './trunk-news.ts';
import type { TrunkSeals } from './trunk-seals.ts';
import { newTest } from './trunk-test.ts';

/** Connections to carriers, described, changed and tried. */
export function trunkHandlers(
  { db, clock, trunks }: Pick<World, 'db' | 'clock' | 'trunks'>,
  seals: TrunkSeals,
): Handlers<typeof trunksApi> {
  async function held(tx: TenantTx, id: number): Promise<SipTrunkRow> {
    const row = await sipTrunksRepo(tx).find(id);
    if (!row) throw new Failure('notFound');
    return row;
  }
  /** As it is kept: what is secret apart from what is not. */
  async function parted(fields: SipTrunkFields, tenantId: number, kept: SipTrunkRow | null) {
    // What was right when it was entered keeps nobody from switching the trunk off.
    if (fields.roots !== kept?.settings.roots) checkRoots(fields.roots, clock.nowMs());
    const had = kept && { secrets: await seals.open(tenantId, kept.sealed), described: kept.settings };
    const found = partSecrets(fields, had);
    if ('field' in found) throw new Failure('invalidInput', `${found.field}: ${found.why}`);
    const { name, enabled, ...settings } = found.open;
    return { name, enabled, settings, sealed: await seals.close(tenantId, found.secrets) };
  }
  const putInRoutes = (tx: TenantTx, id: number, { name, enabled, callsAtOnce, callsPerSec }: SipTrunkFields) =>
    putTrunkOf(tx, sipCarrier(id), { name, enabled, maxCalls: callsAtOnce, callsPerSec });

  return {
    list: (caller) =>
      db.tenant(caller, async (tx) => {
        const ofCarrier = new Map((await carrierTrunks(tx)).map((trunk) => [trunk.carrier, trunk]));
        const rows = await sipTrunksRepo(tx).all();
        const lent = trunks.lent().filter(({ tenantIds }) => tenantIds === null || tenantIds.includes(caller.tenantId));
        const { address, ports, transports, rtpPorts } = trunks.reach();
        return {
          trunks: rows.map((row) => shown(row, ofCarrier.get(sipCarrier(row.id)))),
          lent: lent.map(({ carrier, name, domain }) => ({
            carrier,
            name,
            domain,
            isUsed: ofCarrier.has(carrier),
            isUp: trunks.state(carrier)?.gateways.some(({ at }) => at === 'up') ?? false,
          })),
          doorway: {
            address,
            ports: { udp: ports.udp ?? null, tcp: ports.tcp ?? null, tls: ports.tls ?? null },
            rtpPorts,
            transports: [...transports],
          },
        };
      }),

    async create(caller, fields) {
      await refuseLaterClaim(db, caller.tenantId, fields, null);
      return db.tenant(caller, async (tx) => {
        if ((await sipTrunksRepo(tx).count()) >= SIP_TRUNKS_MOST)
          throw new Failure('invalidInput', `at most ${SIP_TRUNKS_MOST} trunks`);
        const row = await parted(fields, caller.tenantId, null);
        const id = await sipTrunksRepo(tx).add(row).catch(orTaken);
        await putInRoutes(tx, id, fields);
        await sayTrunks(tx, id);
        caller.operation.note(fields.name, { after: logged(row) });
        return { id };
      });
    },

    async update(caller, { id, version, ...fields }) {
      await refuseLaterClaim(db, caller.tenantId, fields, id);
      return db.tenant(caller, async (tx) => {
        const before = await held(tx, id);
        if (before.version !== version) throw new Failure('stale');
        const row = await parted(fields, caller.tenantId, before);
        if (!(await sipTrunksRepo(tx).update(id, version, row).catch(orTaken))) throw new Failure('stale');
        await putInRoutes(tx, id, fields);
        await sayTrunks(tx, id);
        caller.operation.note(fields.name, { before: logged(before), after: logged(row) });
        return null;
      });
    },

    delete: (caller, { id, version }) =>
      db.tenant(caller, async (tx) => {
        const before = await held(tx, id);
        if (before.version !== version) throw new Failure('stale');
        await dropTrunkOf(tx, sipCarrier(id));
        await sipTrunksRepo(tx).remove(id);
        await sayTrunks(tx, id);
        caller.operation.note(before.name, { before: logged(before) });
        return null;
      }),

    test: (caller, { id, number }) =>
      db.tenant(caller, async (tx) => {
        const { name, enabled } = await held(tx, id);
        if (!enabled) throw new Failure('sipTrunkOff');
        const dialled = number === '' ? null : readDialled(`+${number.replace(/\D/g, '')}`, '');
        const allowed = dialled ? await callableCountries(tx) : [];
        // Numbers that cost extra are not for tests either.
        if (dialled && (dialled.is !== 'number' || (allowed.length > 0 && !allowed.includes(dialled.country))))
          throw new Failure('invalidInput', 'number: trunks.wrong.numberCountry');
        const test = newTest(randomUUID(), clock.nowMs());
        await sipTrunksRepo(tx).setTest(id, test);
        await orderTest(tx, { tenantId: caller.tenantId, id, testId: test.testId, number });
        caller.operation.note(name, number === '' ? {} : { after: { number } });
        return test;
      }),
  };
}

const orTaken = (thrown: unknown): never => {
  throw isDuplicate(thrown, 'sip_trunk_name') ? new Failure('nameTaken') : thrown;
};

function shown(row: SipTrunkRow, trunk: CarrierTrunk | undefined): SipTrunk {
  const { id, name, enabled, settings, version, state, test } = row;
  return {
    ...settings,
    id,
    name,
    enabled,
    version,
    hasPassword: settings.account !== null,
    rootFacts: rootFacts(settings.roots),
    carrier: sipCarrier(id),
    trunkId: trunk?.id ?? null,
    routes: trunk?.routes ?? [],
    state: enabled ? (state ?? closedState('opening', settings.gateways)) : closedState('off', settings.gateways),
    test,
  };
}

/** What the operation log keeps: no secret is in it. */
const logged = ({ name, enabled, settings }: { name: string; enabled: boolean; settings: OpenSettings }) => ({
  name,
  enabled,
  ...settings,
  roots: rootFacts(settings.roots).map(({ subject }) => subject),
});
