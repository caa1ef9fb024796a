import { join } from 'node:path';
import { letEdgeIn } from '#adapters/telephony/asterisk/config/edge-role.ts';
import type { CarrierPlace } from '#adapters/telephony/asterisk/config/house-plan.ts';
import { houseFolder, keepHousePlan } from '#adapters/telephony/asterisk/config/house-store.ts';
import type { HousePart } from '#adapters/telephony/asterisk/config/house-part.ts';
import { openHouseParts } from '#adapters/telephony/asterisk/config/open-house-parts.ts';
import {
  findHousePrograms,
  startAsteriskHouse,
  type AsteriskHouse,
} from '#adapters/telephony/asterisk/config/start-asterisk-house.ts';
import { migrate } from '#platform/server/db/migrate.ts';
import { EDGE_PASSWORD, HOUSE_PORTS, SIGNALLING_PORTS, takeHousePorts } from '#test/house-ports.ts';
import { outwardAddress } from '#test/outward-address.ts';

/** Kamailio and two Asterisk nodes for processes of the product on one database. */
export interface AsteriskCluster {
  house: AsteriskHouse;
  /** The same programs, to be killed and started again. */
  parts: { edge: HousePart; nodes: readonly HousePart[] };
  /** Settings of every process. */
  env: Record<string, string>;
  end(): Promise<void>;
}

export async function startAsteriskCluster(
  database: { url: string; dataDir: string },
  carriers: readonly CarrierPlace[] = [],
): Promise<AsteriskCluster> {
  await migrate(database.url);
  const shared = join(database.dataDir, 'shared');
  const ports = await takeHousePorts();
  try {
    const house = await startAsteriskHouse({
      databaseUrl: await letEdgeIn(database.url, EDGE_PASSWORD),
      dir: houseFolder(shared),
      nodes: 2,
      // Carriers of a run are known by it.
      ...(carriers.length > 0 && { address: outwardAddress() }),
      soundAddress: outwardAddress(),
      firstPort: ports.first,
      rtpPorts: { first: ports.first + SIGNALLING_PORTS, last: ports.first + HOUSE_PORTS - 1 },
      carriers,
    });
    keepHousePlan(shared, house.plan);
    return {
      house,
      parts: openHouseParts(house.plan, house.dir, findHousePrograms()!),
      env: { EXCHANGE: 'asterisk', EXCHANGE_HOME: houseFolder(shared) },
      async end() {
        await house.stop();
        ports.release();
      },
    };
  } catch (problem) {
    ports.release();
    throw problem;
  }
}
