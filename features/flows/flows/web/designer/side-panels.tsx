import { Suspense, useCallback, useMemo } from 'react';
import type { Flow, NodeId } from '#core/flow/flow.ts';
import { useText, type TextKey } from '#platform/web/i18n.ts';
import type { Picking } from './canvas-hints.tsx';
import { drawnBranches } from './canvas-items.ts';
import { LazyFlowPanel, LazyNotePanel, LazyProblemsPanel, LazySettingsPanel } from './lazy-parts.ts';
import type { FlowProblem } from '../../core/problems.ts';
import type { EditorCommands } from './use-editor.ts';

/** What lies at the side while nothing is chosen. */
export type SidePanelKind = 'flow' | 'problems';

interface SidePanelsProps {
  editor: EditorCommands;
  flow: Flow;
  /** The flow the problems were found in. */
  settled: Flow;
  selected: readonly NodeId[];
  found: readonly FlowProblem[];
  side: SidePanelKind | null;
  isLocked: boolean;
  onSide(side: SidePanelKind | null): void;
  onShow(id: NodeId, field?: string): void;
  onPick(picking: Picking): void;
  onLed(): void;
}

/** What is chosen is shown at the side, in the place of other lists. */
export function SidePanels({
  editor,
  flow,
  settled,
  selected,
  found,
  side,
  isLocked,
  onSide,
  onShow,
  onPick,
  onLed,
}: SidePanelsProps) {
  const t = useText();
  const closeChosen = useCallback(() => editor.select([]), [editor]);
  const closeSide = useCallback(() => onSide(null), [onSide]);
  const showFlow = useCallback(() => onSide('flow'), [onSide]);
  const only = selected.length === 1 ? selected[0]! : null;
  const chosen = flow.nodes.find(({ id }) => id === only);
  const ofChosen = useMemo(() => found.filter(({ nodeId }) => nodeId === only), [found, only]);
  const ways = chosen
    ? drawnBranches(flow, chosen).map((branch) => ({
        branch,
        to: flow.edges.find((edge) => edge.from === chosen.id && edge.branch === branch.key)?.to ?? null,
      }))
    : [];
  const names = chosen
    ? JSON.stringify(
        flow.nodes
          .filter(({ kind }) => kind !== 'start')
          .map(({ id, kind, name }) => ({ value: id, label: name || `${t(`flows.kind.${kind}` as TextKey)} (${id})` })),
      )
    : '[]';
  const choices = useMemo(() => JSON.parse(names) as { value: NodeId; label: string }[], [names]);
  return (
    <Suspense>
      {chosen && (
        <LazySettingsPanel
          key={chosen.id}
          editor={editor}
          node={chosen}
          problems={ofChosen}
          ways={ways}
          choices={choices}
          isLocked={isLocked}
          onClose={closeChosen}
          onPick={onPick}
          onLed={onLed}
        />
      )}
      {only !== null && !chosen && (
        <LazyNotePanel
          editor={editor}
          note={flow.notes.find(({ id }) => id === only)}
          isLocked={isLocked}
          onClose={closeChosen}
        />
      )}
      {only === null && side === 'problems' && (
        <LazyProblemsPanel flow={settled} found={found} onShow={onShow} onShowFlow={showFlow} onClose={closeSide} />
      )}
      {only === null && side === 'flow' && (
        <LazyFlowPanel editor={editor} flow={flow} isLocked={isLocked} onClose={closeSide} />
      )}
    </Suspense>
  );
}
