import { act, fireEvent, renderHook, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aFlow } from '#core/flow/flow.fixture.ts';
import type { Flow } from '#core/flow/flow.ts';
import { showPage } from '#platform/web/page.fixture.tsx';
import { failures } from '#shared/errors.ts';
import { flowsApi } from '../../contract.ts';
import { flows } from '../index.ts';
import { Clash } from './clash.tsx';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { useDraft } from './use-draft.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const first = aFlow({ bye: { kind: 'hangUp' } }, ['start next bye']);
const named = (name: string): Flow => ({
  ...first,
  nodes: first.nodes.map((node) => (node.id === 'bye' ? { ...node, name } : node)),
});
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

/** A server whose answers are given by hand. */
function aServer() {
  const waiting: ((answer: object | null) => void)[] = [];
  const bodies: { draftVersion: number; flow: Flow }[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url.split('?')[0] !== flowsApi.update.path) return new Response(JSON.stringify({ code: 0, data: [], msg: '' }));
    bodies.push(JSON.parse(String(init.body)));
    const answer = await new Promise<object | null>((resolve) => waiting.push(resolve));
    if (answer === null) throw new TypeError('network');
    return new Response(JSON.stringify({ code: 0, data: null, msg: '', ...answer }), {
      headers: { 'content-type': 'application/json' },
    });
  });
  return {
    names: () => bodies.map(({ flow, draftVersion }) => [flow.nodes.at(-1)!.name, draftVersion]),
    answer: (draftVersion: number) =>
      act(async () => {
        waiting.shift()!({ data: { id: 8, draftVersion, status: 0 } });
        await vi.advanceTimersByTimeAsync(0);
      }),
    refuse: (answer: object | null) =>
      act(async () => {
        waiting.shift()!(answer);
        await vi.advanceTimersByTimeAsync(0);
      }),
  };
}

const draft = (isLocked = false) =>
  renderHook(({ flow }) => useDraft(8, flow, { id: 8, draftVersion: 1, status: 0 } as never, isLocked), {
    initialProps: { flow: first },
  });

test('[CC-07] a change is saved a moment after the last one, once', async () => {
  const server = aServer();
  const { result, rerender } = draft();
  rerender({ flow: named('a') });
  expect(result.current.state.at).toBe('changed');
  await pass(1_000);
  rerender({ flow: named('ab') });
  await pass(1_199);
  expect(server.names()).toEqual([]);
  await pass(1);
  expect([server.names(), result.current.state.at]).toEqual([[['ab', 1]], 'saving']);
  await server.answer(2);
  expect([result.current.state.at, result.current.draftVersion]).toEqual(['saved', 2]);
});

test('[CC-07] one saving at a time: what changed meanwhile is saved after it, on top of it', async () => {
  const server = aServer();
  const { result, rerender } = draft();
  rerender({ flow: named('a') });
  await pass(1_200);
  rerender({ flow: named('ab') });
  await pass(5_000);
  expect(server.names()).toEqual([['a', 1]]);
  await server.answer(2);
  expect(server.names()).toEqual([
    ['a', 1],
    ['ab', 2],
  ]);
  await server.answer(3);
  expect([result.current.state.at, result.current.draftVersion]).toEqual(['saved', 3]);
});

test('[CC-07] flushing saves now and answers the version that holds everything', async () => {
  const server = aServer();
  const { result, rerender } = draft();
  expect(await result.current.flush()).toBe(1);
  rerender({ flow: named('a') });
  const flushed = result.current.flush();
  await server.answer(2);
  expect(await flushed).toBe(2);
  await pass(5_000);
  expect(server.names()).toHaveLength(1);
});

test('[CC-07] a clash stops saving, and says who saved', async () => {
  const server = aServer();
  const { result, rerender } = draft();
  rerender({ flow: named('a') });
  const flushed = result.current.flush();
  await server.refuse({ code: failures.flowStale.code, msg: 'Sofía, 20:10' });
  expect(await flushed).toBeNull();
  expect(result.current.state).toEqual({ at: 'clash', detail: 'Sofía, 20:10' });
  rerender({ flow: named('ab') });
  await pass(10_000);
  expect(server.names()).toHaveLength(1);
  act(() => result.current.took({ id: 8, draftVersion: 5, status: 0 } as never, named('theirs')));
  expect([result.current.state.at, result.current.draftVersion]).toEqual(['saved', 5]);
});

test('[CC-07] what could not be saved is tried again with the next change', async () => {
  const server = aServer();
  const { result, rerender } = draft();
  rerender({ flow: named('a') });
  const flushed = result.current.flush();
  await server.refuse({ code: 500, msg: '' });
  expect([await flushed, result.current.state.at]).toEqual([null, 'failed']);
  rerender({ flow: named('ab') });
  await pass(1_200);
  await server.answer(2);
  expect(result.current.state.at).toBe('saved');
});

test('[CC-07] what could not be saved is saved when the network is back', async () => {
  const server = aServer();
  const { result, rerender } = draft();
  rerender({ flow: named('a') });
  await pass(1_200);
  await server.refuse(null);
  expect(result.current.state.at).toBe('failed');
  window.dispatchEvent(new Event('online'));
  await pass(0);
  await server.answer(2);
  expect([server.names(), result.current.state.at]).toEqual([
    [
      ['a', 1],
      ['a', 1],
    ],
    'saved',
  ]);
});

test('[CC-07] a flow a colleague deleted is not saved again and again, and what one has becomes a flow of its own', async () => {
  const server = aServer();
  const { result, rerender } = draft();
  rerender({ flow: named('a') });
  await pass(1_200);
  await server.refuse({ code: failures.notFound.code });
  expect(result.current.state.at).toBe('gone');
  rerender({ flow: named('ab') });
  await pass(10_000);
  expect(server.names()).toEqual([['a', 1]]);
  vi.useRealTimers();
  const asked = fakeServer(() => ({ data: { id: 9 } }));
  await showPage(<Clash detail={null} flow={named('ab')} name="Reception" onReload={() => {}} />, { feature: flows });
  fireEvent.click(await screen.findByRole('button', { name: 'Keep mine as a copy' }));
  await waitFor(() =>
    expect(asked.find(({ url }) => url.startsWith(flowsApi.add.path))?.body).toMatchObject({
      name: 'Reception',
      flow: { nodes: [{}, { name: 'ab' }] },
    }),
  );
});

test('[CC-07] those who may only look never save', async () => {
  const server = aServer();
  const { rerender } = draft(true);
  rerender({ flow: named('a') });
  await pass(10_000);
  expect(server.names()).toEqual([]);
});

test('[CC-07] whoever came second keeps their own as a copy with everything it names, or loads the other; nothing else ends the question', async () => {
  vi.useRealTimers();
  const asked = fakeServer(() => ({ data: { id: 9 } }));
  const onReload = vi.fn<() => void>();
  await showPage(
    <Clash detail="Sofía, 2026-11-15 20:10:00 UTC" flow={named('mine')} name="Reception" onReload={onReload} />,
    { feature: flows },
  );
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toMatch(/Sofía \(.*20:10/);
  fireEvent.keyDown(dialog, { key: 'Escape' });
  expect(
    within(dialog)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Load theirs', 'Keep mine as a copy']);
  expect(onReload).not.toHaveBeenCalled();
  fireEvent.change(screen.getByRole('textbox', { name: 'Name of the copy' }), { target: { value: 'Mine' } });
  fireEvent.click(screen.getByRole('button', { name: 'Keep mine as a copy' }));
  await waitFor(() =>
    expect(asked.find(({ url }) => url.startsWith(flowsApi.add.path))?.body).toMatchObject({
      name: 'Mine',
      flow: { nodes: [{}, { name: 'mine' }] },
    }),
  );
  fireEvent.click(screen.getByRole('button', { name: 'Load theirs' }));
  expect(onReload).toHaveBeenCalledOnce();
});
