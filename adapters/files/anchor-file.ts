import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { ChainAnchor, ChainAnchors } from '#core/operation-log/anchors.port.ts';

const OWNER_ALONE = 0o600;

/** Anchors as lines of a file, which a machine may keep append-only by its own means (`chattr +a`) and copy elsewhere. */
export const anchorFile = (file: string): ChainAnchors => ({
  async append(anchors) {
    const handle = await open(file, 'a', OWNER_ALONE);
    try {
      await handle.appendFile(anchors.map((anchor) => `${JSON.stringify(anchor)}\n`).join(''));
      await handle.sync();
    } finally {
      await handle.close();
    }
  },
  async of(tenantId) {
    const found: ChainAnchor[] = [];
    try {
      for await (const line of createInterface({ input: createReadStream(file) })) {
        const anchor = readAnchor(line);
        if (anchor?.tenantId === tenantId) found.push(anchor);
      }
    } catch (problem) {
      if ((problem as NodeJS.ErrnoException).code !== 'ENOENT') throw problem;
    }
    return found;
  },
});

/** A line that a full disk or a killed process cut short anchors nothing. */
function readAnchor(line: string): ChainAnchor | null {
  try {
    return JSON.parse(line) as ChainAnchor;
  } catch {
    return null;
  }
}
