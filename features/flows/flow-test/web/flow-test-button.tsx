import { Button } from '@mantine/core';
import { Mic } from 'lucide-react';
import { useState } from 'react';
import type { NodeId } from '#core/flow/flow.ts';
import { useText } from '#platform/web/i18n.ts';
import { TestWindow } from './test-window.tsx';

/** What was done in a test, what the flow said last, and how it ended. */
export interface KeptConversation {
  steps: readonly { action: number; text: string }[];
  values: Readonly<Record<string, string>>;
  lastWords: string;
  result: number | null;
}

export interface FlowTestButtonProps {
  flowId: number;
  /** Saves what is being designed; a test is of what was saved. False: it could not be. */
  onBegin(): Promise<boolean>;
  /** Where the conversation is; null when none goes on. */
  onNode(node: NodeId | null): void;
  /** Keeps the conversation of the test. */
  onKeep?: ((kept: KeptConversation) => void) | undefined;
}

/** Opens the window that tests a flow. */
export default function FlowTestButton({ flowId, onBegin, onNode, onKeep }: FlowTestButtonProps) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size="xs"
        variant="default"
        data-flow-test="workflow"
        leftSection={<Mic size={15} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('flow-test.test')}
      </Button>
      {isOpen && (
        <TestWindow
          flowId={flowId}
          onBegin={onBegin}
          onNode={onNode}
          onKeep={onKeep}
          onClose={() => {
            setOpen(false);
            onNode(null);
          }}
        />
      )}
    </>
  );
}
