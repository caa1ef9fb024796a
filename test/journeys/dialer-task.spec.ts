import type { Locator, Page } from '@playwright/test';
import { DispatchType } from '#shared/codes/dispatch-type.ts';
import { TaskStatus } from '#shared/codes/task-status.ts';
import { api, ownerToken, people } from './api.ts';
import { expect, test } from './fixture.ts';
import { done } from './phone/agent-acts.ts';
import { line, sitDown } from './phone/agent-page.ts';
import { hearsSomebody, listensFor } from './phone/ears.ts';

/** Of areas no other journey calls; more than are needed. Everybody answers at once and repeats what they hear: whoever hears themselves was heard. */
const areas = [221, 222, 229, 311, 312, 314, 322, 341, 351, 353, 392, 411, 415, 417, 442, 444];
const customers = areas.map((area, place) => ({ name: `Echo ${place + 1}`, phone: `+52${area}5550101` }));
const agents = [people.ana, people.budi, people.sofia];
/** The tone that tells an agent somebody is there. */
const BEEP_MS = 400;

/** A task that waits for somebody to start it. */
async function aTask(name: string): Promise<number> {
  const owner = await ownerToken();
  const { list } = await api<{ list: { userId: number; name: string }[] }>(
    owner,
    'POST',
    '/cc/api/agentStatus/v1/list',
    { size: 100 },
  );
  const settings = {
    name,
    dispatchType: DispatchType.predictive,
    agentIds: agents.map((one) => list.find((agent) => agent.name === one.name)!.userId),
    machineRule: 'connect',
    retry: { perDay: 20 },
  };
  const { id } = await api<{ id: number }>(owner, 'POST', '/cc/api/dialerTask/v1/createFrom', {
    settings,
    source: { from: 'list', customers },
  });
  return id;
}

/** A figure of the board, by its title. */
const figure = (page: Page, title: string): Locator =>
  page
    .getByRole('region', { name: 'At this moment' })
    .locator('dl > div')
    .filter({ has: page.getByText(title, { exact: true }) })
    .locator('dd');

/** A call came and was answered by itself; the agent hears their own voice come back. */
async function talks(page: Page, task: string): Promise<void> {
  await expect(line(page)).toContainText('In a call', { timeout: 60_000 });
  const card = page.getByRole('main');
  await expect(card.getByText(task).first()).toBeVisible();
  await expect(card.getByText(/^Echo \d+$/).first()).toBeVisible();
  await listensFor(page, BEEP_MS);
  await expect.poll(await hearsSomebody(page), { timeout: 20_000 }).toBe(true);
}

/** The work after the call is done: the next one may come. */
async function hangUp(page: Page): Promise<void> {
  await page.keyboard.press('Alt+x');
  await done(page);
}

test.describe('a task of the dialler', { tag: '@alone' }, () => {
  test.describe.configure({ timeout: 180_000 });

  test('[TASK-03] three agents are led to one answered call after another, and hear who answered', async ({
    visit,
    watch,
  }) => {
    watch.allow(/ERR_|WebSocket/);
    // On a machine that is too slow a customer may have been told that nobody is there while the phone still answers.
    watch.allow(/calls\/v1\/(n|customerN)otes/);
    const name = `Echoes ${Date.now() % 1_000_000}`;
    const id = await aTask(name);
    const owner = await ownerToken();
    const move = (wanted: string) => api(owner, 'POST', '/cc/api/dialerTask/v1/updateStatus', { id, move: wanted });
    try {
      const seats: Page[] = [];
      for (const person of agents) seats.push(await sitDown(visit, person, '/workBench'));
      const boss = await visit(people.valeria, `/task/dialer/${id}`);
      await boss.getByRole('button', { name: 'Start', exact: true }).click();

      await Promise.all(seats.map((page) => talks(page, name)));
      await expect(figure(boss, 'Talking')).toHaveText('3');

      await Promise.all(seats.map(hangUp));
      await Promise.all(seats.map((page) => talks(page, name)));
      await boss.getByRole('button', { name: 'Pause', exact: true }).click();
      await Promise.all(seats.map(hangUp));
      await expect(figure(boss, 'Talking')).toHaveText('0');

      const { list } = await api<{
        list: { attempts: number; lastCall: { agentName: string; talkSec: number } | null }[];
      }>(owner, 'POST', '/cc/api/dialerTask/v1/customers', { id, page: 1, size: 50 });
      expect(Math.max(...list.map(({ attempts }) => attempts)), 'nobody was called twice').toBe(1);
      for (const person of agents)
        expect(list.filter(({ lastCall }) => lastCall?.agentName === person.name).length, person.name).toBe(2);
      const task = await api<{ status: number }>(owner, 'POST', '/cc/api/dialerTask/v1/detail', { id });
      expect(task.status).toBe(TaskStatus.paused);
    } finally {
      await move('complete');
    }
  });
});
