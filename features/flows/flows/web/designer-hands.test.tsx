import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aFlow } from '#core/flow/flow.fixture.ts';
import { noClip, writeClip } from '../core/clip.ts';
import { aViewer } from '#platform/web/page.fixture.tsx';
import { flowsApi } from '../contract.ts';
import { choose, noFonts, openMore, saved, visit } from './designer.fixture.tsx';

beforeEach(noFonts);
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const press = (key: string, more: { shiftKey?: boolean } = {}) =>
  fireEvent.keyDown(document.body, { key, ctrlKey: true, ...more });
const add = (name: string) =>
  fireEvent.click(within(screen.getByRole('complementary', { name: 'Kinds of steps' })).getByRole('button', { name }));
const isOff = (name: string): boolean => screen.getByRole<HTMLButtonElement>('button', { name }).disabled;

test('[CC-07] a small flow is built with keys alone: each step goes on from the one before', async () => {
  const server = await visit(aFlow({}, []));
  await choose('start');
  add('Say');
  add('Hang up');
  await saved(() =>
    expect(server.kept().flow.edges).toEqual([
      { from: 'start', branch: 'next', to: 'say1' },
      { from: 'say1', branch: 'next', to: 'hangUp1' },
    ]),
  );
  const places = server.kept().flow.nodes.map(({ x }) => x);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  press('z');
  press('z');
  await saved(() => expect(server.kept().flow.nodes.map(({ kind }) => kind)).toEqual(['start']));
  press('z', { shiftKey: true });
  await saved(() => expect(server.kept().flow.edges).toHaveLength(1));
});

test('[CC-07] where a branch leads is chosen by name, and cleared; nothing leads back to the start', async () => {
  const server = await visit(aFlow({ hello: { kind: 'say' }, bye: { kind: 'hangUp' } }, ['start next hello']));
  const panel = await choose('hello');
  const way = within(within(panel).getByRole('region', { name: 'Where it leads' })).getByRole<HTMLInputElement>(
    'combobox',
  );
  fireEvent.click(way);
  expect((await screen.findAllByRole('option', { hidden: true })).map(({ textContent }) => textContent)).toEqual([
    'hello',
    'bye',
  ]);
  fireEvent.click(screen.getByRole('option', { name: 'bye', hidden: true }));
  await saved(() => expect(server.kept().flow.edges).toContainEqual({ from: 'hello', branch: 'next', to: 'bye' }));
  expect(way.value).toBe('bye');
  press('z');
  await saved(() => expect(server.kept().flow.edges).toHaveLength(1));
});

test('[CC-07] all steps are chosen, copied and pasted with keys; what somebody types is not taken for it', async () => {
  const server = await visit(
    aFlow({ hello: { kind: 'say' }, bye: { kind: 'hangUp' } }, ['start next hello', 'hello next bye']),
  );
  press('a');
  press('c');
  press('v');
  await saved(() => expect(server.kept().flow.nodes).toHaveLength(5));
  expect(server.kept().flow.edges).toHaveLength(3);
  fireEvent.keyDown(screen.getByRole('textbox', { name: 'Find a step' }), { key: 'v', ctrlKey: true });
  press('x');
  await saved(() => expect(server.kept().flow.nodes).toHaveLength(3));
});

test('[CC-07] comments are chosen and copied with the steps; keys pressed in a dialog leave the canvas behind it alone', async () => {
  const note = { id: 'note1', text: 'Ask first', x: 0, y: 0, width: 200, height: 100 };
  const server = await visit({ ...aFlow({ bye: { kind: 'hangUp' } }, ['start next bye']), notes: [note] });
  press('a');
  press('c');
  press('v');
  await saved(() => expect(server.kept().flow.notes.map(({ text }) => text)).toEqual(['Ask first', 'Ask first']));
  await openMore('Versions');
  const drawer = await screen.findByRole('dialog', { name: 'Versions' });
  fireEvent.keyDown(within(drawer).getAllByRole('button')[0]!, { key: 'z', ctrlKey: true });
  expect(isOff('Undo')).toBe(false);
  expect(server.kept().flow.notes).toHaveLength(2);
});

test('[CC-07] what was copied in another tab is pasted', async () => {
  const server = await visit(aFlow({ bye: { kind: 'hangUp' } }, ['start next bye']));
  const written = writeClip({
    ...noClip,
    nodes: [{ id: 'hi', kind: 'say', name: 'From the other tab', settings: {}, x: 0, y: 0 }],
  });
  localStorage.setItem(`openseat.handed.steps.${aViewer().tenantId}`, written);
  press('v');
  await saved(() => expect(server.kept().flow.nodes.map(({ name }) => name)).toContain('From the other tab'));
});

test('[CC-07] looking for a step tells how many fit, and goes from one to the next', async () => {
  await visit(
    aFlow({ hello: { kind: 'say' }, more: { kind: 'say' }, bye: { kind: 'hangUp' } }, [
      'start next hello',
      'hello next more',
      'more next bye',
    ]),
  );
  const search = screen.getByRole('textbox', { name: 'Find a step' });
  fireEvent.change(search, { target: { value: 'Say' } });
  await waitFor(() => expect(search.closest('.flow-search')!.textContent).toBe('2'));
  fireEvent.keyDown(search, { key: 'Enter' });
  await screen.findByRole('complementary', { name: 'Settings of hello' });
  fireEvent.keyDown(search, { key: 'Enter' });
  await screen.findByRole('complementary', { name: 'Settings of more' });
  fireEvent.keyDown(search, { key: 'Enter' });
  await screen.findByRole('complementary', { name: 'Settings of hello' });
  fireEvent.keyDown(search, { key: 'Escape' });
  expect((search as HTMLInputElement).value).toBe('');
});

test('[CC-07] a problem leads to its step and to the field, in the language whose words are missing', async () => {
  await visit(
    aFlow(
      {
        hello: { kind: 'say', settings: { spoken: { words: { en: 'Good day' }, sounds: {} } } },
        bye: { kind: 'hangUp' },
      },
      ['start next hello', 'hello next bye'],
      { languages: ['en', 'es'] },
    ),
  );
  fireEvent.click(await screen.findByRole('button', { name: '1 problem' }));
  const panel = await screen.findByRole('complementary', { name: 'To put right' });
  fireEvent.click(within(panel).getByRole('button', { name: /hello/ }));
  await screen.findByRole('complementary', { name: 'Settings of hello' });
  const spanish = await screen.findByRole('textbox', { name: 'What is said, Spanish' });
  expect(document.activeElement).toBe(spanish);
  fireEvent.change(spanish, { target: { value: 'Buen día' } });
  await screen.findByRole('button', { name: 'Nothing to put right' });
});

test('[CC-07] each entry that is put in is taken back by itself; what is typed into one field together', async () => {
  const server = await visit(aFlow({ ask: { kind: 'listen' }, bye: { kind: 'hangUp' } }, ['start next ask']));
  const panel = await choose('ask');
  const entries = () => panel.querySelectorAll('.flow-list-item').length;
  fireEvent.click(within(panel).getAllByRole('button', { name: 'Add' })[0]!);
  fireEvent.click(within(panel).getAllByRole('button', { name: 'Add' })[0]!);
  for (const value of ['S', 'Sa', 'Sales?'])
    fireEvent.change(within(panel).getByRole('textbox', { name: 'What is said, English' }), { target: { value } });
  expect(entries()).toBe(2);
  press('z');
  expect(within(panel).getByRole<HTMLTextAreaElement>('textbox', { name: 'What is said, English' }).value).toBe('');
  press('z');
  expect(entries()).toBe(1);
  await saved(() =>
    expect(server.kept().flow.nodes.find(({ id }) => id === 'ask')!.settings['intents']).toHaveLength(1),
  );
});

test('[WCAG 2.5.7] a step is moved by the arrow keys and stays there; presses after one another are taken back together', async () => {
  const server = await visit(aFlow({ bye: { kind: 'hangUp' } }, ['start next bye']));
  await choose('start');
  const place = () => server.kept().flow.nodes.find(({ id }) => id === 'start')!;
  const before = place();
  const drawn = document.querySelector('.react-flow__node[data-id="start"]')!;
  fireEvent.keyDown(drawn, { key: 'ArrowRight' });
  fireEvent.keyDown(drawn, { key: 'ArrowRight' });
  await saved(() => expect(place()).toMatchObject({ x: before.x + 10, y: before.y }));
  press('z');
  await saved(() => expect(place()).toMatchObject({ x: before.x, y: before.y }));
});

test('[WCAG 2.5.7] a comment is made larger and smaller by buttons', async () => {
  const note = { id: 'note1', text: 'Ask first', x: 0, y: 0, width: 140, height: 60 };
  const server = await visit({ ...aFlow({ bye: { kind: 'hangUp' } }, ['start next bye']), notes: [note] });
  press('a');
  fireEvent.click(await screen.findByRole('button', { name: 'Make the comment larger' }));
  await saved(() => expect(server.kept().flow.notes).toMatchObject([{ width: 180, height: 80 }]));
  const smaller = screen.getByRole<HTMLButtonElement>('button', { name: 'Make the comment smaller' });
  fireEvent.click(smaller);
  fireEvent.click(smaller);
  await saved(() => expect(server.kept().flow.notes).toMatchObject([{ width: 120, height: 60 }]));
  expect(smaller.disabled).toBe(true);
});

test('[CC-07] a comment is put on the canvas beside the steps, written and removed', async () => {
  const server = await visit();
  add('Comment');
  const panel = await screen.findByRole('complementary', { name: 'Comment' });
  fireEvent.change(within(panel).getByRole('textbox'), { target: { value: 'Ask Sofía' } });
  await saved(() => expect(server.kept().flow.notes).toMatchObject([{ text: 'Ask Sofía' }]));
  fireEvent.click(within(panel).getByRole('button', { name: 'Remove this comment' }));
  await saved(() => expect(server.kept().flow.notes).toEqual([]));
  expect(isOff('Undo')).toBe(false);
});

test('[CC-07] whoever is overtaken by a colleague keeps nothing half: theirs is loaded, and work goes on from it', async () => {
  const server = await visit();
  server.overtaken(aFlow({ theirs: { kind: 'say' }, bye: { kind: 'hangUp' } }, ['start next theirs']));
  add('Wait');
  await saved(() => screen.getByRole('dialog'));
  const dialog = screen.getByRole('dialog');
  expect(dialog.textContent).toContain('Sofía, 20:10');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Load theirs' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await choose('theirs');
  expect(isOff('Undo')).toBe(true);
});

const first = aFlow(
  { hello: { kind: 'say', settings: { spoken: { words: { en: 'Hello' }, sounds: {} } } }, bye: { kind: 'hangUp' } },
  ['start next hello', 'hello next bye'],
);
const now = aFlow(
  { hello: { kind: 'say', settings: { spoken: { words: { en: 'Good day' }, sounds: {} } } }, pause: { kind: 'wait' } },
  ['start next hello', 'hello next pause'],
);
const version = (number: number, isLive: boolean) => ({
  version: number,
  note: `Note ${number}`,
  author: 'Ana',
  createdAt: '2026-11-15 10:00:00',
  isLive,
  nodes: 3,
  passRate: null,
});

test('[CC-07] versions tell in words what is different now; rolling back asks first', async () => {
  const server = await visit(now, {
    [flowsApi.versions.path]: () => ({ list: [version(2, true), version(1, false)], total: 2 }),
    [flowsApi.version.path]: ({ version: which }: { version: number | 'draft' }) => (which === 'draft' ? now : first),
    [flowsApi.rollBack.path]: () => ({ version: 3 }),
  });
  await openMore('Versions');
  const drawer = await screen.findByRole('dialog', { name: 'Versions' });
  fireEvent.click((await within(drawer).findAllByRole('button', { name: /Compare/ }))[1]!);
  await waitFor(() => expect(drawer.querySelector('.flow-changes')).not.toBeNull());
  const lines = [...drawer.querySelectorAll('.flow-changes li')].map(({ textContent }) => textContent!);
  expect(lines.join('\n')).not.toMatch(/flows\.|spoken/);
  expect(lines.map((line) => ['pause', 'bye', 'hello'].filter((name) => line.includes(name)).join(' '))).toEqual([
    'pause',
    'bye',
    'hello',
    'pause hello',
    'bye hello',
  ]);
  expect(lines[2]).toContain('English');
  fireEvent.click(within(drawer).getByRole('button', { name: 'Let callers hear it again' }));
  const question = await screen.findByRole('dialog', { name: /version 1/i });
  fireEvent.click(within(question).getByRole('button', { name: 'Cancel' }));
  expect(server.sent(flowsApi.rollBack.path)).toEqual([]);
  fireEvent.click(within(drawer).getByRole('button', { name: 'Let callers hear it again' }));
  fireEvent.click(
    within(await screen.findByRole('dialog', { name: /version 1/i })).getByRole('button', {
      name: 'Let callers hear it again',
    }),
  );
  await waitFor(() => expect(server.sent(flowsApi.rollBack.path)).toEqual([{ id: 8, version: 1 }]));
});

test('[CC-07] kept conversations are played against what is on the canvas, and say which went otherwise and how', async () => {
  const run = {
    runId: 5,
    flowId: 8,
    version: null,
    draftVersion: 2,
    state: 'done',
    total: 2,
    done: 2,
    passed: 1,
    askedBy: 'Ana',
    startedAt: '2026-11-15 10:00:00',
    endedAt: '2026-11-15 10:00:01',
  };
  const server = await visit(first, {
    [flowsApi.cases.path]: () => [
      { caseId: 1, name: 'Books', steps: 2, expects: 1 },
      { caseId: 2, name: 'Cancels', steps: 3, expects: 2 },
    ],
    [flowsApi.caseRuns.path]: () => ({ list: [run], total: 1 }),
    [flowsApi.caseRun.path]: () => ({
      ...run,
      results: [
        { caseId: 1, name: 'Books', passed: true, failures: [], unused: [] },
        {
          caseId: 2,
          name: 'Cancels',
          passed: false,
          failures: [{ at: 2, expectation: { words: 'Cancelled' }, found: 'Sorry?' }],
          unused: [],
        },
      ],
    }),
    [flowsApi.runCases.path]: () => ({ runId: 5 }),
  });
  add('Wait');
  await openMore('Cases');
  const drawer = await screen.findByRole('dialog', { name: 'Cases' });
  await within(drawer).findByText(/1 of 2 as expected/);
  expect((await within(drawer).findByText(/Sorry\?/)).textContent).toContain('Cancelled');
  fireEvent.click(within(drawer).getByRole('button', { name: 'Play all' }));
  await waitFor(() => expect(server.sent(flowsApi.runCases.path)).toEqual([{ id: 8, version: 'draft' }]));
  expect(server.kept().flow.nodes).toHaveLength(4);
  fireEvent.click(within(drawer).getByRole('button', { name: /Cancels/ }));
  fireEvent.click(
    within(await screen.findByRole('dialog', { name: /Delete/ })).getByRole('button', { name: 'Cancel' }),
  );
  expect(server.sent(flowsApi.deleteCase.path)).toEqual([]);
});
