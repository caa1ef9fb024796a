import type { NodeId } from '#core/flow/flow.ts';
import type { StagedAsk } from '#core/flow/staged.ts';

/** What was done in a test, what the flow said last, and how it ended. */
export interface KeptConversation {
  steps: readonly { action: number; text: string; asked?: StagedAsk }[];
  /** Who was thought to call. */
  customerId?: number;
  values: Readonly<Record<string, string>>;
  lastWords: string;
  result: number | null;
}

/** The flow a test is of, and what becomes of the test outside its window. */
export interface TestedFlow {
  flowId: number;
  /** Saves what is being designed; a test is of what was saved. False: it could not be. */
  onBegin(): Promise<boolean>;
  /** Where the conversation is; null when none goes on. */
  onNode(node: NodeId | null): void;
  /** Keeps the conversation of the test. */
  onKeep?: ((kept: KeptConversation) => void) | undefined;
}
