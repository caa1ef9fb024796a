import { Button } from '@mantine/core';
import { Mic } from 'lucide-react';
import { useState } from 'react';
import { useText } from '#platform/web/i18n.ts';
import { TestWindow } from './test-window.tsx';
import type { TestedFlow } from './tested-flow.ts';

/** Opens the window that tests a flow. */
export default function FlowTestButton({ flowId, onBegin, onNode, onKeep }: TestedFlow) {
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
