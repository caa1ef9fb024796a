import { createReadStream } from 'node:fs';
import { sql } from 'kysely';
import { namedAs } from '#core/files/named-as.ts';
import { outgoingFile, storeFile } from '#features/office/files/server/index.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import { assertClean, chatFileOf, CHAT_PURPOSE, outgoing } from './chat-files.ts';
import { claimUpload } from './claim-upload.ts';
import type { VisitorDesk } from './visitor-desk.ts';

/** Files of visitors and for them. */
export function visitorFiles(
  world: Pick<World, 'db' | 'clock' | 'files' | 'uploadLimits' | 'virusScan' | 'log'>,
): Pick<VisitorDesk, 'storeVisitorFile' | 'openVisitorFile'> {
  const { db } = world;

  return {
    async storeVisitorFile(
      guest,
      { path, name, mediaType, bytes },
      { needsConversation } = { needsConversation: false },
    ) {
      const { tenantId, visitorId } = guest;
      await claimUpload(world, guest, { bytes, needsConversation });
      await assertClean(world, path);
      return chatFileOf(
        await storeFile(
          world,
          { tenantId, userId: null },
          {
            purpose: CHAT_PURPOSE,
            name: namedAs(name, mediaType),
            mediaType,
            bytes,
            content: createReadStream(path),
            within: async (tx, fileId) =>
              void (await sql`insert into chat_file (file_id, visitor_id) values (${fileId}, ${visitorId})`.execute(
                tx.as(),
              )),
          },
        ),
      );
    },

    async openVisitorFile({ tenantId, visitorId }, fileId) {
      const { rows } = await db.tenant({ tenantId }, (tx) =>
        sql`
        select from chat_file f left join chat_conversation c on c.id = f.conversation_id where f.file_id = ${fileId} and (f.visitor_id = ${visitorId} or (c.visitor_id = ${visitorId}
          and exists (select from chat_message m where m.conversation_id = c.id and m.file_id = ${fileId} and m.author = 'agent')))`.execute(
          tx.as(),
        ),
      );
      if (rows.length === 0) throw new Failure('notFound');
      return outgoing(await outgoingFile(world, { tenantId }, fileId));
    },
  };
}
