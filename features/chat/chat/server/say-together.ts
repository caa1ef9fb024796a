import { sql } from 'kysely';
import { isDuplicate, isUnavailable } from '#platform/server/db/db.ts';
import { textOnce } from '#platform/server/db/text-once.ts';
import { inPieces } from '#platform/server/in-pieces.ts';
import type { World } from '#platform/server/world.ts';
import type { ChatMessage } from '../contract.ts';

/** More than anybody writes by hand. */
export const MESSAGES_A_MINUTE = 30;

/** Words for a conversation, as `chat_say` takes them: of the visitor who has one, or of the agent it is with. */
type Saying = { client: string; words: string } & (
  | { visitor: number }
  | { conversation: number; who: number; who_name: string }
);

/**
 * Writes words into a conversation that is open, in one journey with what others of the tenant say at the same moment; stored when it
 * answers. Null: something is to be looked up first, and the message was not written.
 */
export type SayTogether = (tenantId: number, saying: Saying) => Promise<ChatMessage | null>;

const say = textOnce(
  (sayings: string, nowSec: number) =>
    sql<{
      answers: (ChatMessage | null)[];
    }>`select chat_say(${sayings}::jsonb, to_timestamp(${nowSec}::float8), ${sql.lit(MESSAGES_A_MINUTE)}) answers`,
);

export function openSayTogether({ db, clock }: Pick<World, 'db' | 'clock'>): SayTogether {
  return inPieces(async (tenantId: number, sayings: readonly Saying[]) => {
    try {
      const [rows] = await db.atOnce<[{ answers: (ChatMessage | null)[] }]>(
        { tenantId },
        [say(JSON.stringify(sayings), clock.nowMs() / 1_000)],
        [],
      );
      return rows[0]!.answers;
    } catch (problem) {
      // The same message came by another process at the same moment: whoever writes it alone finds it there.
      if (sayings.length === 1 && isDuplicate(problem, 'chat_message_once')) return [null];
      throw problem;
    }
  }, isUnavailable);
}
