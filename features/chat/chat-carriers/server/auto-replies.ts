import type { Received } from '#core/chat/carrier.port.ts';
import { knownWriter, type VisitorDesk } from '#features/chat/chat/server/index.ts';
import type { Db } from '#platform/server/db/db.ts';
import { clientIdOf } from './message-ids.ts';
import type { Opened } from './open-carriers.ts';

const WORDS_MOST = 1_000;

/** Shows what a machine answered on behalf of somebody who is away, in the conversation they have with us; who has none is not shown. */
export const openAutoReplies =
  (db: Db, desk: Pick<VisitorDesk, 'aside'>) =>
  async ({ account: { tenantId, channelId } }: Opened, { externalId, from, text, thread }: Received): Promise<void> => {
    const visitorId = await db.tenant({ tenantId }, (tx) => knownWriter(tx, channelId, from.externalId));
    const words = [thread['subject'] ?? '', text]
      .filter((part) => part !== '')
      .join('\n\n')
      .slice(0, WORDS_MOST)
      .toWellFormed();
    if (visitorId !== null && words !== '')
      await desk.aside({ tenantId, visitorId }, { client_id: clientIdOf(channelId, externalId, 'aside'), text: words });
  };

export type Aside = ReturnType<typeof openAutoReplies>;
