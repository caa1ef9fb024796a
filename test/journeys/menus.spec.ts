import { unfit, type Look } from './accessibility.ts';
import { api, people, tokenOf, type DemoPerson } from './api.ts';
import { expect, expectWhole, pageOf, readAnnouncements, signIn, test, titleOf } from './fixture.ts';

const NO_ACCESS = 'You may not open this page';

/** Between them every page of both systems is read on a desk by day, and on a phone by night down to 320 pixels. */
const looking: Partial<Record<keyof typeof people, readonly Look[]>> = {
  valeria: ['desk'],
  ingrid: ['phone'],
};

/** Entries that lead to other pages look on each page as on the first: they are half of what can be looked at. */
const ELSEWHERE = 'nav[aria-label="Main menu"] a:not([aria-current])';

for (const [key, person] of Object.entries(people)) {
  test(`[SHELL-03] [SHELL-07] [WCAG 2.2 AA] ${key} signs in, and every entry of the menu opens its page`, async ({
    lend,
  }) => {
    // Managers have many pages.
    test.setTimeout(300_000);
    const found: string[] = [];
    await readAnnouncements(await tokenOf(person));
    const page = await (await lend({ timezoneId: person.zone })).newPage();
    await signIn(page, person);
    const menu = page.getByRole('navigation', { name: 'Main menu' });
    // By its name: an entry may say more, such as that a message waits, and show how many.
    const names = () => menu.getByRole('link').locator('> span').allInnerTexts();
    const entry = (name: string) =>
      menu.getByRole('link').filter({ has: page.locator('span', { hasText: new RegExp(`^${name}$`) }) });

    async function openEveryEntry(): Promise<void> {
      await expect(menu.getByRole('link', { name: 'Home' })).toBeVisible();
      const opened = new Set<string>();
      // Read anew after every page: a menu that is just being exchanged shows entries that go.
      for (;;) {
        const name = (await names()).find((one) => !opened.has(one));
        if (name === undefined) break;
        opened.add(name);
        await entry(name).click();
        await expect(titleOf(page)).toHaveText(name);
        await expect(entry(name)).toHaveAttribute('aria-current', 'page');
        await expectWhole(page);
        await expect(pageOf(page).getByText(NO_ACCESS), name).toHaveCount(0);
        const wanted = looking[key as keyof typeof people] ?? [];
        found.push(...(await unfit(page, name, { wanted, known: opened.size > 1 ? ELSEWHERE : '' })));
      }
    }

    await openEveryEntry();
    const switcher = page.getByRole('button', { name: 'System', exact: true });
    if (await switcher.isVisible()) {
      const before = await names();
      await switcher.click();
      await page.getByRole('menuitemradio', { checked: false }).click();
      await expect(page).toHaveURL(/\/home$/);
      // By name: two systems may have the same number of entries.
      await expect.poll(names).not.toEqual(before);
      await openEveryEntry();
    }
    expect(found).toEqual([]);
  });
}

/** Every address the specification names. */
const direct = {
  '/home': 'Home',
  '/workBench': 'Workbench',
  '/interactive/chat': 'Chat',
  '/record': 'Call records',
  '/seating/aiCall': 'AI calls',
  '/seating/seatStatus': 'Monitoring',
  '/data/dashboard': 'Dashboard',
  '/personalSetting/accountSecurity': 'Account security',
  '/personalSetting/changeTeam': 'Change team',
};

test('[SHELL-03] pages open directly and after a reload', async ({ visit }) => {
  test.setTimeout(150_000);
  const page = await visit(people.valeria);
  for (const [path, title] of Object.entries(direct)) {
    await page.goto(path);
    await expect(titleOf(page)).toHaveText(title);
    await page.reload();
    await expect(titleOf(page)).toHaveText(title);
    await expectWhole(page);
    await expect(pageOf(page).getByText(NO_ACCESS), path).toHaveCount(0);
  }
});

interface MenuVo {
  key: string;
  child: MenuVo[];
}
async function menuOf(person: DemoPerson): Promise<Set<string>> {
  const token = await tokenOf(person);
  const menus = await Promise.all(
    [5, 2].map((system) => api<{ menuVos: MenuVo[] }>(token, 'GET', `/admin/saas_plat/resource?system_id=${system}`)),
  );
  return new Set(
    menus.flatMap(({ menuVos }) =>
      menuVos.flatMap(({ key, child }) => (child.length ? child.map((one) => one.key) : [key])),
    ),
  );
}

/** Open to whoever knows the address: whoever has another seat lacks the entry, not the right. */
const OPEN_BESIDES = new Set(['/interactive/chat', '/settings/quickReplies', '/workBench']);

test('[SHELL-07] what the menu of an agent lacks of the owner’s is shut to the agent, by its address too', async ({
  visit,
}) => {
  test.setTimeout(150_000);
  const [all, own] = [await menuOf(people.valeria), await menuOf(people.budi)];
  const shut = [...all].filter((path) => !own.has(path) && !OPEN_BESIDES.has(path));
  expect(shut).toContain('/organisation/members');
  const page = await visit(people.budi);
  for (const path of shut) {
    await page.goto(path);
    await expect(pageOf(page).getByText(NO_ACCESS), path).toBeVisible();
  }
});

test('an address nobody knows says so and leads home', async ({ visit }) => {
  const page = await visit(people.ana, '/no/such/page');
  await expect(titleOf(page)).toHaveText('There is no page at this address');
  await pageOf(page).getByRole('link', { name: 'Go to the start page' }).click();
  await expect(titleOf(page)).toHaveText('Home');
});

test('a page outside the role says whom to ask, and the address leads there after signing in', async ({ page }) => {
  await page.goto('/organisation/members');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await page.getByLabel('Work e-mail').fill(people.budi.email);
  await page.getByLabel('Password').fill('openseat-demo');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(pageOf(page).getByText(NO_ACCESS)).toBeVisible();
  await expect(page).toHaveURL(/\/organisation\/members$/);
});
