import { Handle, Position, type Node, type NodeProps } from '@xyflow/react';
import { TriangleAlert } from 'lucide-react';
import { createContext, memo, use } from 'react';
import type { Branch } from '#core/flow/node-kind.ts';
import { useText, type TextKey } from '#platform/web/i18n.ts';
import { KindIcon } from './kind-icon.tsx';
import { useInTurn } from './turns.ts';

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

/** Whether the canvas is too small to read a step. */
export const FarContext = createContext(false);

/** One step on the canvas. */
export const StepNode = memo(({ data, selected, height }: NodeProps<StepNodeType>) => {
  const isFar = useInTurn(use(FarContext), true);
  return isFar ? (
    <FarStep data={data} selected={selected} height={height} />
  ) : (
    <NearStep data={data} selected={selected} />
  );
});
StepNode.displayName = 'StepNode';

type DrawnStep = Pick<NodeProps<StepNodeType>, 'data' | 'selected'>;

const marksOf = ({ data: { group, isRunning, isFound }, selected }: DrawnStep) => ({
  'data-group': group,
  'data-selected': selected || undefined,
  'data-running': isRunning || undefined,
  'data-found': isFound || undefined,
});

/**
 * Its colour, its place and its name in large letters. It lies outside the flow of the page: what has no size the canvas does not measure,
 * and its lines stay where they were.
 */
const FarStep = ({ data, selected, height }: DrawnStep & { height: number | undefined }) => {
  const t = useText();
  const { kind, name, troubles } = data;
  const title = name || t(`flows.kind.${kind}` as TextKey);
  return (
    <div className="flow-step flow-step-far" {...marksOf({ data, selected })} style={{ height }} title={title}>
      {title}
      {troubles > 0 && (
        <span className="flow-step-trouble">
          <TriangleAlert size={48} aria-hidden />
        </span>
      )}
    </div>
  );
};

/** What it is, what it says, and a way out for each branch. */
const NearStep = ({ data, selected }: DrawnStep) => {
  const t = useText();
  const { kind, icon, name, summary, branches, troubles } = data;
  const kindName = t(`flows.kind.${kind}` as TextKey);
  return (
    <div className="flow-step" {...marksOf({ data, selected })}>
      {kind !== 'start' && <Handle type="target" position={Position.Left} id="in" className="flow-handle" />}
      <header>
        <span className="flow-step-icon">
          <KindIcon name={icon} />
        </span>
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
};
