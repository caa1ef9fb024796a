import { Suspense } from 'react';
import type { Flow } from '#core/flow/flow.ts';
import type { FlowDetail } from '../../contract.ts';
import type { KeptTest } from './keep-case.tsx';
import { CasesDrawer, Clash, KeepCase, VersionsDrawer } from './lazy-parts.ts';
import type { Draft } from './use-draft.ts';
import type { EditorCommands } from './use-editor.ts';

export type Drawer = 'versions' | 'cases';

interface DesignerDialogsProps {
  detail: FlowDetail;
  flow: Flow;
  draft: Draft;
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
        <Clash
          detail={draft.state.at === 'gone' ? null : draft.state.detail}
          flow={flow}
          name={detail.name}
          onReload={onReload}
        />
      )}
      {drawer === 'cases' && (
        <CasesDrawer id={detail.id} flow={flow} draft={draft} isLocked={isLocked} onClose={() => onDrawer(null)} />
      )}
      {kept && <KeepCase id={detail.id} kept={kept} onClose={() => onKept(null)} />}
      {drawer === 'versions' && (
        <VersionsDrawer
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
