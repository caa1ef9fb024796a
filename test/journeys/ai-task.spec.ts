import { AiCallResult } from '#shared/codes/ai-call-result.ts';
import { TaskStatus } from '#shared/codes/task-status.ts';
import { api, ownerToken, people } from './api.ts';
import { expect, test } from './fixture.ts';
import { answer } from './phone/agent-acts.ts';
import { line, onBreak, sitDown } from './phone/agent-page.ts';
import { hearsSomebody } from './phone/ears.ts';
import { button } from './phone/in-call.ts';

// The first hears the offer, presses 1 and wants a person; the second presses 2. Nobody else in the journeys has these numbers.
const customers = [
  { name: 'Nadia Prieto', phone: '+524425550111' },
  { name: 'Omar Rueda', phone: '+524445550112' },
];

interface Called {
  customerName: string;
  result: number | null;
  agentName: string;
}

test.describe('an AI task', { tag: '@heard' }, () => {
  test.describe.configure({ timeout: 180_000 });

  test('[TASK-02] [TASK-04] a flow calls, convinces a customer and hands them to a person, who hears them; another declines', async ({
    visit,
    watch,
  }) => {
    watch.allow(/ERR_|WebSocket/);
    const owner = await ownerToken();
    const name = `Offer ${Date.now() % 1_000_000}`;
    const flows = await api<{ flowId: number; flowName: string }[]>(
      owner,
      'GET',
      '/cc/api/flowManager/v1/task/flowList',
    );
    const { id } = await api<{ id: number }>(owner, 'POST', '/cc/api/flowManager/v1/task/createFrom', {
      settings: {
        name,
        flowId: flows.find(({ flowName }) => flowName === 'Offer by phone')!.flowId,
        retry: { perDay: 20 },
      },
      source: { from: 'list', customers },
    });
    try {
      for (const person of [people.budi, people.sofia]) await onBreak(person);
      const ana = await sitDown(visit, people.ana, '/workBench');
      const boss = await visit(people.valeria, `/task/ai/${id}?tab=calls`);
      await boss.getByRole('button', { name: 'Start', exact: true }).click();

      // They say hello, hear the offer to its end and press their key.
      await expect(button(ana, /^Answer/)).toBeVisible({ timeout: 60_000 });
      await answer(ana);
      for (const shown of [name, 'Nadia Prieto'])
        await expect(ana.getByRole('main').getByText(shown).first()).toBeVisible();
      // They speak when nobody else does.
      await button(ana, /^Mute/).click();
      await expect.poll(await hearsSomebody(ana), { timeout: 30_000 }).toBe(true);
      await ana.keyboard.press('Alt+x');
      await expect(line(ana)).not.toContainText('In a call');

      const calls = async () =>
        (
          await api<{ list: Called[] }>(owner, 'GET', `/cc/api/flowManager/v1/task/callPage?id=${id}&page=1&size=10`)
        ).list
          .map(({ customerName, result, agentName }) => ({ customerName, result, agentName }))
          .toSorted((a, b) => a.customerName.localeCompare(b.customerName));
      await expect.poll(calls, { timeout: 30_000 }).toEqual([
        { customerName: 'Nadia Prieto', result: AiCallResult.transferSucceeded, agentName: people.ana.name },
        { customerName: 'Omar Rueda', result: AiCallResult.communicated, agentName: '' },
      ]);
      // What was said stands on the page of the task.
      await boss.getByRole('row', { name: /Nadia Prieto/ }).click();
      const panel = boss.getByRole('dialog', { name: 'Call of an AI task' });
      await expect(panel).toContainText('We have a new offer for our customers.');
      await expect(panel).toContainText(people.ana.name);
    } finally {
      const { status } = await api<{ status: number }>(owner, 'GET', `/cc/api/flowManager/v1/task/detail?id=${id}`);
      if (status !== TaskStatus.completed)
        await api(owner, 'POST', '/cc/api/flowManager/v1/task/updateStatus', { id, move: 'stop' });
    }
  });
});
