import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { readIncomingNumber, type IncomingStyle } from '#core/trunk/number-style.ts';
import { writingsOf } from '#core/trunk/number-writings.ts';
import type { NumberClaim } from '#core/trunk/trunks.port.ts';
import { calledNumber, heldNumbers, numbersHeldBy } from '#features/voice/did-numbers/server/index.ts';
import type { Db } from '#platform/server/db/db.ts';
import { Failure } from '#shared/errors.ts';
import type { SipTrunkFields } from '../contract.ts';
import { sipTrunksRepo, type SipTrunkRow } from './sip-trunks.repo.ts';

/** Who answers a number, asked once however many trunks of a carrier want to know at the same moment. */
export type NumberOwner = (number: string) => Promise<NumberClaim | null>;

export function openNumberOwner(db: Db): NumberOwner {
  const asked = new Map<string, Promise<NumberClaim | null>>();
  return (number) => {
    const digits = number.replace(/\D/g, '');
    const known = asked.get(digits);
    if (known) return known;
    const found = calledNumber(db, digits)
      .then((called) => called && { tenantId: called.tenantId, sinceMs: called.claimedMs })
      .finally(() => asked.delete(digits));
    asked.set(digits, found);
    return found;
  };
}

/** The claim of a tenant's own trunk: it has the number, and the trunk, since the later of the two. */
export async function claimOfTrunk(
  owner: NumberOwner,
  { tenantId, sinceMs }: NumberClaim,
  number: string,
): Promise<NumberClaim | null> {
  const held = await owner(number);
  return held?.tenantId === tenantId ? { tenantId, sinceMs: Math.max(sinceMs, held.sinceMs) } : null;
}

type ReadingTrunk = Pick<SipTrunkFields, 'enabled' | 'gateways' | 'signallingFrom' | 'hosts' | 'dialledNumber'>;

/** Trunks of other teams that the same carrier may call, and that read numbers another way. */
async function othersOf(db: Db, tenantId: number, { gateways, signallingFrom, dialledNumber }: ReadingTrunk) {
  const hosts = gateways.map(({ host }) => host);
  const plain = hosts.map((host) => host.replace(/^\[|\]$/g, ''));
  const networks = [...signallingFrom, ...plain.filter(isAddress)];
  const { rows } = await db.everyTenant('whether teams share a carrier', (tx) =>
    sql<{ tenantId: number; style: IncomingStyle }>`
      select distinct t.tenant_id "tenantId", t.settings -> 'dialledNumber' style
      from sip_trunk t where t.enabled and t.tenant_id <> ${tenantId} and t.settings -> 'dialledNumber' <> ${JSON.stringify(dialledNumber)}::jsonb and (
        exists (select from jsonb_array_elements(t.settings -> 'gateways') g
          where g ->> 'host' = any(${hosts}::text[]) or
            case when trim(both '[]' from g ->> 'host') ~ '^[0-9.]+$|:' then trim(both '[]' from g ->> 'host')::inet && any(${networks}::inet[]) end)
        or exists (select from jsonb_array_elements_text(t.settings -> 'signallingFrom') n where n::inet && any(${networks}::inet[])))`.execute(
      tx.as(),
    ),
  );
  return rows;
}

const isAddress = (host: string): boolean => /^[\d.]+$|:/.test(host);

/** It brings what it brought: it stays the first to have what it has. */
function bringsAlike({ enabled, settings }: SipTrunkRow, trunk: ReadingTrunk): boolean {
  const claimsOf = ({ gateways, signallingFrom, hosts, dialledNumber }: Omit<ReadingTrunk, 'enabled'>) => [
    gateways,
    signallingFrom,
    hosts,
    dialledNumber,
  ];
  return enabled && isDeepStrictEqual(claimsOf(settings), claimsOf(trunk));
}

/**
 * Refuses a trunk that would read as a number of ours what the same carrier writes for a number of another team: that team was
 * first. Nothing is said of whose it is or which number; who runs the installation can lend both teams one trunk. A number that
 * is added later than another team's trunk is not refused: its calls stay the other's (`chooseTrunk`).
 */
export async function refuseLaterClaim(
  db: Db,
  tenantId: number,
  trunk: ReadingTrunk,
  changedId: number | null,
): Promise<void> {
  if (!trunk.enabled) return;
  const { before, numbers } = await db.tenant({ tenantId }, async (tx) => ({
    before: changedId === null ? null : await sipTrunksRepo(tx).find(changedId),
    numbers: await heldNumbers(tx),
  }));
  if (numbers.length === 0 || (before && bringsAlike(before, trunk))) return;
  const others = await othersOf(db, tenantId, trunk);
  if (others.length === 0) return;
  const written = numbers.flatMap((number) => writingsOf(number, trunk.dialledNumber));
  for (const { tenantId: other, style } of others) {
    const read = written.map((text) => readIncomingNumber(text, style).replace(/\D/g, ''));
    if (await numbersHeldBy(db, other, [...new Set(read)])) throw new Failure('trunkNumbersTaken');
  }
}
