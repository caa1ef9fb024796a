import { act, fireEvent, renderHook, screen, waitFor } from '@testing-library/react';
import { useEffect } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { aFlow } from '#core/flow/flow.fixture.ts';
import { nodeKinds } from '#core/flow/kinds/index.ts';
import { aViewer, showPage } from '#platform/web/page.fixture.tsx';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { fieldConfigApi } from '#features/customers/field-config/contract.ts';
import { flows } from '../index.ts';
import { DesignerContext } from './fields/designer-context.ts';
import { SettingsPanel } from './settings-panel.tsx';
import { useEditor, type FlowEditor } from './use-editor.ts';

afterEach(() => vi.unstubAllGlobals());

let latest: FlowEditor;
const keep = (editor: FlowEditor): void => void (latest = editor);

function Desk({
  kind,
  isLocked = false,
  onEditor,
}: {
  kind: string;
  isLocked?: boolean;
  onEditor(editor: FlowEditor): void;
}) {
  const editor = useEditor(kind === 'start' ? aFlow({}, []) : aFlow({ it: { kind } }, ['start next it']));
  useEffect(() => onEditor(editor), [editor, onEditor]);
  const node = editor.flow.nodes.at(-1)!;
  return (
    <DesignerContext
      value={{ flowId: 8, languages: editor.flow.languages, variables: editor.flow.variables, wantedField: null }}
    >
      <SettingsPanel
        editor={editor.commands}
        node={node}
        problems={[]}
        ways={[]}
        choices={[]}
        isLocked={isLocked}
        onClose={() => {}}
        onPick={() => {}}
        onLed={() => {}}
      />
    </DesignerContext>
  );
}

async function show(kind: string, isLocked = false, answers: Readonly<Record<string, unknown>> = {}) {
  // A text area that grows listens to the fonts, which this DOM does not have.
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });
  fakeServer(({ url }) => ({ data: answers[url.split('?')[0]!] ?? [] }));
  await showPage(<Desk kind={kind} isLocked={isLocked} onEditor={keep} />, {
    feature: flows,
    viewer: aViewer({ functions: new Set(['flows.edit', 'field-config.use']) }),
  });
  return screen.findByRole('complementary');
}

const settings = () => latest.flow.nodes.at(-1)!.settings;

test.each(nodeKinds.map(({ kind }) => kind))(
  '[CC-07] the settings of a fresh node are shown, and its name can be changed: %s',
  async (kind) => {
    const panel = await show(kind);
    // Keys of texts that are missing would show as they are.
    expect(panel.textContent).not.toMatch(/flows\.[a-z]/);
    fireEvent.change(screen.getAllByLabelText('Name on the canvas')[0]!, { target: { value: 'Renamed' } });
    expect(latest.flow.nodes.at(-1)!.name).toBe('Renamed');
  },
);

test('[CC-07] words, switches and seconds reach the flow', async () => {
  await show('listen');
  fireEvent.change(screen.getByRole('textbox', { name: 'What is said, English' }), {
    target: { value: 'Sales or help?' },
  });
  expect(settings()['spoken']).toMatchObject({ words: { en: 'Sales or help?' } });
  fireEvent.click(screen.getByRole('switch', { name: /interrupt/i }));
  expect(settings()['mayInterrupt']).toBe(false);
  const silence = screen.getAllByRole<HTMLInputElement>('textbox').find(({ value }) => value.startsWith('6'))!;
  fireEvent.change(silence, { target: { value: '4.5' } });
  fireEvent.blur(silence);
  expect(settings()['silenceMs']).toBe(4_500);
});

test('[CC-07] a new choice of a menu has the next free key of the dial pad', async () => {
  await show('menu');
  fireEvent.click(screen.getAllByRole('button', { name: 'Add' })[0]!);
  fireEvent.click(screen.getAllByRole('button', { name: 'Add' })[0]!);
  expect((settings()['choices'] as { key: string }[]).map(({ key }) => key)).toEqual(['1', '2', '3']);
});

test('[CC-07] a field of the customer is chosen by its name', async () => {
  await show('customerField', false, {
    [fieldConfigApi.list.path]: [
      { key: 'full_name', name: 'Full name' },
      { key: 'custom:5', name: 'Tier' },
    ],
  });
  const field = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Field' });
  await waitFor(() => expect(field.value).toBe('Full name'));
  fireEvent.click(field);
  fireEvent.click(await screen.findByRole('option', { name: 'Tier', hidden: true }));
  expect(settings()['field']).toBe('custom:5');
});

test('[CC-07] a list that needs an entry asks for one', async () => {
  const panel = await show('listen');
  for (let left = panel.querySelectorAll('[aria-label^="Remove entry"]').length; left > 0; left -= 1)
    fireEvent.click(screen.getByRole('button', { name: 'Remove entry 1' }));
  fireEvent.click(screen.getAllByRole('button', { name: 'Add' })[0]!);
  await waitFor(() => expect(panel.textContent).toContain('Add at least one.'));
});

test('[CC-07] a new entry has a key of its own, and goes with its edge', async () => {
  await show('listen');
  fireEvent.click(screen.getAllByRole('button', { name: 'Add' })[0]!);
  const [intent] = settings()['intents'] as { key: string }[];
  expect(intent!.key).toMatch(/^b1[a-z0-9]+$/);
  act(() =>
    latest.change((flow) => ({ ...flow, edges: [...flow.edges, { from: 'it', branch: intent!.key, to: 'it' }] })),
  );
  fireEvent.click(screen.getByRole('button', { name: /Remove.*1/ }));
  expect([settings()['intents'], latest.flow.edges.length]).toEqual([[], 1]);
});

test('[CC-07] those who may only look change nothing', async () => {
  const panel = await show('listen', true);
  expect(
    [...panel.querySelectorAll<HTMLInputElement>('input:not([type=hidden]), textarea')].filter(
      ({ disabled, tabIndex }) => !disabled && tabIndex >= 0,
    ),
  ).toEqual([]);
  expect(screen.queryByRole('button', { name: 'Add' })).toBeNull();
});

test('[CC-07] changes typed into one field are taken back together; taking back a step forgets that it was chosen', () => {
  const { result } = renderHook(() => useEditor(aFlow({}, [])));
  let id = '';
  act(() => void (id = result.current.add('say', { x: 0, y: 0 })));
  expect(result.current.selected).toEqual([id]);
  for (const name of ['H', 'He', 'Hel'])
    act(() =>
      result.current.change(
        (flow) => ({ ...flow, nodes: flow.nodes.map((node) => (node.id === id ? { ...node, name } : node)) }),
        `name ${id}`,
      ),
    );
  act(() => result.current.undo());
  expect(result.current.flow.nodes.find((node) => node.id === id)!.name).not.toContain('H');
  act(() => result.current.undo());
  expect([result.current.selected, result.current.flow.nodes.length, result.current.canUndo]).toEqual([[], 1, false]);
  act(() => result.current.redo());
  expect([result.current.flow.nodes.length, result.current.canRedo]).toEqual([2, true]);
});

test('[CC-07] what is copied can be pasted into another flow; nothing chosen copies nothing', () => {
  const one = renderHook(() =>
    useEditor(aFlow({ hello: { kind: 'say' }, bye: { kind: 'hangUp' } }, ['start next hello', 'hello next bye'])),
  ).result;
  expect(one.current.copy()).toBe(false);
  act(() => one.current.select(['hello', 'bye']));
  act(() => void one.current.cut());
  expect(one.current.flow.nodes.map(({ kind }) => kind)).toEqual(['start']);
  const two = renderHook(() => useEditor(aFlow({}, []))).result;
  act(() => void two.current.paste());
  expect(two.current.flow.nodes.map(({ kind }) => kind)).toEqual(['start', 'say', 'hangUp']);
  expect(two.current.flow.edges).toHaveLength(1);
  expect(two.current.selected).toHaveLength(2);
  expect(new Set(two.current.flow.nodes.map(({ id }) => id)).size).toBe(3);
});
