import type { VisitorConversation, VisitorMessage } from '#features/chat/chat-channels/contract.ts';
import type { OutgoingFile } from '#platform/server/http/routes.ts';
import type { chatEvents, ChatFile } from '../contract.ts';

/** Somebody outside who writes to us; whoever makes one has proven it. */
export interface VisitorRef {
  tenantId: number;
  visitorId: number;
}

/** What a visitor writes: a text, or a file stored before. */
export interface VisitorWish {
  client_id: string;
  text?: string | undefined;
  file_id?: number | undefined;
  /** What agents are told just before it, as `chatEvents` names it. */
  before?: { what: (typeof chatEvents)[number]; name: string } | undefined;
}

/** What a page of the visitor shows when it opens; events go on after `eventId`. */
export interface VisitorNow {
  /** The one that is alive, else the last one. */
  conversation: VisitorConversation | null;
  /** The newest of that conversation, oldest first; without notes. */
  messages: VisitorMessage[];
  eventId: number;
}

/** Shown to a visitor while an agent writes. */
export interface VisitorTyping extends VisitorRef {
  name: string;
}

/**
 * What visitors do with their conversation. Whatever they must see of it is pushed to them (`VISITOR_PUSH`, addressed to
 * `guestUserId(visitorId)`) in the transaction that changed it.
 */
export interface VisitorDesk {
  /** Stored when this answers; sent again, the stored one is answered again. Refuses with `chatBlocked`, `tooManyRequests`, `notFound` (a file of others). */
  fromVisitor(
    guest: VisitorRef,
    wish: VisitorWish,
  ): Promise<{ message: VisitorMessage; conversation: Pick<VisitorConversation, 'id' | 'state'> }>;
  visitorRead(guest: VisitorRef, no: number): Promise<void>;
  /** A page of the visitor has the messages up to here. */
  visitorDelivered(guest: VisitorRef, no: number): Promise<void>;
  visitorTyping(guest: VisitorRef): Promise<void>;
  /** Told when a page opens, with each of its pings, and when it closes; silence for 90 s counts as closed. */
  visitorHere(guest: VisitorRef, isHere: boolean): Promise<void>;
  endByVisitor(guest: VisitorRef): Promise<void>;
  /** Of the conversation alive, else of the last one. */
  rate(guest: VisitorRef, rating: number, note: string): Promise<void>;
  visitorState(guest: VisitorRef): Promise<VisitorNow>;
  /** Those of the same conversation before this number, oldest first; notes left out. */
  visitorMessages(guest: VisitorRef, before: number): Promise<VisitorMessage[]>;
  /**
   * Kept until it is sent, for some hours at most. Refuses with `uploadsFull`, `uploadsVisitor`, `uploadsTenant`, `fileInfected`;
   * where a conversation has to be alive already, also with `chatNotBegun`.
   */
  storeVisitorFile(
    guest: VisitorRef,
    file: { path: string; name: string; mediaType: string; bytes: number },
    wish?: { needsConversation: boolean },
  ): Promise<ChatFile>;
  openVisitorFile(guest: VisitorRef, fileId: number): Promise<OutgoingFile>;
  /** What a machine says on a visitor's behalf: a line for colleagues in the conversation that is alive, unless there is none. Nobody owes an answer. */
  aside(guest: VisitorRef, word: { client_id: string; text: string }): Promise<void>;
  /** A message left while nobody is there; it waits in line like others. */
  leaveWord(guest: VisitorRef, word: { name: string; email: string; text: string }): Promise<void>;
  /** An agent writes to a visitor, in whatever process; the answer stops it. */
  onAgentTyping(listener: (typing: VisitorTyping) => void): () => void;
}
