import { diskFiles } from '#adapters/files/disk/disk-files.ts';
import { exportRunner } from '#features/office/downloads/server/index.ts';
import { emptyCatalogue } from '#platform/server/catalogue.ts';
import { systemClock } from '#platform/server/clock.ts';
import { openDb } from '#platform/server/db/open-db.ts';
import { openLog } from '#platform/server/log.ts';
import { loadTexts } from '#platform/server/texts.ts';
import type { World } from '#platform/server/world.ts';
import { customerExports } from './export.ts';

// A process of its own that writes the exports that wait, and tells its parent of every piece, so that it can be killed anywhere.
const [url, folder] = process.argv.slice(2) as [string, string];
const files = diskFiles(folder);
const db = openDb({ url, max: 5, report: () => {} });
const sendToParent = (what: string): Promise<void> => new Promise((resolve) => process.send!(what, () => resolve()));

async function* reportPieces(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of content) {
    await sendToParent('piece');
    yield piece;
  }
  await sendToParent('written');
}
const world = {
  db,
  clock: systemClock,
  texts: loadTexts(),
  catalogue: emptyCatalogue(),
  log: openLog('silent'),
  files: {
    ...files,
    async put(key: string, content: AsyncIterable<Uint8Array>) {
      const put = await files.put(key, reportPieces(content));
      await sendToParent('stored');
      return put;
    },
  },
} satisfies Partial<World>;
world.catalogue.exports.push(...customerExports(world));
await exportRunner(world).drain();
await db.close();
process.disconnect();
