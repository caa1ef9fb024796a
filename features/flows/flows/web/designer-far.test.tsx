import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aFlow } from '#core/flow/flow.fixture.ts';
import { noFonts, visit } from './designer.fixture.tsx';

beforeEach(noFonts);
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** As many lines as steps, the start aside. */
const aLongFlow = (lines: number) => {
  const names = Array.from({ length: lines }, (_, at) => `say${at}`);
  return aFlow(Object.fromEntries(names.map((name) => [name, { kind: 'say' }])), [
    `start next ${names[0]}`,
    ...names.slice(1).map((name, at) => `${names[at]} next ${name}`),
  ]);
};
const sketch = () => document.querySelector('.flow-sketched');
async function goFarAway(): Promise<void> {
  const smaller = await screen.findByRole('button', { name: 'Zoom out' });
  for (let press = 0; press < 5; press += 1) fireEvent.click(smaller);
  await waitFor(() => expect(document.querySelector('.flow-canvas[data-far]')).not.toBeNull());
}
/** What the canvas says aloud; it is there before there is anything to say. */
const statusElement = () => document.querySelector('.flow-canvas [role="status"]');

test('[WCAG 4.1.3] far away whoever may only look is told that the lines are a drawing, and has them again closer by', async () => {
  await visit(aLongFlow(201), {}, ['flows.view']);
  await screen.findByRole('button', { name: 'Zoom out' });
  const hint = statusElement()!;
  expect(hint.textContent).toBe('');
  await goFarAway();
  expect(sketch()).not.toBeNull();
  expect(statusElement()).toBe(hint);
  expect(hint.textContent).toMatch(/only a drawing/);
  expect(hint.textContent).not.toMatch(/Too small/);
  fireEvent.click(screen.getByRole('button', { name: 'Come closer' }));
  await waitFor(() => expect(sketch()).toBeNull());
  expect(hint.textContent).toBe('');
});

test('[WCAG 4.1.3] whoever may change a large flow is told both: that no line can be drawn and that none can be reached', async () => {
  await visit(aLongFlow(201));
  await goFarAway();
  expect(statusElement()!.textContent).toMatch(/Too small to draw lines.*only a drawing/);
});

test('[CC-07] far from a flow of few lines they stay lines, and who may only look is told nothing', async () => {
  await visit(aLongFlow(200), {}, ['flows.view']);
  await goFarAway();
  expect([sketch(), statusElement()!.textContent]).toEqual([null, '']);
  expect(screen.queryByRole('button', { name: 'Come closer' })).toBeNull();
});
