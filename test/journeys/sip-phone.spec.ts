import { createHash } from 'node:crypto';
import type { Browser } from '@playwright/test';
import type { RosterAgent, SipPhoneAccount } from '#features/team/agents/contract/roster.ts';
import { api, ownerToken, people, quiet, type DemoPerson } from './api.ts';
import { expect, test } from './fixture.ts';
import { hearsMore } from './phone/agent-acts.ts';
import { callIn, freePhone, line } from './phone/agent-page.ts';
import { openSmall, phoneOf, putPhone, type PagePhone } from './phone/phone-page.ts';
import { AgentStatus, sitDown } from './phone/phones.ts';

const { ana: anaWho, budi: budiWho } = people;
const [ANA_HZ, BUDI_HZ] = [500, 1_000];
const LISTEN_MS = 1_000;
/** Customers think for a moment. */
const ANSWER_MS = 4_000;
/** A voice; hiss stays far below. */
const HEARD = 0.01;

/** What rings for an agent, as the roster says it. */
async function ringsAt(person: DemoPerson, device: 'browser' | 'sipPhone'): Promise<SipPhoneAccount | null> {
  const owner = await ownerToken();
  const { list } = await api<{ list: RosterAgent[] }>(owner, 'POST', '/cc/api/agent/v1/page', { name: person.name });
  const [{ userId }] = list as [RosterAgent];
  return api(owner, 'POST', '/cc/api/agent/v1/deviceChange', { userId, device, evenInCall: true });
}

/** A phone that is none of the product's: it has its account and password, and knows nothing of the desk. */
async function openSipPhone(browser: Browser, given: SipPhoneAccount): Promise<{ phone: PagePhone }> {
  const { url, domain, account, password } = given;
  const context = await browser.newContext({ permissions: ['microphone'], bypassCSP: true });
  const page = await context.newPage();
  await openSmall(page);
  await putPhone(page);
  const ha1 = createHash('md5').update(`${account}:${domain}:${password}`).digest('hex');
  const phone = phoneOf(page);
  await phone.start({ url, domain, account, ha1, hz: ANA_HZ });
  return { phone };
}

/** The customer answers whoever spoke and then is silent: both phones hear that voice, and no tone of each other's. */
async function bothHearTheCustomer(speaks: PagePhone, listens: PagePhone): Promise<void> {
  const hearsVoice = async (phone: PagePhone, not: number): Promise<boolean> => {
    const { loudness, hz } = await phone.hears(ANSWER_MS);
    return loudness > HEARD && !hz.includes(not);
  };
  await listens.mute(true);
  await expect
    .poll(
      async () => {
        await speaks.mute(false);
        await listens.hears(LISTEN_MS);
        await speaks.mute(true);
        return Promise.all([hearsVoice(speaks, BUDI_HZ), hearsVoice(listens, ANA_HZ)]);
      },
      { timeout: 60_000 },
    )
    .toEqual([true, true]);
  await speaks.mute(false);
}
const hearsTones = (phone: PagePhone) =>
  expect.poll(async () => (await phone.hears(LISTEN_MS)).hz, { timeout: 15_000 });

test.describe('two calls of a SIP phone', { tag: '@heard' }, () => {
  test.describe.configure({ timeout: 120_000 });
  test.beforeEach(({ watch }) => watch.allow(/ERR_|WebSocket/));
  test.afterEach(async () => void (await ringsAt(anaWho, 'browser')));

  test('[CALL-22] a customer on hold and a colleague become one conversation of three by a button of the page', async ({
    browser,
    visit,
  }) => {
    await quiet(await ownerToken());
    for (const person of [anaWho, budiWho]) await freePhone(person);
    const { phone } = await openSipPhone(browser, (await ringsAt(anaWho, 'sipPhone'))!);
    const ana = await visit(anaWho, '/workBench?tabIndex=call');
    await expect(line(ana)).toContainText('Available', { timeout: 20_000 });

    const customer = await callIn();
    await expect.poll(() => phone.waitingCall(), { timeout: 20_000 }).not.toBeNull();
    await phone.answer();
    const box = ana.getByRole('main').getByRole('region', { name: 'On your SIP phone' });
    await expect(box).toContainText('Talks with you');
    expect(await phone.hold(true)).toBe('held');
    await expect(box).toContainText('On hold');

    const budi = await sitDown(browser, budiWho, BUDI_HZ);
    await budi.become(AgentStatus.available);
    const placed = phone.call(budi.sip.sipNum);
    await expect.poll(() => budi.phone.waitingCall(), { timeout: 20_000 }).not.toBeNull();
    await budi.phone.answer();
    expect(await placed).toBe('established');
    await hearsTones(budi.phone).toEqual([ANA_HZ]);

    await box.getByRole('button', { name: 'Join all three' }).click();
    await expect(box).toContainText(`Three in one conversation: you, the customer and ${budiWho.name}.`);
    // One conversation is left at the phone, the one at the agent's ear.
    await hearsTones(phone).toContain(BUDI_HZ);
    await hearsTones(budi.phone).toContain(ANA_HZ);
    const heardMs = await hearsMore(customer);
    await expect.poll(heardMs, { timeout: 20_000 }).toBeGreaterThan(500);
    await bothHearTheCustomer(phone, budi.phone);

    await box.getByRole('button', { name: `End the call of ${budiWho.name}` }).click();
    await expect.poll(() => budi.phone.state()).toBe('none');
    const heardOnMs = await hearsMore(customer);
    await expect.poll(heardOnMs, { timeout: 20_000 }).toBeGreaterThan(500);
    await phone.hangUp();
    await expect.poll(async () => (await customer()).state).toBe('ended');
    await expect(box).toHaveCount(0);
    await expect(line(ana)).toContainText('Wrap-up');
    await budi.leave();
  });
});
