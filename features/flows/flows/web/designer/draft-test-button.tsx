import { memo, Suspense, useCallback } from 'react';
import type { NodeId } from '#core/flow/flow.ts';
import { FlowTestButton } from '#features/flows/flow-test/web/index.ts';
import type { KeptTest } from './keep-case.tsx';
import type { FlowDraft } from './use-draft.ts';

interface TestButtonProps extends Pick<FlowDraft, 'flush'> {
  flowId: number;
  isLocked: boolean;
  onNode(node: NodeId | null): void;
  onKeep(kept: KeptTest): void;
}

/** Tests what is designed; it is saved before. Who may not change the flow keeps no case of it. */
export const DraftTestButton = memo(({ flowId, flush, isLocked, onNode, onKeep }: TestButtonProps) => {
  const onBegin = useCallback(async () => (await flush()) !== null, [flush]);
  return (
    <Suspense>
      <FlowTestButton flowId={flowId} onBegin={onBegin} onNode={onNode} {...(isLocked ? {} : { onKeep })} />
    </Suspense>
  );
});
DraftTestButton.displayName = 'TestButton';
