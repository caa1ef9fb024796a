import { Handle, Position, type Node, type NodeProps } from '@xyflow/react';
import { TriangleAlert } from 'lucide-react';
import { memo } from 'react';
import type { Branch } from '#core/flow/node-kind.ts';
import { useText, type TextKey } from '#platform/web/i18n.ts';
import { KindIcon } from './kind-icon.tsx';

export interface StepData extends Record<string, unknown> {
  kind: string;
  icon: string;
  group: string;
  name: string;
  summary: string;
  branches: readonly Branch[];
  troubles: number;
  isRunning: boolean;
  isFound: boolean;
}
export type StepNodeType = Node<StepData, 'step'>;

/** One step on the canvas: what it is, what it says, and a way out for each branch. */
export const StepNode = memo(({ data, selected }: NodeProps<StepNodeType>) => {
  const t = useText();
  const { kind, icon, group, name, summary, branches, troubles, isRunning, isFound } = data;
  const kindName = t(`flows.kind.${kind}` as TextKey);
  return (
    <div className="flow-step" data-group={group} data-selected={selected || undefined} data-running={isRunning || undefined} data-found={isFound || undefined}>
      {kind !== 'start' && <Handle type="target" position={Position.Left} id="in" className="flow-handle" />}
      <header>
        <span className="flow-step-icon"><KindIcon name={icon} /></span>
        <span className="flow-step-title">
          <b>{name || kindName}</b>
          {name !== '' && <small>{kindName}</small>}
        </span>
        {troubles > 0 && (
          <span className="flow-step-trouble" title={t('flows.troubles', { count: troubles })}>
            <TriangleAlert size={14} aria-hidden />
            <span className="visually-hidden">{t('flows.troubles', { count: troubles })}</span>
          </span>
        )}
      </header>
      {summary !== '' && <p>{summary}</p>}
      {branches.length > 0 && (
        <ul>
          {branches.map(({ key, label }) => (
            <li key={key}>
              <span>{label ?? t(`flows.branch.${key}` as TextKey)}</span>
              <Handle type="source" position={Position.Right} id={key} className="flow-handle" />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
});
StepNode.displayName = 'StepNode';
