import type { PhoneWords } from '#features/team/agents/server/index.ts';
import { isUnavailable } from '#platform/server/db/db.ts';
import { mayUse } from '#platform/server/http/caller.ts';
import type { World } from '#platform/server/world.ts';
import { CloseCode } from '#shared/channel.ts';
import type { ChangedConversations } from './changed-conversations.ts';
import type { ChatPage } from './chat-page.ts';
import { conversationsRepo, type ClearConversation } from './conversations.repo.ts';
import { shownConversation } from './shown-conversation.ts';

/** Changes of this long become one reading for all pages. */
const GATHER_MS = 40;
/** Conversations in one message. */
const SENT_AT_ONCE = 50;

export function openChangedConversations(
  { db, clock, log }: Pick<World, 'db' | 'clock' | 'log'>,
  pages: ReadonlyMap<unknown, ChatPage>,
  words: PhoneWords,
): ChangedConversations {
  let gathering: NodeJS.Timeout | undefined;

  async function sendChanged(): Promise<void> {
    gathering = undefined;
    const readers = [...pages.values()].filter(({ changed }) => changed.size > 0);
    const wanted = readers.map((page) => ({ page, changed: new Map(page.changed) }));
    for (const { changed } of readers) changed.clear();
    for (const [tenantId, own] of Map.groupBy(wanted, ({ page }) => page.connection.identity.tenantId)) {
      try {
        const ids = [...new Set(own.flatMap(({ changed }) => [...changed.keys()]))];
        const rows = await db.tenant({ tenantId }, (tx) => conversationsRepo(tx, clock.nowMs()).read(ids));
        for (const { page, changed } of own) await sendRows(page, rows, changed);
      } catch (problem) {
        if (!isUnavailable(problem)) log.error({ err: problem }, 'conversations that changed could not be told');
        // Pages that may have missed something come back and ask.
        for (const { page } of own) page.connection.close(CloseCode.serverStopping);
      }
    }
  }

  async function sendRows(
    { connection }: ChatPage,
    rows: readonly ClearConversation[],
    changed: ReadonlyMap<number, boolean>,
  ): Promise<void> {
    const { userId, tenantId, needsMasking } = connection.identity;
    const supervises = mayUse(connection.identity, 'chat.supervise');
    const seen = rows.filter(
      (row) =>
        changed.has(row.id) &&
        (supervises ||
          row.agent_id === userId ||
          (row.state === 'waiting' && row.group_members?.includes(userId)) ||
          (row.state !== 'waiting' && row.mentioned?.includes(userId)) ||
          changed.get(row.id)),
    );
    for (let at = 0; at < seen.length; at += SENT_AT_ONCE) {
      connection.send(
        await Promise.all(
          seen.slice(at, at + SENT_AT_ONCE).map((row) => shownConversation(row, { tenantId, needsMasking, words })),
        ),
      );
    }
    // A colleague took what waited: whoever could have taken it learns that it is gone from their list, and nothing else.
    const gone = rows.filter(
      (row) =>
        changed.has(row.id) &&
        !seen.includes(row) &&
        row.group_members?.includes(userId) &&
        !row.mentioned?.includes(userId),
    );
    for (const { id } of gone) connection.send({ left: id });
  }

  return {
    note({ connection, changed }, { ids, left }) {
      for (const id of ids) changed.set(id, changed.get(id) === true || left.includes(connection.identity.userId));
      gathering ??= setTimeout(() => void sendChanged(), GATHER_MS);
    },
    stop: () => clearTimeout(gathering),
  };
}
