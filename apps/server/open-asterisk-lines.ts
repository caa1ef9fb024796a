import { processPassword, type HousePlan } from '#adapters/telephony/asterisk/config/house-plan.ts';
import { openProcessLine } from '#adapters/telephony/asterisk/lines/open-process-line.ts';
import type { OwnLines } from '#adapters/telephony/asterisk/lines/own-lines.ts';
import type { Carrier, Metronome } from '#adapters/telephony/carrier.ts';
import { calledNumber } from '#features/voice/did-numbers/server/index.ts';
import type { World } from '#platform/server/world.ts';

interface AsteriskLinesOptions extends Pick<World, 'db' | 'clock' | 'log'> {
  plan: Pick<HousePlan, 'nodes' | 'secrets'>;
  /** The address of this process as nodes reach it. */
  address: string;
  rehearsal: { name: string; carrier: Carrier };
  metronome: Metronome;
}

/** The lines that calls on Asterisk nodes go over besides those of the edge. */
export interface AsteriskLines {
  /** For the exchange. */
  lines: OwnLines;
  stop(): Promise<void>;
}

export async function openAsteriskLines(options: AsteriskLinesOptions): Promise<AsteriskLines> {
  const { db, clock, log, plan, address, rehearsal, metronome } = options;
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
  return { lines: process, stop: () => process.stop() };
}
