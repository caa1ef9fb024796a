import { ActionIcon } from '@mantine/core';
import { CircleCheck, TriangleAlert, X } from 'lucide-react';
import { memo } from 'react';
import type { Flow, NodeId } from '#core/flow/flow.ts';
import { useText, type TextKey } from '#platform/web/i18n.ts';
import type { FlowProblem } from '../../core/problems.ts';
import { fieldName, fieldOf, problemText } from './problems.ts';

/** Everything that keeps the flow from being published; a click leads to it. */
export const ProblemsPanel = memo(
  ({
    flow,
    found,
    onShow,
    onShowFlow,
    onClose,
  }: {
    flow: Flow;
    found: readonly FlowProblem[];
    onShow(id: NodeId, field?: string): void;
    onShowFlow(): void;
    onClose(): void;
  }) => {
    const t = useText();
    const nameOf = (id: NodeId | null): string => {
      const node = flow.nodes.find((one) => one.id === id);
      return node ? node.name || t(`flows.kind.${node.kind}` as TextKey) : t('flows.wholeFlow');
    };
    return (
      <aside className="flow-panel" aria-label={t('flows.problems')}>
        <header>
          <h3>{t('flows.problems')}</h3>
          <ActionIcon variant="subtle" color="gray" aria-label={t('ui.close')} onClick={onClose}>
            <X size={16} aria-hidden />
          </ActionIcon>
        </header>
        {found.length === 0 && (
          <p className="flow-fine">
            <CircleCheck size={16} aria-hidden /> {t('flows.noProblems')}
          </p>
        )}
        {found.map(({ nodeId, problem }) => (
          <button
            key={`${nodeId} ${problem.text} ${problem.field ?? ''} ${JSON.stringify(problem.values ?? {})}`}
            type="button"
            className="flow-problem"
            onClick={() => (nodeId === null ? onShowFlow() : onShow(nodeId, fieldOf(problem)))}
          >
            <TriangleAlert size={15} aria-hidden />
            <span>
              {problemText(t, problem)}
              <small>{[nameOf(nodeId), fieldName(problem)].filter(Boolean).join(' · ')}</small>
            </span>
          </button>
        ))}
      </aside>
    );
  },
);
ProblemsPanel.displayName = 'ProblemsPanel';
