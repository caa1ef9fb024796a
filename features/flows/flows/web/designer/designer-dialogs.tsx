import { Suspense } from 'react';
import type { Flow } from '#core/flow/flow.ts';
import type { FlowDetail } from '../../contract.ts';
import type { KeptTest } from './keep-case.tsx';
import { LazyCasesDrawer, LazyClash, LazyKeepCase, LazyVersionsDrawer } from './lazy-parts.ts';
import type { FlowDraft } from './use-draft.ts';
import type { EditorCommands } from './use-editor.ts';

export type Drawer = 'versions' | 'cases';

interface DesignerDialogsProps {
  detail: FlowDetail;
  flow: Flow;
  draft: FlowDraft;
  isLocked: boolean;
  drawer: Drawer | null;
  /** The test that is about to be kept as a case. */
  kept: KeptTest | null;
  onTaken: EditorCommands['open'];
  onReload(): void;
  onDrawer(drawer: Drawer | null): void;
  onKept(kept: KeptTest | null): void;
}

/** What lies above the designer: somebody else's change, versions, cases, a test that is kept. */
export function DesignerDialogs({
  detail,
  flow,
  draft,
  isLocked,
  drawer,
  kept,
  onTaken,
  onReload,
  onDrawer,
  onKept,
}: DesignerDialogsProps) {
  return (
    <Suspense>
      {(draft.state.at === 'clash' || draft.state.at === 'gone') && (
        <LazyClash
          detail={draft.state.at === 'gone' ? null : draft.state.detail}
          flow={flow}
          name={detail.name}
          onReload={onReload}
        />
      )}
      {drawer === 'cases' && (
        <LazyCasesDrawer id={detail.id} flow={flow} draft={draft} isLocked={isLocked} onClose={() => onDrawer(null)} />
      )}
      {kept && <LazyKeepCase id={detail.id} kept={kept} onClose={() => onKept(null)} />}
      {drawer === 'versions' && (
        <LazyVersionsDrawer
          id={detail.id}
          draft={draft}
          isLocked={isLocked}
          onTaken={onTaken}
          onClose={() => onDrawer(null)}
        />
      )}
    </Suspense>
  );
}
