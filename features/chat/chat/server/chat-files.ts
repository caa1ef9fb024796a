import { createReadStream } from 'node:fs';
import { sql } from 'kysely';
import { namedAs } from '#core/files/named-as.ts';
import { outgoingFile, storeFile } from '#features/office/files/server/index.ts';
import type { IncomingFile, OutgoingFile } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import type { ChatFile } from '../contract.ts';
import type { ChatAgent } from './agent-desk.ts';

/** Files of conversations leave by their own routes only. */
export const CHAT_PURPOSE = 'chat';
const images: readonly string[] = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];

export const chatFileOf = ({
  id,
  name,
  media_type,
  bytes,
}: {
  id: number;
  name: string;
  media_type: string;
  bytes: number;
}): ChatFile => ({ id, name, media_type, bytes, is_image: images.includes(media_type) });

/** Pictures are drawn in the page; everything else is saved, so that nothing somebody sent runs as ours. */
export const outgoing = (file: OutgoingFile): OutgoingFile => ({
  ...file,
  mediaType: file.mediaType.startsWith('text/') ? 'text/plain; charset=utf-8' : file.mediaType,
  inline: images.includes(file.mediaType),
});

/** A scanner that cannot look lets nothing pass. */
export async function assertClean({ virusScan, log }: Pick<World, 'virusScan' | 'log'>, path: string): Promise<void> {
  const isInfected = await virusScan.isInfected(createReadStream(path)).catch((problem: unknown) => {
    log.error({ err: problem }, 'the virus scanner could not look');
    throw new Failure('unavailable');
  });
  if (isInfected) throw new Failure('fileInfected');
}

type FilesWorld = Pick<World, 'db' | 'files' | 'virusScan' | 'log'>;

const mayOpen = (agent: ChatAgent) => (agent.supervises ? sql`true` : sql`chat_visible(c, ${agent.userId})`);

/** Keeps a file for a conversation; sending it is another call. */
export async function storeAgentFile(
  world: FilesWorld,
  agent: ChatAgent,
  conversationId: number,
  { path, name, mediaType, bytes }: IncomingFile,
): Promise<ChatFile> {
  const { rows } = await world.db.tenant({ tenantId: agent.tenantId }, (tx) =>
    sql`select from chat_conversation c where c.id = ${conversationId} and ${mayOpen(agent)}`.execute(tx.as()),
  );
  if (rows.length === 0) throw new Failure('notFound');
  await assertClean(world, path);
  return chatFileOf(
    await storeFile(world, agent, {
      purpose: CHAT_PURPOSE,
      name: namedAs(name, mediaType),
      mediaType,
      bytes,
      content: createReadStream(path),
      within: async (tx, fileId) =>
        void (await sql`insert into chat_file (file_id, conversation_id) values (${fileId}, ${conversationId})`.execute(
          tx.as(),
        )),
    }),
  );
}

/** A file of a conversation this agent may see. */
export async function openAgentFile(world: FilesWorld, agent: ChatAgent, fileId: number): Promise<OutgoingFile> {
  const { rows } = await world.db.tenant({ tenantId: agent.tenantId }, (tx) =>
    sql`select from chat_file f join chat_conversation c on c.id = f.conversation_id where f.file_id = ${fileId} and ${mayOpen(agent)}`.execute(
      tx.as(),
    ),
  );
  if (rows.length === 0) throw new Failure('notFound');
  return outgoing(await outgoingFile(world, agent, fileId));
}
