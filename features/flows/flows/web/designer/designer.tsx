import { ReactFlowProvider, useReactFlow } from '@xyflow/react';
import { Suspense, useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { connect, moveNodes, type Point } from '../../core/edit.ts';
import type { Flow, NodeId } from '#core/flow/flow.ts';
import { drawnHeight, layOut } from '../../core/layout.ts';
import { problemsOf } from '../../core/problems.ts';
import { useText, type TextKey } from '#platform/web/i18n.ts';
import { widths } from '#platform/web/theme/widths.ts';
import { LeaveGuard } from '#platform/web/ui/form/leave-guard.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { FlowTestButton } from '#features/flows/flow-test/web/index.ts';
import { flowsApi, type FlowDetail } from '../../contract.ts';
import type { Picking } from './canvas-hints.tsx';
import { drawnBranches } from './canvas-items.ts';
import { Canvas } from './canvas.tsx';
import { DesignerContext } from './fields/designer-context.ts';
import { freePlace, isInSight, STEP } from './first-view.ts';
import type { KeptTest } from './keep-case.tsx';
import {
  CasesDrawer,
  Clash,
  fetchParts,
  FlowPanel,
  KeepCase,
  NotePanel,
  ProblemsPanel,
  SettingsPanel,
  VersionsDrawer,
} from './lazy-parts.ts';
import { Palette } from './palette.tsx';
import { troublesOf, type Found } from './problems.ts';
import { PublishButton } from './publish-button.tsx';
import { Looks, More, SavedNote, Tools } from './toolbar.tsx';
import { useDesignerKeys } from './use-designer-keys.ts';
import { useDraft } from './use-draft.ts';
import { useEditor } from './use-editor.ts';
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

/** As flow-panel.css has it. */
const SHEET_SHARE = 0.55;
/** From one step to the next, as tidying up has it. */
const BESIDE = 90;
const isNarrow = (): boolean => matchMedia(widths.narrow).matches;

type Side = 'flow' | 'problems' | null;

function Desk({ detail, latest, onReload }: DesignerProps) {
  const t = useText();
  const can = useCan();
  const isLocked = !can('flows.edit');
  const { commands, flow, selected, ...editor } = useEditor(detail.flow);
  const draft = useDraft(detail.id, flow, detail, isLocked);
  const { tell, flush } = draft;
  useEffect(() => tell(latest), [tell, latest]);
  const { setCenter, getZoom, getViewport, fitView, screenToFlowPosition } = useReactFlow();
  const [side, setSide] = useState<Side>(null);
  const [wanted, setWanted] = useState('');
  const [wantedField, setWantedField] = useState<string | null>(null);
  const onLed = useCallback(() => setWantedField(null), []);
  const [versionsOpen, setVersionsOpen] = useState(false);
  const [casesOpen, setCasesOpen] = useState(false);
  const [running, setRunning] = useState<NodeId | null>(null);
  const [kept, setKept] = useState<KeptTest | null>(null);
  const [picking, setPicking] = useState<Picking | null>(null);

  // Looking for problems may wait for the hand that types.
  const settled = useDeferredValue(flow);
  // What it names that is gone only the server knows.
  const gone = useEndpoint(flowsApi.problems, { id: detail.id }, { handlesFailures: true }).data;
  const found = useMemo(
    (): Found[] => [
      ...problemsOf(settled),
      ...(gone ?? [])
        .filter(({ text }) => text === 'goneReference' || text === 'goneSpeech')
        .map(({ nodeId, text, field, values }) => ({
          nodeId,
          problem: { text, ...(field === undefined ? {} : { field }), ...(values === undefined ? {} : { values }) },
        })),
    ],
    [settled, gone],
  );
  const marks = useMemo(
    () => ({ troubles: troublesOf(found), running, found: foundBy(settled, wanted, t) }),
    [found, running, settled, wanted, t],
  );

  const centre = useCallback(
    ({ x, y }: Point, zoom: number): void => {
      // Where the settings lie over the canvas, the step stands above them.
      const lift = isNarrow() ? ((document.querySelector('.flow-designer')?.clientHeight ?? 0) * SHEET_SHARE) / 2 : 0;
      void setCenter(x + 116, y + 60 + lift / zoom, { zoom, duration: 200 });
    },
    [setCenter],
  );
  const show = useCallback(
    (id: NodeId, field?: string): void => {
      const node = commands.now().flow.nodes.find((one) => one.id === id);
      if (!node) return;
      setWantedField(field ?? null);
      commands.select([id]);
      centre(node, 1);
    },
    [commands, centre],
  );
  const showNext = useCallback((): void => {
    const now = commands.now();
    const ids = [...foundBy(now.flow, wanted, t)];
    if (ids.length > 0) show(ids[(ids.indexOf(now.selected.length === 1 ? now.selected[0]! : '') + 1) % ids.length]!);
  }, [commands, wanted, t, show]);
  const middle = useCallback((): Point => {
    const box = document.querySelector('.flow-canvas')?.getBoundingClientRect();
    const { x, y } = screenToFlowPosition({
      x: (box?.left ?? 0) + (box?.width ?? 800) / 2,
      y: (box?.top ?? 0) + (box?.height ?? 600) / 2,
    });
    return { x: Math.round(x) - 116, y: Math.round(y) - 40 };
  }, [screenToFlowPosition]);
  const add = useCallback(
    (kind: string): void => {
      const now = commands.now();
      // What is added after a step goes on where that leads nowhere yet.
      const before = now.selected.length === 1 ? now.flow.nodes.find(({ id }) => id === now.selected[0]) : undefined;
      const free =
        before &&
        drawnBranches(now.flow, before).find(
          ({ key }) => !now.flow.edges.some(({ from, branch }) => from === before.id && branch === key),
        );
      const at = freePlace(
        places(now.flow),
        before && free ? { x: before.x + STEP.width + BESIDE, y: before.y } : middle(),
      );
      commands.add(kind, at, before && free ? { from: before.id, branch: free.key } : undefined);
      if (isNarrow() || !isInSight(at, getViewport())) centre(at, getZoom());
    },
    [commands, middle, centre, getZoom, getViewport],
  );
  const addNote = useCallback(
    () => commands.note(freePlace(places(commands.now().flow), middle())),
    [commands, middle],
  );
  const paste = useCallback(() => void commands.paste(middle()), [commands, middle]);
  const tidy = useCallback(() => {
    commands.change((now) => moveNodes(now, new Map(layOut(now).map(({ id, x, y }) => [id, { x, y }]))));
    requestAnimationFrame(() => void fitView({ padding: 0.15, maxZoom: 1, duration: 200 }));
  }, [commands, fitView]);
  const onTap = useCallback((at: Point) => void (isNarrow() && centre(at, getZoom())), [centre, getZoom]);
  const onBegin = useCallback(async () => (await flush()) !== null, [flush]);
  const closeChosen = useCallback(() => commands.select([]), [commands]);
  const closeSide = useCallback(() => setSide(null), []);
  const showFlow = useCallback(() => setSide('flow'), []);
  const toggle = useCallback(
    (which: Side): void => {
      commands.select([]);
      setSide((now) => (now === which ? null : which));
    },
    [commands],
  );
  const save = useCallback(() => void flush(), [flush]);
  // It ends with the choice of its step.
  const isPicking = picking !== null && selected.length === 1 && selected[0] === picking.from;
  const stopPicking = useCallback(() => setPicking(null), []);
  const onPicked = useCallback(
    (to: NodeId): void => {
      if (picking) commands.change((now) => connect(now, { from: picking.from, branch: picking.branch, to }));
      setPicking(null);
    },
    [commands, picking],
  );
  const isStanding = useDeferredValue(true, false);
  useEffect(() => void (isStanding && fetchParts()), [isStanding]);
  useDesignerKeys(commands, isLocked, { find: focusSearch, save });

  // What is chosen is shown at the side, in the place of other lists.
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
  const { languages, variables } = flow;
  const context = useMemo(
    () => ({ flowId: detail.id, languages, variables, wantedField }),
    [detail.id, languages, variables, wantedField],
  );
  const testButton = useMemo(
    () => (
      <Suspense>
        <FlowTestButton
          flowId={detail.id}
          onBegin={onBegin}
          onNode={setRunning}
          {...(isLocked ? {} : { onKeep: setKept })}
        />
      </Suspense>
    ),
    [detail.id, onBegin, isLocked],
  );

  return (
    <DesignerContext value={context}>
      <LeaveGuard dirty={draft.state.at === 'changed' || draft.state.at === 'failed'} />
      <div className="flow-designer" data-picking={isPicking || undefined}>
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
          <Looks
            problems={found.length}
            onProblems={useCallback(() => toggle('problems'), [toggle])}
            onFlow={useCallback(() => toggle('flow'), [toggle])}
          />
          <div className="flow-toolbar-acts">
            {can('flow-test.run') && testButton}
            <More
              isLocked={isLocked}
              canCopy={selected.length > 0}
              onVersions={useCallback(() => setVersionsOpen(true), [])}
              onCases={useCallback(() => setCasesOpen(true), [])}
              onCopy={commands.copy}
              onPaste={paste}
            />
            <PublishButton
              id={detail.id}
              draft={draft}
              problems={found.length}
              onProblems={useCallback(() => {
                commands.select([]);
                setSide('problems');
              }, [commands])}
            />
          </div>
        </div>
        {!isLocked && <Palette onAdd={add} onNote={addNote} />}
        <Canvas
          editor={commands}
          flow={flow}
          selected={selected}
          isLocked={isLocked}
          marks={marks}
          picking={isPicking ? picking : null}
          onTap={onTap}
          onPicked={onPicked}
          onStopPicking={stopPicking}
        />
        <Suspense>
          {chosen && (
            <SettingsPanel
              key={chosen.id}
              editor={commands}
              node={chosen}
              problems={ofChosen}
              ways={ways}
              choices={choices}
              isLocked={isLocked}
              onClose={closeChosen}
              onPick={setPicking}
              onLed={onLed}
            />
          )}
          {only !== null && !chosen && (
            <NotePanel
              editor={commands}
              note={flow.notes.find(({ id }) => id === only)}
              isLocked={isLocked}
              onClose={closeChosen}
            />
          )}
          {only === null && side === 'problems' && (
            <ProblemsPanel flow={settled} found={found} onShow={show} onShowFlow={showFlow} onClose={closeSide} />
          )}
          {only === null && side === 'flow' && (
            <FlowPanel editor={commands} flow={flow} isLocked={isLocked} onClose={closeSide} />
          )}
        </Suspense>
      </div>
      <Suspense>
        {(draft.state.at === 'clash' || draft.state.at === 'gone') && (
          <Clash
            detail={draft.state.at === 'gone' ? null : draft.state.detail}
            flow={flow}
            name={detail.name}
            onReload={onReload}
          />
        )}
        {casesOpen && (
          <CasesDrawer
            id={detail.id}
            flow={flow}
            draft={draft}
            isLocked={isLocked}
            onClose={() => setCasesOpen(false)}
          />
        )}
        {kept && <KeepCase id={detail.id} kept={kept} onClose={() => setKept(null)} />}
        {versionsOpen && (
          <VersionsDrawer
            id={detail.id}
            draft={draft}
            isLocked={isLocked}
            onTaken={(taken) => commands.open(taken)}
            onClose={() => setVersionsOpen(false)}
          />
        )}
      </Suspense>
    </DesignerContext>
  );
}

/** What lies on the canvas already. */
const places = ({ nodes, notes }: Flow) => [
  ...nodes.map((node) => ({ x: node.x, y: node.y, height: drawnHeight(node) })),
  ...notes,
];

const focusSearch = (): void => document.querySelector<HTMLInputElement>('.flow-search input')?.focus();

/** Nodes whose name, kind or words hold what is looked for. */
function foundBy(flow: Flow, wanted: string, t: ReturnType<typeof useText>): ReadonlySet<NodeId> {
  const words = wanted.trim().toLowerCase();
  if (words === '') return new Set();
  return new Set(
    flow.nodes
      .filter(({ id, kind, name, settings }) =>
        `${id} ${name} ${t(`flows.kind.${kind}` as TextKey)} ${JSON.stringify(settings)}`.toLowerCase().includes(words),
      )
      .map(({ id }) => id),
  );
}
