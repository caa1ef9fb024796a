import type { CarriedTemplate } from '#core/chat/carrier.port.ts';
import type { OnBehalf } from '#platform/server/db/db.ts';
import type { ChatMessage, SendWish } from '../contract.ts';
import type { ConversationReader } from './conversations.repo.ts';

/** Somebody of the tenant who works with conversations. */
export interface ChatAgent extends OnBehalf, ConversationReader {
  name: string;
}

/** What is noted about a conversation. */
export interface ConversationNotes {
  labelId?: number | null | undefined;
  remark?: string | undefined;
}

/** What agents do with conversations. Whoever may not see one is told that there is none. */
export interface AgentDesk {
  /** Stored when this answers. With a template the text is how it reads. */
  send(agent: ChatAgent, wish: SendWish, template?: CarriedTemplate): Promise<ChatMessage>;
  /** What a carrier did not take goes into its line again. */
  resend(agent: ChatAgent, messageId: number): Promise<ChatMessage>;
  /** Seen up to here; the first look at a conversation is the reaction that was waited for. */
  read(agent: ChatAgent, conversationId: number, no: number): Promise<void>;
  /** They write something, wherever that is: a note, a remark, a search. Whoever does is there. */
  writes(agent: Pick<ChatAgent, 'tenantId' | 'userId'>): Promise<void>;
  typing(agent: ChatAgent, conversationId: number): Promise<void>;
  react(agent: ChatAgent, messageId: number, emoji: string): Promise<void>;
  /** Within capacity, save for supervisors: they do it on purpose. */
  take(agent: ChatAgent, id: number): Promise<void>;
  transfer(
    agent: ChatAgent,
    id: number,
    target: { userId?: number | undefined; groupId?: number | undefined },
    note: string,
  ): Promise<void>;
  close(agent: ChatAgent, id: number, about: ConversationNotes): Promise<void>;
  record(
    agent: ChatAgent,
    id: number,
    about: ConversationNotes & { customerId?: number | null | undefined },
  ): Promise<void>;
  block(agent: ChatAgent, id: number, reason: string): Promise<void>;
  unblock(agent: ChatAgent, id: number): Promise<void>;
}
