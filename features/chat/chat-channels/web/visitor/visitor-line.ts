import type { VisitorLog } from '../../core/visitor-log.ts';
import type { VisitorConversation, VisitorMessage } from '../../contract.ts';

type Log = VisitorLog<VisitorMessage, VisitorConversation>;

/** All that a visitor's page shows. */
export interface VisitorView extends Log {
  /** Null until the visitor is let in. */
  token: string | null;
  needsForm: boolean;
  connected: boolean;
  /** Who writes to the visitor at this moment. */
  typing: string;
  /** Files on their way, each with how far it is: 0 to 1. A picture is drawn meanwhile. */
  uploads: readonly { id: string; name: string; done: number; picture: File | null }[];
  /** The newest message the visitor has seen: `conversation.no`. */
  seen: string;
}

export interface VisitorLine {
  view(): VisitorView;
  watch(watcher: () => void): () => void;
  /** Comes in: with what this device knows, with the host site's word, with answers to the questions before. */
  enter(more?: { identity?: string; answers?: Record<string, string> }): Promise<void>;
  send(text: string): void;
  sendFile(file: File): Promise<void>;
  /** Tries a refused one again, or forgets it. */
  again(clientId: string): void;
  typing(): void;
  seen(): void;
  older(): Promise<boolean>;
  end(): Promise<void>;
  leave(): void;
}
