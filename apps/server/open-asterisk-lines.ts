import { isPublicAddress } from '#adapters/http/public-address.ts';
import { processPassword, type HousePlan } from '#adapters/telephony/asterisk/config/house-plan.ts';
import { nodePlace } from '#adapters/telephony/asterisk/config/node-place.ts';
import { openNodeTrunks } from '#adapters/telephony/asterisk/lines/open-node-trunks.ts';
import { openProcessLine } from '#adapters/telephony/asterisk/lines/open-process-line.ts';
import { allLines } from '#adapters/telephony/asterisk/lines/own-lines.ts';
import type { Carrier, Metronome } from '#adapters/telephony/carrier.ts';
import type { LentLine } from '#core/trunk/trunks.port.ts';
import { calledNumber } from '#features/voice/did-numbers/server/index.ts';
import { openTrunkWays } from '#features/voice/trunks/server/index.ts';
import { isUnavailable } from '#platform/server/db/db.ts';
import type { World } from '#platform/server/world.ts';
import type { AsteriskLines } from './asterisk-lines.ts';

interface AsteriskLinesOptions extends Pick<World, 'db' | 'clock' | 'log' | 'allowPrivate'> {
  plan: HousePlan;
  /** The folder it was written under. */
  home: string;
  /** The address of this process as nodes reach it. */
  address: string;
  rehearsal: { name: string; carrier: Carrier };
  /** Lines of the installation's own. */
  lent: readonly LentLine[];
  metronome: Metronome;
}

export async function openAsteriskLines(options: AsteriskLinesOptions): Promise<AsteriskLines> {
  const { db, clock, log, allowPrivate, plan, home, address, rehearsal, lent, metronome } = options;
  const trunks = await openNodeTrunks({
    plan,
    nodes: plan.nodes.map((node) => nodePlace(plan, node, home)),
    ways: openTrunkWays(db),
    isAllowed: allowPrivate ? () => true : isPublicAddress,
    lent,
    clock,
    log,
    isAway: isUnavailable,
  });
  const process = await openProcessLine({
    line: rehearsal.name,
    carrier: rehearsal.carrier,
    address,
    nodes: plan.nodes,
    password: processPassword(plan.secrets.ari),
    tenantOf: async (number) => (await calledNumber(db, number.replace(/\D/g, '')))?.tenantId ?? null,
    metronome,
    clock,
    log,
  });
  return {
    lines: allLines(process, trunks),
    trunks,
    async stop() {
      await process.stop();
      await trunks.stop();
    },
  };
}
