import { ReactFlowProvider } from '@xyflow/react';
import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { NodeId } from '#core/flow/flow.ts';
import { useText } from '#platform/web/i18n.ts';
import { LeaveGuard } from '#platform/web/ui/form/leave-guard.tsx';
import { useCan } from '#platform/web/viewer.ts';
import type { FlowDetail } from '../../contract.ts';
import { Canvas } from './canvas.tsx';
import { DesignerDialogs, type Drawer } from './designer-dialogs.tsx';
import { DesignerContext } from './fields/designer-context.ts';
import { foundBy } from './found-by.ts';
import type { KeptTest } from './keep-case.tsx';
import { fetchParts } from './lazy-parts.ts';
import { Palette } from './palette.tsx';
import { troublesOf } from './problems.ts';
import { PublishButton } from './publish-button.tsx';
import { SidePanels } from './side-panels.tsx';
import { DraftTestButton } from './draft-test-button.tsx';
import { Looks, More, SavedNote, Tools } from './toolbar.tsx';
import { useDesignerKeys } from './use-designer-keys.ts';
import { useDraft } from './use-draft.ts';
import { useEditor } from './use-editor.ts';
import { useFound } from './use-found.ts';
import { useLayingOut } from './use-laying-out.ts';
import { usePicking } from './use-picking.ts';
import { useShowing } from './use-showing.ts';
import { useSide } from './use-side.ts';
import { useSight } from './use-sight.ts';
import '#platform/web/load-zod.ts';

interface DesignerProps {
  /** As it was when it was opened. */
  detail: FlowDetail;
  /** As the server told it last. */
  latest: FlowDetail;
  onReload(): void;
}

/** The designer of one flow. */
export const Designer = (props: DesignerProps) => (
  <ReactFlowProvider>
    <Desk {...props} />
  </ReactFlowProvider>
);

function Desk({ detail, latest, onReload }: DesignerProps) {
  const t = useText();
  const can = useCan();
  const isLocked = !can('flows.edit');
  const { commands, flow, selected, ...editor } = useEditor(detail.flow);
  const draft = useDraft(detail.id, flow, detail, isLocked);
  const { updateStatus, flush } = draft;
  useEffect(() => updateStatus(latest), [updateStatus, latest]);
  const { sight, isOnWay } = useSight();
  const { add, addNote, paste, tidy } = useLayingOut(commands, sight);
  const { wanted, setWanted, wantedField, onLed, show, showNext } = useShowing(commands, sight);
  const { picking, pick, onPicked, stopPicking } = usePicking(commands, selected);
  const { side, setSide, toggleFlow, toggleProblems, showProblems } = useSide(commands);
  const [drawer, setDrawer] = useState<Drawer | null>(null);
  const [running, setRunning] = useState<NodeId | null>(null);
  const [kept, setKept] = useState<KeptTest | null>(null);

  const { settled, found } = useFound(detail.id, flow);
  const marks = useMemo(
    () => ({ troubles: troublesOf(found), running, found: foundBy(settled, wanted, t) }),
    [found, running, settled, wanted, t],
  );

  const save = useCallback(() => void flush(), [flush]);
  const isStanding = useDeferredValue(true, false);
  useEffect(() => void (isStanding && fetchParts()), [isStanding]);
  useDesignerKeys(commands, isLocked, { find: focusSearch, save });

  const { languages, variables } = flow;
  const context = useMemo(
    () => ({ flowId: detail.id, languages, variables, wantedField }),
    [detail.id, languages, variables, wantedField],
  );
  return (
    <DesignerContext value={context}>
      <LeaveGuard dirty={draft.state.at === 'changed' || draft.state.at === 'failed'} />
      <div className="flow-designer" data-picking={picking !== null || undefined}>
        <div className="flow-toolbar">
          <div className="flow-toolbar-title">
            <h2 title={detail.name}>{detail.name}</h2>
            <SavedNote state={draft.state} isLocked={isLocked} onRetry={save} />
          </div>
          <Tools
            editor={commands}
            isLocked={isLocked}
            canUndo={editor.canUndo}
            canRedo={editor.canRedo}
            wanted={wanted}
            fits={marks.found.size}
            onTidy={tidy}
            onWanted={setWanted}
            onNext={showNext}
          />
          <Looks problems={found.length} onProblems={toggleProblems} onFlow={toggleFlow} />
          <div className="flow-toolbar-acts">
            {can('flow-test.run') && (
              <DraftTestButton
                flowId={detail.id}
                flush={flush}
                isLocked={isLocked}
                onNode={setRunning}
                onKeep={setKept}
              />
            )}
            <More
              isLocked={isLocked}
              canCopy={selected.length > 0}
              onVersions={useCallback(() => setDrawer('versions'), [])}
              onCases={useCallback(() => setDrawer('cases'), [])}
              onCopy={commands.copy}
              onPaste={paste}
            />
            <PublishButton id={detail.id} draft={draft} problems={found.length} onProblems={showProblems} />
          </div>
        </div>
        {!isLocked && <Palette onAdd={add} onNote={addNote} />}
        <Canvas
          editor={commands}
          flow={flow}
          selected={selected}
          isLocked={isLocked}
          marks={marks}
          picking={picking}
          isOnWay={isOnWay}
          sight={sight}
          onPicked={onPicked}
          onStopPicking={stopPicking}
        />
        <SidePanels
          editor={commands}
          flow={flow}
          settled={settled}
          selected={selected}
          found={found}
          side={side}
          isLocked={isLocked}
          onSide={setSide}
          onShow={show}
          onPick={pick}
          onLed={onLed}
        />
      </div>
      <DesignerDialogs
        detail={detail}
        flow={flow}
        draft={draft}
        isLocked={isLocked}
        drawer={drawer}
        kept={kept}
        onTaken={commands.open}
        onReload={onReload}
        onDrawer={setDrawer}
        onKept={setKept}
      />
    </DesignerContext>
  );
}

const focusSearch = (): void => document.querySelector<HTMLInputElement>('.flow-search input')?.focus();
