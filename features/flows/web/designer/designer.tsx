import { ActionIcon, Button, Menu, TextInput } from '@mantine/core';
import { ReactFlowProvider, useReactFlow } from '@xyflow/react';
import { Braces, CircleCheck, Copy, Ellipsis, History as Versions, LayoutGrid, ListChecks, Redo2, Rocket, Search, TriangleAlert, Undo2 } from 'lucide-react';
import { Suspense, useCallback, useDeferredValue, useEffect, useMemo, useState, type ReactNode } from 'react';
import { moveNodes, type Point } from '#core/flow/edit.ts';
import type { Flow, NodeId } from '#core/flow/flow.ts';
import { layOut } from '#core/flow/layout.ts';
import { problemsOf } from '#core/flow/problems.ts';
import { useText, type TextKey } from '#platform/web/i18n.ts';
import { LeaveGuard } from '#platform/web/ui/form/leave-guard.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { FlowTestButton } from '#features/flow-test/web/index.ts';
import { flowsApi, type FlowDetail } from '../../contract.ts';
import { Canvas } from './canvas.tsx';
import { CasesDrawer } from './cases-drawer.tsx';
import { Clash } from './clash.tsx';
import { DesignerContext } from './fields/designer-context.ts';
import { freePlace } from './first-view.ts';
import { FlowPanel } from './flow-panel.tsx';
import { KeepCase, type KeptTest } from './keep-case.tsx';
import { Palette } from './palette.tsx';
import { ProblemsPanel } from './problems-panel.tsx';
import { troublesOf, type Found } from './problems.ts';
import { PublishButton } from './publish-button.tsx';
import { NotePanel, SettingsPanel } from './settings-panel.tsx';
import { useDesignerKeys } from './use-designer-keys.ts';
import { useDraft, type DraftState } from './use-draft.ts';
import { useEditor } from './use-editor.ts';
import { VersionsDrawer } from './versions-drawer.tsx';

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

/** As canvas.css has it. */
const SHEET_SHARE = 0.55;
const isNarrow = (): boolean => matchMedia('(width < 900px)').matches;

type Side = 'flow' | 'problems' | null;

function Desk({ detail, latest, onReload }: DesignerProps) {
  const t = useText();
  const can = useCan();
  const isLocked = !can('flows.edit');
  const editor = useEditor(detail.flow);
  const { flow, selected } = editor;
  const draft = useDraft(detail.id, flow, detail, isLocked);
  const { tell } = draft;
  useEffect(() => tell(latest), [tell, latest]);
  const { setCenter, getZoom, fitView, screenToFlowPosition } = useReactFlow();
  const [side, setSide] = useState<Side>(null);
  const [wanted, setWanted] = useState('');
  const [versionsOpen, setVersionsOpen] = useState(false);
  const [casesOpen, setCasesOpen] = useState(false);
  const [running, setRunning] = useState<NodeId | null>(null);
  const [kept, setKept] = useState<KeptTest | null>(null);

  // Looking for problems may wait for the hand that types.
  const settled = useDeferredValue(flow);
  // What it names that is gone only the server knows.
  const gone = useEndpoint(flowsApi.problems, { id: detail.id }, { handlesFailures: true }).data;
  const found = useMemo((): Found[] => [...problemsOf(settled), ...(gone ?? []).filter(({ text }) => text === 'goneReference' || text === 'goneSpeech').map(({ nodeId, text, field, values }) => ({ nodeId, problem: { text, ...(field === undefined ? {} : { field }), ...(values === undefined ? {} : { values }) } }))], [settled, gone]);
  const marks = useMemo(() => ({ troubles: troublesOf(found), running, found: foundBy(settled, wanted, t) }), [found, running, settled, wanted, t]);

  const centre = useCallback(({ x, y }: Point, zoom: number): void => {
    // Where the settings lie over the canvas, the step stands above them.
    const lift = isNarrow() ? (document.querySelector('.flow-designer')?.clientHeight ?? 0) * SHEET_SHARE / 2 : 0;
    void setCenter(x + 116, y + 60 + lift / zoom, { zoom, duration: 200 });
  }, [setCenter]);
  const show = useCallback((id: NodeId): void => {
    const node = flow.nodes.find((one) => one.id === id);
    if (!node) return;
    editor.select([id]);
    centre(node, 1);
  }, [editor, flow.nodes, centre]);
  const middle = useCallback((): Point => {
    const box = document.querySelector('.flow-canvas')?.getBoundingClientRect();
    const { x, y } = screenToFlowPosition({ x: (box?.left ?? 0) + (box?.width ?? 800) / 2, y: (box?.top ?? 0) + (box?.height ?? 600) / 2 });
    return { x: Math.round(x) - 116, y: Math.round(y) - 40 };
  }, [screenToFlowPosition]);
  const add = (kind: string): void => {
    const at = freePlace(flow.nodes, middle());
    editor.add(kind, at);
    if (isNarrow()) centre(at, getZoom());
  };
  const tidy = useCallback(() => {
    editor.change((now) => moveNodes(now, new Map(layOut(now).map(({ id, x, y }) => [id, { x, y }]))));
    requestAnimationFrame(() => void fitView({ padding: 0.15, maxZoom: 1, duration: 200 }));
  }, [editor, fitView]);
  useDesignerKeys(editor, isLocked, { find: () => document.querySelector<HTMLInputElement>('.flow-search input')?.focus(), save: () => void draft.flush() });

  // What is chosen is shown at the side, in the place of other lists.
  const only = selected.length === 1 ? selected[0]! : null;
  const chosen = flow.nodes.find(({ id }) => id === only);
  const context = useMemo(() => ({ flowId: detail.id, flow }), [detail.id, flow]);

  return (
    <DesignerContext value={context}>
      <LeaveGuard dirty={draft.state.at === 'changed' || draft.state.at === 'failed'} />
      <div className="flow-designer">
        <div className="flow-toolbar">
          <div className="flow-toolbar-title">
            <h2 title={detail.name}>{detail.name}</h2>
            <SavedNote state={draft.state} isLocked={isLocked} />
          </div>
          <div className="flow-toolbar-tools">
            {!isLocked && (
              <>
                <Tool label={t('flows.undo')} keys="Ctrl+Z" isOff={!editor.canUndo} onClick={editor.undo}><Undo2 size={17} aria-hidden /></Tool>
                <Tool label={t('flows.redo')} keys="Ctrl+Shift+Z" isOff={!editor.canRedo} onClick={editor.redo}><Redo2 size={17} aria-hidden /></Tool>
                <Tool label={t('flows.tidy')} onClick={tidy}><LayoutGrid size={17} aria-hidden /></Tool>
              </>
            )}
            <TextInput
              className="flow-search" size="xs" aria-label={t('flows.find')} placeholder={t('flows.find')} leftSection={<Search size={14} aria-hidden />} value={wanted}
              onChange={(event) => setWanted(event.currentTarget.value)}
              onKeyDown={(event) => {
                const ids = [...marks.found];
                if (event.key === 'Enter' && ids.length > 0) show(ids[(ids.indexOf(only ?? '') + 1) % ids.length]!);
              }}
            />
          </div>
          <div className="flow-toolbar-looks">
            <Button size="xs" variant="subtle" data-count={found.length || undefined} color={found.length > 0 ? 'red' : 'gray'} leftSection={found.length > 0 ? <TriangleAlert size={15} aria-hidden /> : <CircleCheck size={15} aria-hidden />} onClick={() => { editor.select([]); setSide(side === 'problems' ? null : 'problems'); }}>
              {found.length > 0 ? t('flows.problemCount', { count: found.length }) : t('flows.noProblems')}
            </Button>
            <Button size="xs" variant="subtle" color="gray" leftSection={<Braces size={15} aria-hidden />} onClick={() => { editor.select([]); setSide(side === 'flow' ? null : 'flow'); }}>{t('flows.languagesAndValues')}</Button>
          </div>
          <div className="flow-toolbar-acts">
            {can('flow-test.run') && <Suspense><FlowTestButton flowId={detail.id} onBegin={async () => (await draft.flush()) !== null} onNode={setRunning} {...(isLocked ? {} : { onKeep: setKept })} /></Suspense>}
            <Menu position="bottom-end">
              <Menu.Target><ActionIcon variant="default" size={28} aria-label={t('flows.more')}><Ellipsis size={16} aria-hidden /></ActionIcon></Menu.Target>
              <Menu.Dropdown>
                <Menu.Item leftSection={<Versions size={15} aria-hidden />} onClick={() => setVersionsOpen(true)}>{t('flows.versions')}</Menu.Item>
                <Menu.Item leftSection={<ListChecks size={15} aria-hidden />} onClick={() => setCasesOpen(true)}>{t('flows.cases')}</Menu.Item>
                <Menu.Item leftSection={<Copy size={15} aria-hidden />} disabled={selected.length === 0} onClick={() => editor.copy()}>{t('flows.copy')}</Menu.Item>
                {!isLocked && <Menu.Item leftSection={<Copy size={15} aria-hidden />} onClick={() => editor.paste(middle())}>{t('flows.paste')}</Menu.Item>}
              </Menu.Dropdown>
            </Menu>
            <PublishButton id={detail.id} draft={draft} problems={found.length} icon={<Rocket size={15} aria-hidden />} onProblems={() => { editor.select([]); setSide('problems'); }} />
          </div>
        </div>
        {!isLocked && <Palette onAdd={add} onNote={() => editor.note(middle())} />}
        <Canvas editor={editor} isLocked={isLocked} marks={marks} onTap={(at) => isNarrow() && centre(at, getZoom())} />
        {chosen && <SettingsPanel key={chosen.id} editor={editor} node={chosen} problems={found.filter(({ nodeId }) => nodeId === chosen.id)} isLocked={isLocked} onClose={() => editor.select([])} />}
        {only !== null && !chosen && <NotePanel editor={editor} id={only} isLocked={isLocked} onClose={() => editor.select([])} />}
        {only === null && side === 'problems' && <ProblemsPanel flow={flow} found={found} onShow={show} onClose={() => setSide(null)} />}
        {only === null && side === 'flow' && <FlowPanel editor={editor} isLocked={isLocked} onClose={() => setSide(null)} />}
      </div>
      {draft.state.at === 'clash' && <Clash detail={draft.state.detail} flow={flow} name={detail.name} onReload={onReload} />}
      {casesOpen && <CasesDrawer id={detail.id} flow={flow} draft={draft} isLocked={isLocked} onClose={() => setCasesOpen(false)} />}
      {kept && <KeepCase id={detail.id} kept={kept} onClose={() => setKept(null)} />}
      {versionsOpen && <VersionsDrawer id={detail.id} draft={draft} isLocked={isLocked} onTaken={(taken) => editor.open(taken)} onClose={() => setVersionsOpen(false)} />}
    </DesignerContext>
  );
}

const Tool = ({ label, keys, isOff = false, onClick, children }: { label: string; keys?: string; isOff?: boolean; onClick(): void; children: ReactNode }) => (
  <ActionIcon variant="subtle" color="gray" aria-label={label} title={keys ? `${label} (${keys})` : label} disabled={isOff} onClick={onClick}>{children}</ActionIcon>
);

function SavedNote({ state, isLocked }: { state: DraftState; isLocked: boolean }) {
  const t = useText();
  return <span className="flow-saved" role="status">{isLocked ? t('flows.readOnly') : t(`flows.draft.${state.at}` as TextKey)}</span>;
}

/** Nodes whose name, kind or words hold what is looked for. */
function foundBy(flow: Flow, wanted: string, t: ReturnType<typeof useText>): ReadonlySet<NodeId> {
  const words = wanted.trim().toLowerCase();
  if (words === '') return new Set();
  return new Set(flow.nodes.filter(({ id, kind, name, settings }) => `${id} ${name} ${t(`flows.kind.${kind}` as TextKey)} ${JSON.stringify(settings)}`.toLowerCase().includes(words)).map(({ id }) => id));
}
