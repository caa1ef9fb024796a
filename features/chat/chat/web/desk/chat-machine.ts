import type { Driven } from '#core/machine.ts';
import type { ChatEffect, ChatEvent } from '../../core/inbox-types.ts';
import type { ChatMessage, Conversation } from '../../contract.ts';
import type { ChatInbox } from './chat-session.ts';

export type ChatHappening = ChatEvent<Conversation, ChatMessage>;
export type ChatWish = ChatEffect<Conversation, ChatMessage>;

/** The inbox as it runs: what happens is sent to it, and how it stands can be read. */
export type ChatMachine = Driven<ChatInbox, ChatHappening>;
