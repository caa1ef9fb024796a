import { anIdentityProvider, type IdentityProvider } from '../identity-provider.ts';
import { api, ownerToken, people } from './api.ts';
import { expect, pageOf, readAnnouncements, test, titleOf } from './fixture.ts';
import { journeyPort } from './port.ts';

/** As the product names itself: what the company sends back must reach the same origin. */
const baseURL = `http://localhost:${journeyPort()}`;

test.describe('[ADMIN-03] sign-in by company', () => {
  // All need what the first sets up.
  test.describe.configure({ mode: 'serial' });
  let idp: IdentityProvider;
  test.beforeAll(async () => {
    idp = await anIdentityProvider({
      nadia: {
        nameId: `nadia.${process.pid}@aurora.example`,
        attributes: { displayName: 'Nadia Flores', groups: ['service'] },
      },
    });
  });
  test.afterAll(async () => {
    // Whatever went wrong before, the next journeys sign in with passwords.
    await api(await ownerToken(), 'DELETE', '/admin/saas_plat/sso_config').catch(() => {});
    await idp.close();
  });

  test('an owner sets it up, tries it and switches it on', async ({ visit, watch }) => {
    watch.allow(/favicon/);
    const sp = await api<{ metadata: string }>(await ownerToken(), 'GET', '/admin/saas_plat/sso_config/sp');
    idp.trust(sp.metadata);
    const owner = await visit(people.valeria, '/settings/sso', { baseURL });
    await expect(owner.getByText('Nobody signs in with your company yet')).toBeVisible();
    await owner
      .locator('input[type=file]')
      .setInputFiles({ name: 'idp.xml', mimeType: 'text/xml', buffer: Buffer.from(idp.metadata()) });
    await expect(owner.getByText('idp.xml will be read when you save')).toBeVisible();
    await owner.getByRole('button', { name: 'Add a group' }).click();
    await owner.getByLabel(/^Group 1/).fill('service');
    await owner.getByRole('combobox', { name: 'Roles of group 1' }).click();
    await owner.getByRole('option', { name: 'Agent · Contact centre' }).click();
    await owner.keyboard.press('Escape');
    await owner.getByRole('button', { name: 'Save' }).click();
    await expect(owner.getByRole('heading', { name: 'Sign-in with aurora.example' })).toBeVisible();
    await expect(pageOf(owner).getByText('Off', { exact: true })).toBeVisible();

    const opened = owner.waitForEvent('popup');
    await owner.getByRole('link', { name: 'Try in a new window' }).click();
    const trial = await opened;
    await trial.getByRole('link', { name: 'Sign in as nadia' }).click();
    await expect(trial.getByRole('heading', { name: 'The sign-in works' })).toBeVisible();
    await expect(trial.getByText(/^Nadia Flores \(.*\) would come in as Agent\./)).toBeVisible();
    await trial.close();
    await owner.bringToFront();
    await owner.reload();
    await expect(owner.getByText(/^Last worked/)).toBeVisible();
    await owner.getByRole('switch', { name: 'People may sign in with the company' }).click({ force: true });
    await expect(pageOf(owner).getByText('On', { exact: true })).toBeVisible();
  });

  test('a colleague comes in by the company, and is signed out there too', async ({
    browser,
    contextOptions,
    watch,
  }) => {
    watch.allow(/favicon/);
    const context = await browser.newContext({ ...contextOptions, baseURL });
    await watch.context(context);
    const page = await context.newPage();
    await page.goto('/login');
    await page.getByLabel('Work e-mail').fill('nadia@aurora.example');
    await page.getByRole('link', { name: 'Sign in with your company' }).click();
    await expect(page.getByLabel('Company domain, or your work e-mail')).toHaveValue('aurora.example');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('link', { name: 'Sign in as nadia' }).click();
    await expect(titleOf(page)).toHaveText('Home');
    expect(page.url()).not.toMatch(/code|token|SAML/);
    await readAnnouncements((await page.evaluate(() => localStorage.getItem('openseat.token')))!);
    await page.reload();
    await page.getByRole('button', { name: 'Your account: Nadia Flores' }).click();
    await page.getByRole('button', { name: 'Log out' }).click();
    await expect(page.getByRole('heading', { name: 'Good shift starts here' })).toBeVisible();
    expect(
      idp.logouts.some(
        (request) => request.includes('LogoutRequest') && request.includes(`nadia.${process.pid}@aurora.example`),
      ),
    ).toBe(true);
    await context.close();
  });

  test('an unknown company is told at once, and an answer nobody asked for leads back to the sign-in page', async ({
    browser,
    contextOptions,
    watch,
  }) => {
    watch.allow(/favicon/);
    const context = await browser.newContext({ ...contextOptions, baseURL });
    await watch.context(context);
    const page = await context.newPage();
    await page.goto('/company');
    await page.getByLabel('Company domain, or your work e-mail').fill('nobody.example');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('alert')).toContainText('No company signs in with this domain');
    const sp = await api<{ acsUrl: string; entityId: string }>(
      await ownerToken(),
      'GET',
      '/admin/saas_plat/sso_config/sp',
    );
    const stolen = idp.answer(
      { id: '_never', acsUrl: sp.acsUrl, entityId: sp.entityId, relayState: '' },
      { nameId: 'owner@aurora.example' },
    );
    await page.goto(`${idp.origin}/`);
    await page.setContent(
      `<form method="post" action="${sp.acsUrl}"><input name="SAMLResponse" value="${stolen}"><button>Go</button></form>`,
    );
    await page.getByRole('button', { name: 'Go' }).click();
    await expect(
      page.getByText('This sign-in took too long or was begun somewhere else. Begin again here.'),
    ).toBeVisible();
    await context.close();
  });
});
