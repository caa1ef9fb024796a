import { api, ownerToken, people } from './api.ts';
import { expect, test } from './fixture.ts';

/** The number a text begins with, however it is written. */
const numberOf = (text: string): number => Number(/[\d,. ]+/.exec(text)![0].replace(/\D/g, ''));

const setStatusReport = async (value: 'true' | 'false'): Promise<void> =>
  void (await api(await ownerToken(), 'PUT', '/admin/saas_plat/config/value', { name: 'AgentStatusEnable', value }));

test.describe('statistics', () => {
  test.afterAll(() => setStatusReport('true'));

  test('[CC-10] a number of the day report leads to exactly its calls, and the report is kept as a view', async ({
    visit,
  }) => {
    const owner = await visit(people.valeria, '/data/dayReport?range=month');
    const tile = owner.locator('.figure-tile', { hasText: 'Inbound' }).first();
    await expect(tile).toBeVisible();
    const counted = numberOf(await tile.locator('.figure-tile-value').innerText());
    expect(counted).toBeGreaterThan(0);

    await owner.getByRole('button', { name: 'Views' }).click();
    await owner.getByRole('menuitem', { name: 'Keep as a view' }).click();
    await owner.getByRole('textbox', { name: 'Name' }).fill('A month');
    await owner.getByRole('button', { name: 'Save' }).click();
    await expect(owner.getByRole('dialog')).toHaveCount(0);

    await tile.click();
    await expect(owner).toHaveURL(/\/record\?/);
    await expect(owner.locator('.table-foot')).toContainText(counted.toLocaleString('en-US'));

    await owner.goto('/data/dayReport?range=today');
    await owner.getByRole('button', { name: 'Views' }).click();
    await owner.getByRole('menuitem', { name: 'A month' }).click();
    await expect(owner).toHaveURL(/range=month/);
    await expect(tile.locator('.figure-tile-value')).toHaveText(new RegExp(`^${counted.toLocaleString('en-US')}$`));
  });

  test('[SHELL-29] the report of agents’ statuses follows its switch, in the menu and on its page', async ({
    visit,
    watch,
  }) => {
    // Whoever asks for the report all the same is refused, and reads that.
    watch.allow(/status of 403.*statistics\/v1\/status/);
    const owner = await visit(people.valeria, '/data/agentStatus?range=week');
    const entry = owner.getByRole('navigation').locator('a[href="/data/agentStatus"]');
    // Its rows, not its shape: what is still asked for when the report is switched off would be refused.
    await expect(owner.getByRole('table').first().getByRole('row').nth(1)).toBeVisible();
    await expect(entry).toHaveCount(1);
    await setStatusReport('false');
    await owner.reload();
    await expect(owner.getByText(/You are not allowed to do this/)).toBeVisible();
    await expect(owner.getByRole('table')).toHaveCount(0);
    await expect(entry).toHaveCount(0);
    await setStatusReport('true');
    await owner.reload();
    await expect(entry).toHaveCount(1);
    await expect(owner.getByRole('table').first()).toBeVisible();
  });
});
