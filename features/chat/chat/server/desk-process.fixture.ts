import { systemClock } from '#platform/server/clock.ts';
import { isUnavailable } from '#platform/server/db/db.ts';
import { openDb } from '#platform/server/db/open-db.ts';
import { openLog } from '#platform/server/log.ts';
import { openChatDesk } from './open-chat-desk.ts';
import type { VisitorRef, VisitorWish } from './visitor-desk.ts';

export type DeskOrder = { no: number; visitor: VisitorRef } & ({ do: 'write'; wish: VisitorWish } | { do: 'end' });

// A desk in a process of its own, for the test that runs several on one database. Answers the number of each order it has done.
const db = openDb({ url: process.env['DATABASE_URL']!, max: 6, report() {} });
const desk = openChatDesk({
  db,
  clock: systemClock,
  log: openLog('error'),
  files: {} as never,
  uploadLimits: {} as never,
  virusScan: {} as never,
});

process.on('message', async (order: DeskOrder) => {
  await insisting(
    async () =>
      void (await (order.do === 'write'
        ? desk.fromVisitor(order.visitor, order.wish)
        : desk.endByVisitor(order.visitor))),
  );
  process.send!(order.no);
});
process.on('disconnect', async () => {
  await desk.stop();
  await db.close();
});

/** A busy database may refuse for the moment; pages then try again, with the same client id. */
async function insisting(act: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await act();
    } catch (thrown) {
      if (!isUnavailable(thrown)) throw thrown;
    }
  }
}
