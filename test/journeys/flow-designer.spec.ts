import type { Locator, Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { aFlow } from '#core/flow/flow.fixture.ts';
import type { Flow } from '#core/flow/flow.ts';
import { api, people, tokenOf } from './api.ts';
import { expect, test } from './fixture.ts';

const step = (page: Page, name: string): Locator => page.locator('.flow-step').filter({ hasText: name });
const settings = (page: Page, name: string): Locator =>
  page.getByRole('complementary', { name: `Settings of ${name}` });
const line = (page: Page, from: string, branch: string): Locator =>
  page.locator(`.react-flow__edge[data-id="${from} ${branch}"]`);
const isSaved = (page: Page): Promise<void> => expect(page.getByText('Draft saved')).toBeVisible();

/** A flow of its own, and where it is designed. */
async function begun(
  flow: Flow,
  stem: string,
): Promise<{ id: number; name: string; path: string; draft(): Promise<Flow> }> {
  const token = await tokenOf(people.valeria);
  const name = `${stem} ${Date.now() % 10_000_000}`;
  const { id } = await api<{ id: number }>(token, 'POST', '/cc/api/ivrFlow/v1/import', {
    name,
    file: { openseat: 'flow', name, flow, names: [] },
  });
  return {
    id,
    name,
    path: `/robot/flows/${id}`,
    draft: async () => (await api<{ flow: Flow }>(token, 'POST', '/cc/api/ivrFlow/v1/query', { id })).flow,
  };
}

const talk = (): Flow =>
  aFlow(
    {
      hello: { kind: 'say', settings: { spoken: { words: { en: 'Hello' }, sounds: {} } } },
      pause: { kind: 'wait' },
      bye: { kind: 'hangUp' },
    },
    ['start next hello'],
    {},
  );
const spread = (flow: Flow): Flow => ({
  ...flow,
  nodes: flow.nodes.map((node, at) => ({ ...node, x: at * 320, y: at % 2 === 0 ? 0 : 60 })),
});

/** Takes hold of one place and lets go at another. */
async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  await from.hover();
  await page.mouse.down();
  await to.hover();
  await to.hover();
  await page.mouse.up();
}

test.describe('the canvas of the designer', () => {
  test('[CC-07] steps are added, connected by hand, moved, deleted with their lines and brought back', async ({
    visit,
  }) => {
    const flow = await begun(spread(talk()), 'By hand');
    const page = await visit(people.valeria, flow.path);
    await drag(
      page,
      step(page, 'hello').locator('.react-flow__handle.source').first(),
      step(page, 'pause').locator('.react-flow__handle.target'),
    );
    await expect(line(page, 'hello', 'next')).toBeAttached();
    await drag(
      page,
      step(page, 'pause').locator('.react-flow__handle.source').first(),
      step(page, 'bye').locator('.react-flow__handle.target'),
    );
    await isSaved(page);
    expect((await flow.draft()).edges).toEqual([
      { from: 'start', branch: 'next', to: 'hello' },
      { from: 'hello', branch: 'next', to: 'pause' },
      { from: 'pause', branch: 'next', to: 'bye' },
    ]);
    await expect(page.getByRole('button', { name: 'Nothing to put right' })).toBeVisible();

    // A step goes with its lines, and comes back with them.
    await step(page, 'pause').locator('header').click();
    await expect(settings(page, 'pause')).toBeVisible();
    await page.keyboard.press('Delete');
    await expect(step(page, 'pause')).toHaveCount(0);
    await expect(line(page, 'hello', 'next')).toHaveCount(0);
    await page.keyboard.press('Control+z');
    await expect(line(page, 'pause', 'next')).toBeAttached();

    // The start stays whatever is pressed.
    await step(page, 'start').locator('header').click();
    await expect(settings(page, 'start')).toBeVisible();
    await page.keyboard.press('Delete');
    await page.locator('.react-flow__pane').click({ position: { x: 300, y: 500 } });
    await expect(page.locator('.flow-step')).toHaveCount(4);

    // Moved by hand; one step back.
    const before = (await flow.draft()).nodes.find(({ id }) => id === 'bye')!;
    const box = (await step(page, 'bye').locator('header').boundingBox())!;
    await page.mouse.move(box.x + 40, box.y + 10);
    await page.mouse.down();
    await page.mouse.move(box.x + 60, box.y + 80, { steps: 5 });
    await page.mouse.up();
    await expect
      .poll(async () => (await flow.draft()).nodes.find(({ id }) => id === 'bye')!.y)
      .toBeGreaterThan(before.y + 20);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(async () => (await flow.draft()).nodes.find(({ id }) => id === 'bye')!.y).toBe(before.y);

    // From the list at the side onto the canvas.
    await page
      .locator('.flow-palette-item')
      .filter({ hasText: 'Say' })
      .dragTo(page.locator('.react-flow__pane'), { targetPosition: { x: 300, y: 420 } });
    await expect(settings(page, 'Say')).toBeVisible();
    await expect.poll(async () => (await flow.draft()).nodes.length).toBe(5);
  });

  test('[CC-07] a small flow is built without a mouse', async ({ visit }) => {
    const flow = await begun(aFlow({}, []), 'By keys');
    const page = await visit(people.valeria, flow.path);
    await expect(step(page, 'start')).toBeVisible();
    await page.locator('.react-flow__node').first().focus();
    await page.keyboard.press('Enter');
    await expect(settings(page, 'start')).toBeVisible();
    const kinds = page.getByRole('complementary', { name: 'Kinds of steps' });
    await kinds.getByRole('button', { name: 'Say', exact: true }).focus();
    await page.keyboard.press('Enter');
    await settings(page, 'Say').getByRole('textbox', { name: 'What is said, English' }).focus();
    await page.keyboard.type('Good day and goodbye.');
    await kinds.getByRole('button', { name: 'Hang up', exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Nothing to put right' })).toBeVisible();
    await expect
      .poll(async () => (await flow.draft()).edges)
      .toEqual([
        { from: 'start', branch: 'next', to: 'say1' },
        { from: 'say1', branch: 'next', to: 'hangUp1' },
      ]);
  });

  test('[CC-07] what is chosen is copied into another flow; searching leads to a step out of sight, the small map to another place', async ({
    visit,
  }) => {
    const long = aFlow(Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`step${at}`, { kind: 'wait' }])), []);
    const [from, to] = [
      await begun(spread(talk()), 'Copied from'),
      await begun({ ...long, nodes: long.nodes.map((node, at) => ({ ...node, x: at * 320, y: 0 })) }, 'Copied to'),
    ];
    const page = await visit(people.valeria, from.path);
    await expect(step(page, 'hello')).toBeVisible();
    await page.locator('.react-flow__pane').click({ position: { x: 300, y: 500 } });
    await page.keyboard.press('Control+a');
    await expect(page.locator('.flow-step[data-selected]')).toHaveCount(4);
    await page.keyboard.press('Control+c');

    // Within the page: what was copied is kept there.
    await page.getByRole('link', { name: 'Flows', exact: true }).click();
    await page
      .getByRole('row', { name: new RegExp(to.name) })
      .getByText(to.name)
      .click();
    await expect(page.getByRole('heading', { name: to.name })).toBeVisible();
    await page.keyboard.press('Control+v');
    await expect.poll(async () => (await to.draft()).nodes.length).toBe(44);

    const find = page.getByRole('textbox', { name: 'Find a step' });
    await page.locator('.react-flow__pane').click({ position: { x: 300, y: 600 } });
    await page.keyboard.press('Control+f');
    await expect(find).toBeFocused();
    await page.keyboard.type('step39');
    await page.keyboard.press('Enter');
    await expect(step(page, 'step39')).toBeInViewport();
    await expect(settings(page, 'step39')).toBeVisible();
    await expect(step(page, 'step0')).toHaveCount(0);
    const map = (await page.locator('.react-flow__minimap-svg').boundingBox())!;
    await page.mouse.move(map.x + map.width - 30, map.y + map.height / 2);
    await page.mouse.down();
    await page.mouse.move(map.x + 10, map.y + map.height / 2, { steps: 8 });
    await page.mouse.up();
    await expect(step(page, 'step39')).toHaveCount(0);
  });

  test('[CC-07] too far away to draw a line: the canvas says what to do, and a way is led to a step by a click on it', async ({
    visit,
  }) => {
    const long = aFlow(Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`step${at}`, { kind: 'wait' }])), []);
    const flow = await begun(
      { ...long, nodes: long.nodes.map((node, at) => ({ ...node, x: (at % 20) * 320, y: Math.floor(at / 20) * 200 })) },
      'Far',
    );
    const page = await visit(people.valeria, flow.path);
    await expect(step(page, 'step0')).toBeVisible();
    await page.getByRole('button', { name: 'Whole flow' }).click();
    await expect(page.locator('.flow-step-far')).toHaveCount(61);
    await expect(page.getByText('Too small to draw lines')).toBeVisible();
    await step(page, 'step7').click();
    await settings(page, 'step7')
      .getByRole('button', { name: /Choose on the canvas/ })
      .click();
    await expect(page.getByText('Click the step that “Then” leads to')).toBeVisible();

    // Nothing leads back to the start, and Escape ends it.
    await step(page, 'start').click();
    await expect(page.getByText('Click the step that “Then” leads to')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByText('Click the step that “Then” leads to')).toHaveCount(0);
    await settings(page, 'step7')
      .getByRole('button', { name: /Choose on the canvas/ })
      .click();
    await step(page, 'step59').click();
    await expect(line(page, 'step7', 'next')).toBeAttached();
    await expect(settings(page, 'step7')).toBeVisible();
    await expect
      .poll(async () => (await flow.draft()).edges)
      .toEqual([{ from: 'step7', branch: 'next', to: 'step59' }]);

    // Closer, steps can be read and lines be drawn.
    await page.getByRole('button', { name: 'Come closer' }).click();
    await expect(page.locator('.flow-step-far')).toHaveCount(0);
    await expect(page.locator('.flow-step .react-flow__handle').first()).toBeAttached();
  });

  test('[CC-07] a line is chosen by a click and deleted; what was copied is pasted in another tab', async ({
    visit,
  }) => {
    const made = talk();
    const flow = await begun(
      spread({ ...made, edges: [...made.edges, { from: 'hello', branch: 'next', to: 'bye' }] }),
      'Lines',
    );
    const page = await visit(people.valeria, flow.path);
    await expect(line(page, 'start', 'next')).toBeAttached();
    const middle = await line(page, 'start', 'next')
      .locator('.react-flow__edge-interaction')
      .evaluate((path: SVGPathElement) => {
        const { x, y } = path.getPointAtLength(path.getTotalLength() / 2).matrixTransform(path.getScreenCTM()!);
        return { x, y };
      });
    await page.mouse.click(middle.x, middle.y);
    await expect(page.locator('.react-flow__edge.selected')).toHaveCount(1);
    await page.keyboard.press('Delete');
    await expect(line(page, 'start', 'next')).toHaveCount(0);
    await expect.poll(async () => (await flow.draft()).edges).toEqual([{ from: 'hello', branch: 'next', to: 'bye' }]);

    await page.locator('.react-flow__pane').click({ position: { x: 300, y: 500 } });
    await page.keyboard.press('Control+a');
    await expect(page.locator('.flow-step[data-selected]')).toHaveCount(4);
    await page.keyboard.press('Control+c');
    const other = await begun(aFlow({}, []), 'Other tab');
    const tab = await page.context().newPage();
    await tab.goto(other.path);
    await expect(step(tab, 'start')).toBeVisible();
    await tab.keyboard.press('Control+v');
    await expect.poll(async () => (await other.draft()).nodes.length).toBe(4);
  });

  test('[CC-07] two people at one flow: the second is told who was first, keeps their own as a copy, and nothing is lost', async ({
    visit,
    watch,
  }) => {
    watch.allow(/409 \(Conflict\)/);
    const flow = await begun(spread(talk()), 'Shared');
    const [one, two] = [await visit(people.valeria, flow.path), await visit(people.sofia, flow.path)];
    for (const page of [one, two]) await expect(step(page, 'hello')).toBeVisible();
    await step(one, 'hello').locator('header').click();
    await settings(one, 'hello').getByRole('textbox', { name: 'What is said, English' }).fill('Hello from Valeria');
    await isSaved(one);
    await expect.poll(async () => JSON.stringify(await flow.draft())).toContain('Hello from Valeria');
    await step(two, 'hello').locator('header').click();
    await settings(two, 'hello').getByRole('textbox', { name: 'What is said, English' }).fill('Hello from Sofía');
    const clash = two.getByRole('dialog');
    await expect(clash).toContainText('Valeria');
    await clash.getByRole('button', { name: 'Keep mine as a copy' }).click();
    await expect(two).not.toHaveURL(new RegExp(`${flow.path}$`));
    await expect(step(two, 'Hello from Sofía')).toBeVisible();
    expect(JSON.stringify(await flow.draft())).toContain('Hello from Valeria');
  });

  test('[CC-07] a flow travels as a file; what is no flow is refused in words', async ({ visit }) => {
    const flow = await begun(spread(talk()), 'Travels');
    const page = await visit(people.valeria, '/robot/flows');
    const row = page.getByRole('row', { name: new RegExp(flow.name) });
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      row.getByRole('button', { name: /Export|file/i }).click(),
    ]);
    const content = readFileSync(await file.path(), 'utf8');
    const bring = (name: string, text: string) =>
      page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
    await bring('broken.json', content.slice(0, 100));
    await expect(page.getByText('This file holds no flow').first()).toBeVisible();
    await bring('travels.json', JSON.stringify({ ...(JSON.parse(content) as object), name: `${flow.name} again` }));
    await expect(page.getByRole('heading', { name: `${flow.name} again` })).toBeVisible();
    await expect(page.locator('.flow-step')).toHaveCount(4);
  });
});
