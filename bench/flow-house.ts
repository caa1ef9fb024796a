import type { Speech, TenantSpeech } from '#core/speech/speech.port.ts';
import type { CallHands } from '#features/flows/flow-talks/server/call-hands.ts';
import { openTalks } from '#features/flows/flow-talks/server/open-talks.ts';
import type { TalkAsk } from '#features/flows/flow-talks/server/talk.ts';
import type { Talks } from '#features/flows/flow-talks/server/talks.ts';
import type { Flow } from '#core/flow/flow.ts';
import { systemClock } from '#platform/server/clock.ts';
import { openDb } from '#platform/server/db/open-db.ts';
import type { Db } from '#platform/server/db/db.ts';
import { migrate } from '#platform/server/db/migrate.ts';
import { openLog } from '#platform/server/log.ts';
import { aTenant } from '#test/builders.ts';
import { benchDatabase } from './database.ts';

/** A database with one tenant, and conversations stored in it. */
export interface House {
  db: Db;
  databasePid: number;
  tenantId: number;
  talks(speech: TenantSpeech): Talks;
  ask(flow: Flow): TalkAsk;
  stop(): Promise<void>;
}

export async function aHouse(): Promise<House> {
  const database = await benchDatabase();
  await migrate(database.url);
  const db = openDb({ url: database.url, report() {} });
  const tenantId = await aTenant(db);
  return {
    db,
    tenantId,
    databasePid: database.pid,
    talks(speech) {
      const all: Speech = { of: async () => speech };
      return openTalks(
        {
          db,
          clock: systemClock,
          log: openLog('error'),
          exchange: { domain: 'bench.example', node: 'bench', iceServers: () => [] },
        },
        {
          speech: all,
          shelf: { published: async () => null },
          sounds: { samples: async () => null },
          outside: async () => {
            throw new Error('nobody is outside');
          },
        },
      );
    },
    ask: (flow) => ({
      tenantId,
      source: 'test',
      flowId: 1,
      flowName: 'Bench',
      flowVersion: null,
      flow,
      caller: { number: '525512345678', customerId: null, fields: {}, tagIds: [] },
      called: '525550000101',
    }),
    async stop() {
      await db.close();
      await database.stop();
    },
  };
}

const done = async () => ({ ok: true, what: 'done' }) as const;
export const noHands: CallHands = {
  transfer: done,
  callback: done,
  voicemail: done,
  record: done,
  survey: done,
  hangUp() {},
  giveBack() {},
};
