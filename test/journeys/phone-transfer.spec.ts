import type { Page } from '@playwright/test';
import { api, ownerToken, people, tokenOf } from './api.ts';
import { expect, test } from './fixture.ts';
import { answer, detail, hearsMore, letCustomerSpeak, press, rings } from './phone/agent-acts.ts';
import { callIn, line, sitDown, type Visit } from './phone/agent-page.ts';
import { liveCall, standsAs } from './phone/as-server.ts';
import { hearsSomebody } from './phone/ears.ts';

const { ana: anaWho, budi: budiWho } = people;

/** Presses keys towards whoever the agent talks to, in the phone. */
async function pressKeys(page: Page, keys: string): Promise<void> {
  await page.getByRole('button', { name: 'Open the phone' }).click();
  const phone = page.getByRole('dialog', { name: 'Softphone' });
  await phone.getByRole('button', { name: 'Keypad' }).click();
  for (const key of keys) await page.keyboard.press(key);
  await expect(phone.getByLabel('Keys pressed')).toHaveText(keys);
  await page.getByRole('banner').getByRole('button', { name: 'Close the phone' }).click();
}

const consult = async (page: Page, name: string): Promise<void> => {
  await press(page, /^Transfer/);
  await press(page, `Ask ${name} first`);
};

/** How long the recording of a call plays in a page. */
async function playsSec(page: Page, token: string, callId: string): Promise<number> {
  await expect.poll(async () => (await detail(callId)).recordings.length, { timeout: 15_000 }).toBe(1);
  const { recordingId } = (await detail(callId)).recordings[0]!;
  const { url } = await api<{ url: string }>(token, 'POST', '/cc/api/recording/v1/ticket', { recordingId });
  return page.evaluate(async (address) => {
    const player = new Audio(address);
    await new Promise((resolve, reject) => {
      player.onloadedmetadata = resolve;
      player.onerror = () => reject(new Error('the recording does not play'));
    });
    return player.duration;
  }, url);
}

/** Ana talks to a customer, Budi is free. */
async function anaTalks(visit: Visit) {
  const [ana, budi] = [await sitDown(visit, anaWho), await sitDown(visit, budiWho)];
  const [anaToken, budiToken] = [await tokenOf(anaWho), await tokenOf(budiWho)];
  const customer = await callIn();
  await answer(ana);
  await expect(ana).toHaveURL(/\/workBench/);
  const { callId } = (await liveCall(anaToken))!;
  return { ana, budi, anaToken, budiToken, customer, callId };
}

test.describe('a customer is handed on in the page', { tag: '@heard' }, () => {
  test.describe.configure({ timeout: 120_000 });
  test.beforeEach(({ watch }) => watch.allow(/ERR_|WebSocket/));

  test('[CALL-11] [PHONE-08] held, asked about, swapped and handed over: the colleague has the customer, one record tells all of it', async ({
    visit,
  }) => {
    const { ana, budi, anaToken, budiToken, customer, callId } = await anaTalks(visit);
    await letCustomerSpeak(ana);
    await press(ana, /^Hold/);
    await standsAs(ana, anaToken, { held: 'customer', transfer: null });
    await consult(ana, budiWho.name);
    await standsAs(ana, anaToken, { transfer: { kind: 'consult', talkingTo: 'third', answered: false } });
    const hears = await hearsSomebody(budi);
    await answer(budi);
    await standsAs(ana, anaToken, { held: 'customer', transfer: { talkingTo: 'third', answered: true } });
    await expect.poll(hears).toBe(true);
    await press(ana, /^Swap/);
    await standsAs(ana, anaToken, { held: 'third', transfer: { talkingTo: 'customer', answered: true } });
    await standsAs(budi, budiToken, { role: 'third', held: 'third' });
    await press(ana, /^Swap/);
    await standsAs(ana, anaToken, { held: 'customer', transfer: { talkingTo: 'third' } });
    await press(ana, /^Hand over/);
    await expect(line(ana)).toContainText('Wrap-up');
    expect(await liveCall(anaToken)).toBeNull();
    await standsAs(budi, budiToken, { role: 'agent', held: null, transfer: null });

    const heardMs = await hearsMore(customer);
    await expect.poll(heardMs).toBeGreaterThan(100);
    await letCustomerSpeak(budi);
    await press(budi, /^Hang up/);
    await expect(line(budi)).toContainText('Wrap-up');
    await expect.poll(async () => (await customer()).state).toBe('ended');

    await expect.poll(async () => (await detail(callId)).endTime).not.toBeNull();
    const { events, agents, statusName, userName } = await detail(callId);
    expect(events.map(({ type }) => type)).toEqual([
      'queued',
      'agentRang',
      'answered',
      'held',
      'consultBegan',
      'agentRang',
      'transferred',
      'answered',
    ]);
    expect(agents.map((one) => [one.userName, one.result])).toEqual([
      [anaWho.name, 'talked'],
      [budiWho.name, 'talked'],
    ]);
    expect([statusName, userName]).toEqual(['Talked', budiWho.name]);
    expect(await playsSec(ana, anaToken, callId)).toBeGreaterThan(3);
    const { list } = await api<{ list: { callId: string }[] }>(await ownerToken(), 'POST', '/cc/api/ccCdr/v1/page', {
      callId,
    });
    expect(list).toHaveLength(1);
  });

  test('[complaint 15] hold, ask, hold both, take back, resume, keys in each leg: page and server agree after every step', async ({
    visit,
  }) => {
    const { ana, budi, anaToken, budiToken, customer, callId } = await anaTalks(visit);
    await standsAs(ana, anaToken, { held: null, transfer: null });
    await pressKeys(ana, '5');
    await press(ana, /^Hold/);
    await standsAs(ana, anaToken, { held: 'customer', transfer: null });
    await press(ana, /^Resume/);
    await standsAs(ana, anaToken, { held: null, transfer: null });
    await press(ana, /^Hold/);
    await standsAs(ana, anaToken, { held: 'customer', transfer: null });
    await consult(ana, budiWho.name);
    await standsAs(ana, anaToken, { held: 'customer', transfer: { talkingTo: 'third', answered: false } });
    await answer(budi);
    await standsAs(ana, anaToken, { held: 'customer', transfer: { talkingTo: 'third', answered: true } });
    await standsAs(budi, budiToken, { role: 'third', held: 'customer' });
    await pressKeys(ana, '7');
    await press(ana, /^Hold/);
    await standsAs(ana, anaToken, { held: 'both', transfer: { talkingTo: 'third' } });
    await standsAs(budi, budiToken, { role: 'third', held: 'both' });
    await press(ana, /^Resume/);
    await standsAs(ana, anaToken, { held: 'customer', transfer: { talkingTo: 'third' } });
    await standsAs(budi, budiToken, { role: 'third', held: 'customer' });
    await press(ana, /^Take back/);
    await standsAs(ana, anaToken, { held: null, transfer: null });
    await expect(line(budi)).toContainText('Available');
    expect(await liveCall(budiToken)).toBeNull();
    await pressKeys(ana, '9');
    const heardMs = await hearsMore(customer);
    await expect.poll(heardMs).toBeGreaterThan(100);
    await letCustomerSpeak(ana);
    await press(ana, /^Hang up/);
    await expect(line(ana)).toContainText('Wrap-up');
    expect(await liveCall(anaToken)).toBeNull();

    await expect.poll(async () => (await detail(callId)).endTime).not.toBeNull();
    const { events } = await detail(callId);
    expect(events.map(({ type }) => type).slice(2)).toEqual([
      'answered',
      'keyPressed',
      'held',
      'resumed',
      'held',
      'consultBegan',
      'agentRang',
      'keyPressed',
      'held',
      'resumed',
      'consultEnded',
      'keyPressed',
    ]);
  });

  test('[CALL-22] three in one conversation: each hears the others, one waits and comes back, and the record names both agents', async ({
    visit,
  }) => {
    const { ana, budi, anaToken, budiToken, customer, callId } = await anaTalks(visit);
    await consult(ana, budiWho.name);
    await answer(budi);
    await standsAs(ana, anaToken, { held: 'customer', transfer: { talkingTo: 'third', answered: true } });
    await press(ana, 'Join all three');
    await standsAs(ana, anaToken, { held: null, transfer: { talkingTo: 'both', muted: [] } });
    await standsAs(budi, budiToken, { role: 'third', held: null, transfer: { talkingTo: 'both' } });

    // Ana is silent: the customer and Ana hear Budi.
    await ana.keyboard.press('Alt+m');
    const [anaHears, heardBudiMs] = [await hearsSomebody(ana), await hearsMore(customer)];
    await expect.poll(anaHears, { timeout: 20_000 }).toBe(true);
    await expect.poll(heardBudiMs, { timeout: 20_000 }).toBeGreaterThan(100);
    // Budi too: both hear the customer.
    await budi.keyboard.press('Alt+m');
    const hearCustomer = [await hearsSomebody(ana), await hearsSomebody(budi)];
    for (const hears of hearCustomer) await expect.poll(hears, { timeout: 20_000 }).toBe(true);
    // Ana speaks again: Budi and the customer hear her.
    await ana.keyboard.press('Alt+m');
    const [budiHears, heardAnaMs] = [await hearsSomebody(budi), await hearsMore(customer)];
    await expect.poll(budiHears, { timeout: 20_000 }).toBe(true);
    await expect.poll(heardAnaMs, { timeout: 20_000 }).toBeGreaterThan(100);

    await press(ana, 'Put Customer on hold');
    await standsAs(ana, anaToken, { held: 'customer', transfer: { talkingTo: 'third' } });
    await press(ana, 'Join all three');
    await press(ana, /^Mute Customer/);
    await standsAs(ana, anaToken, { held: null, transfer: { talkingTo: 'both', muted: ['customer'] } });
    await press(ana, `End the call of ${budiWho.name}`);
    await standsAs(ana, anaToken, { held: null, transfer: null });
    await expect(line(budi)).toContainText('Available');
    await letCustomerSpeak(ana);
    await press(ana, /^Hang up/);
    await expect.poll(async () => (await detail(callId)).endTime).not.toBeNull();
    const { agents, userName, events } = await detail(callId);
    expect(agents.map((one) => [one.userName, one.result])).toEqual([
      [anaWho.name, 'talked'],
      [budiWho.name, 'talked'],
    ]);
    expect(userName).toBe(anaWho.name);
    expect(events.map(({ type }) => type)).toContain('conferenceBegan');
  });

  test('[CALL-22] a colleague who declines leaves the customer with the agent, who reads it', async ({ visit }) => {
    const { ana, budi, anaToken, customer } = await anaTalks(visit);
    await consult(ana, budiWho.name);
    await rings(budi);
    await budi.keyboard.press('Alt+x');
    await expect(ana.getByText(`${budiWho.name} declined the call. The customer is with you again.`)).toBeVisible();
    await standsAs(ana, anaToken, { held: null, transfer: null });
    const heardMs = await hearsMore(customer);
    await expect.poll(heardMs).toBeGreaterThan(100);
    await press(ana, /^Hang up/);
    await expect(line(ana)).toContainText('Wrap-up');
  });

  test('handed to a group: whoever is free there has the customer', async ({ visit }) => {
    const { ana, budi, anaToken, budiToken, customer, callId } = await anaTalks(visit);
    await press(ana, /^Transfer/);
    await ana.getByRole('region', { name: 'Transfer' }).getByText('Group', { exact: true }).click();
    await press(ana, 'Hand over to Sales');
    await expect(line(ana)).toContainText('Wrap-up');
    expect(await liveCall(anaToken)).toBeNull();
    await answer(budi);
    await standsAs(budi, budiToken, { role: 'agent', held: null, transfer: null });
    expect((await liveCall(budiToken))!.callId).toBe(callId);
    const heardMs = await hearsMore(customer);
    await expect.poll(heardMs).toBeGreaterThan(100);
    await letCustomerSpeak(budi);
    await press(budi, /^Hang up/);
    await expect.poll(async () => (await customer()).state).toBe('ended');
    await expect
      .poll(async () => (await detail(callId)).events.map(({ type }) => type))
      .toEqual(['queued', 'agentRang', 'answered', 'transferred', 'queued', 'agentRang', 'answered']);
  });

  test('handed to a number outside: the agent is free, the customer is heard there', async ({ visit }) => {
    const ana = await sitDown(visit, anaWho);
    const token = await tokenOf(anaWho);
    const customer = await callIn();
    await answer(ana);
    const { callId } = (await liveCall(token))!;
    await press(ana, /^Transfer/);
    await ana.getByRole('region', { name: 'Transfer' }).getByText('Number', { exact: true }).click();
    await ana.getByLabel('Outside number').fill('+14155550106');
    await press(ana, /^Hand over to/);
    await standsAs(ana, token, { held: 'customer', transfer: { kind: 'blind', answered: false } });
    await expect(line(ana)).toContainText('Wrap-up');
    expect(await liveCall(token)).toBeNull();
    // The machine that picked up speaks to the customer.
    const heardMs = await hearsMore(customer);
    await expect.poll(heardMs, { timeout: 20_000 }).toBeGreaterThan(500);
    await expect
      .poll(async () => (await detail(callId)).events.at(-1))
      .toMatchObject({ type: 'transferred', detail: { kind: 'blind' } });
  });
});
