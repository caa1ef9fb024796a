import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { LineEvent } from '#core/phone/phone-line.port.ts';
import { api, people, tokenOf, type DemoPerson } from './api.ts';
import { expect, test } from './fixture.ts';
import { putEdge, type PageEdge } from './phone/edge-page.ts';
import { openSmall } from './phone/phone-page.ts';
import { AgentStatus, openAgentSocket } from './phone/phones.ts';

const [ANA_HZ, BUDI_HZ] = [500, 1_000];

interface Desk {
  context: BrowserContext;
  page: Page;
  edge: PageEdge;
  number: string;
  headers: Record<string, string>;
  ask<Data>(path: string, body?: unknown): Promise<Data>;
  eventsOf<T extends LineEvent['type']>(type: T): Promise<Extract<LineEvent & { atMs: number }, { type: T }>[]>;
}

/** Somebody with the product's phone edge in a page, registered. */
async function sit(
  browser: Browser,
  person: DemoPerson,
  hz: number,
  iceServers: { urls: string[] }[] = [],
): Promise<Desk> {
  const token = await tokenOf(person);
  const device = `edge-${person.email}`;
  const sip = await api<{
    domain: string;
    url: string;
    sipNum: string;
    md5Pwd: string;
    ccAgent: string;
    ccToken: string;
    callMonitorInterval: number;
    iceServers: { urls: string[] }[];
  }>(token, 'POST', '/cc/api/agent/v1/sipInfo', {
    agentName: person.email,
    deviceUniqueIdentification: device,
    takeOver: true,
  });
  const ask = <Data>(path: string, body: unknown = {}): Promise<Data> => api<Data>(token, 'POST', path, body);
  await ask('/cc/api/agentStatus/v1/web', {
    status: 'login-web',
    sipNum: sip.sipNum,
    deviceUniqueIdentification: device,
  });
  const context = await browser.newContext({ permissions: ['microphone'], bypassCSP: true });
  const page = await context.newPage();
  await openSmall(page);
  const edge = await putEdge(page);
  await edge.start(
    {
      url: sip.url,
      domain: sip.domain,
      number: sip.sipNum,
      ha1: sip.md5Pwd,
      iceServers: [...sip.iceServers, ...iceServers],
      reportEverySec: sip.callMonitorInterval,
    },
    hz,
  );
  const eventsOf: Desk['eventsOf'] = async (type) =>
    (await edge.events()).filter((event) => event.type === type) as never;
  await expect.poll(async () => (await eventsOf('connected')).length).toBe(1);
  await edge.register();
  await expect.poll(async () => (await eventsOf('registered')).length).toBe(1);
  await openAgentSocket(page, ask, sip.sipNum);
  const { wrapUp } = await ask<{ wrapUp: object | null }>('/cc/api/agentStatus/v1/mine');
  if (wrapUp) await ask('/cc/api/agentStatus/v1/wrapUp', wrapUp);
  await ask('/cc/api/agentStatus/v1/event', {
    sipNumber: sip.sipNum,
    status: AgentStatus.available,
    timeStamp: '',
    eventType: 1,
  });
  return {
    context,
    page,
    edge,
    ask,
    number: sip.sipNum,
    eventsOf,
    headers: { 'X-Router-Id': '0', 'X-CC-Agent': sip.ccAgent, 'X-CC-Token': sip.ccToken },
  };
}

const hears = ({ edge }: Desk) =>
  expect.poll(async () => (await edge.hears(600)).hz, { timeout: 15_000, intervals: [50] });

/** The sound takes another way than before and is heard, all within five seconds. */
async function soundIsBackAfter(desk: Desk, change: () => Promise<void>): Promise<void> {
  const before = await desk.edge.way();
  const changedAt = Date.now();
  await change();
  await expect
    .poll(async () => (await desk.edge.way()).user, { timeout: 5_000, intervals: [50] })
    .not.toBe(before.user);
  const { packets } = await desk.edge.way();
  await expect
    .poll(async () => (await desk.edge.way()).packets, { timeout: 5_000, intervals: [50] })
    .toBeGreaterThan(packets + 5);
  expect((await desk.edge.hears(300)).hz).toBe(ANA_HZ);
  expect(Date.now() - changedAt).toBeLessThan(5_000);
}

test.describe('the browser’s edge of the phone', { tag: '@heard' }, () => {
  test.describe.configure({ timeout: 120_000 });

  test(
    '[CALL-08] [CALL-14] [PHONE-04] a call to the echo: sound, volume, mute, hold, statistics and a report',
    { tag: '@alone' },
    async ({ browser, watch }) => {
      watch.allow(/ERR_|WebSocket/);
      const ana = await sit(browser, people.ana, ANA_HZ);
      const { edge, eventsOf } = ana;
      expect(await edge.look()).toEqual({ isUp: true, isRegistered: true, session: null });
      const dialledAt = Date.now();
      await edge.call('one', '9196', ana.headers);
      await hears(ana).toBe(ANA_HZ);
      expect(await eventsOf('answered')).toHaveLength(1);
      const answeredBefore = Date.now();
      expect((await edge.look()).session).toBe('one');
      const offer = (await edge.sent()).find(({ what }) => what === 'INVITE');
      expect(offer!.atMs - dialledAt).toBeLessThan(1_000);
      expect(offer!.candidates).toBeGreaterThan(0);

      const loud = (await edge.hears(600)).loudness;
      await edge.volume('call', 10);
      await expect.poll(async () => (await edge.hears(400)).loudness / loud).toBeLessThan(0.25);
      await edge.volume('call', 100);
      await hears(ana).toBe(ANA_HZ);
      await edge.mute('one', true);
      await hears(ana).toBeNull();
      await edge.mute('one', false);
      await hears(ana).toBe(ANA_HZ);

      await edge.hold('one', true);
      await expect.poll(() => eventsOf('held')).toMatchObject([{ on: true }]);
      await hears(ana).toBeNull();
      await edge.hold('one', false);
      await expect.poll(() => eventsOf('held')).toMatchObject([{ on: true }, { on: false }]);
      await hears(ana).toBe(ANA_HZ);

      await expect
        .poll(async () => (await eventsOf('statistics')).at(-1)?.statistics.mos ?? 0, { timeout: 15_000 })
        .toBeGreaterThanOrEqual(4);
      const statistics = (await eventsOf('statistics')).at(-1)!.statistics;
      expect(statistics).toMatchObject({ bars: 4, roundTripMs: expect.any(Number), lossPercent: expect.any(Number) });
      // Of shorter calls there is no report.
      await expect.poll(() => Date.now() - answeredBefore, { timeout: 10_000 }).toBeGreaterThan(5_100);
      await edge.hangUp('one');
      await expect.poll(async () => (await eventsOf('quality')).length, { timeout: 10_000 }).toBeGreaterThan(0);
      expect((await eventsOf('quality'))[0]!.quality).toMatchObject({
        interval: 5,
        mos: expect.any(Number),
        localIPSet: [expect.stringMatching(/^[\da-f.:]{7,16}$/)],
      });
      expect(await eventsOf('ended')).toMatchObject([{ session: 'one', status: null, by: 'us', reason: 'normal' }]);
      expect(await eventsOf('error')).toEqual([]);
      await ana.context.close();
    },
  );

  test('[CALL-02] [CALL-21] a call between two phones: it rings, keys are heard, and no microphone is 488', async ({
    browser,
    watch,
  }) => {
    watch.allow(/ERR_|WebSocket/);
    const [ana, budi] = [await sit(browser, people.ana, ANA_HZ), await sit(browser, people.budi, BUDI_HZ)];
    await ana.edge.call('out', budi.number, ana.headers);
    await expect.poll(async () => (await budi.eventsOf('incoming')).length).toBe(1);
    const [ringing] = await budi.eventsOf('incoming');
    expect(ringing).toMatchObject({
      from: expect.any(String),
      headers: { 'X-Call-Id': expect.any(String), 'X-Call-Direction': expect.any(String) },
    });
    await expect.poll(async () => (await ana.eventsOf('progress')).map(({ status }) => status)).toContain(180);
    await budi.edge.answer(ringing!.session);
    await hears(ana).toBe(BUDI_HZ);
    await hears(budi).toBe(ANA_HZ);

    await ana.edge.mute('out', true);
    await hears(budi).toBeNull();
    let pressed = 0;
    await expect(async () => {
      const hearing = budi.edge.hears(900);
      for (const until = pressed + 4; pressed < until; pressed += 1) await ana.edge.tone('out', '5');
      // The upper of the two tones that are a five.
      expect((await hearing).hz).toBe(1_350);
    }).toPass({ timeout: 15_000 });
    await expect.poll(() => ana.eventsOf('toneSent')).toHaveLength(pressed);
    await ana.edge.tone('out', 'x');
    expect(await ana.eventsOf('toneFailed')).toMatchObject([{ tone: 'x' }]);
    await ana.edge.mute('out', false);
    await hears(budi).toBe(ANA_HZ);

    await budi.edge.hangUp(ringing!.session);
    await expect
      .poll(() => ana.eventsOf('ended'))
      .toMatchObject([{ session: 'out', by: 'them', status: null, reason: 'normal' }]);

    await budi.edge.noMicrophone();
    await ana.edge.call('again', budi.number, ana.headers);
    await expect.poll(async () => (await budi.eventsOf('incoming')).length, { timeout: 15_000 }).toBe(2);
    await budi.edge.answer((await budi.eventsOf('incoming'))[1]!.session);
    await expect
      .poll(async () => (await budi.eventsOf('ended')).at(-1))
      .toMatchObject({ status: 488, by: 'us', reason: 'unsupported' });
    expect((await budi.eventsOf('error')).at(-1)).toMatchObject({
      which: 'microphone',
      session: (await budi.eventsOf('incoming'))[1]!.session,
    });
    await expect
      .poll(async () => (await ana.eventsOf('ended'))[1])
      .toMatchObject({ session: 'again', by: 'them', status: 488, reason: 'unsupported' });
    for (const desk of [ana, budi]) await desk.context.close();
  });

  test(
    '[CALL-08] another network in mid-call: the sound is back within five seconds, by a new way, and the goodbye still arrives',
    { tag: '@alone' },
    async ({ browser, watch }) => {
      watch.allow(/ERR_|WebSocket/);
      const ana = await sit(browser, people.ana, ANA_HZ);
      await ana.edge.call('one', '9196', ana.headers);
      await hears(ana).toBe(ANA_HZ);
      await soundIsBackAfter(ana, () => ana.edge.networkChanged());

      // The websocket is as dead as the network it was made on, and nobody says so.
      await soundIsBackAfter(ana, async () => {
        await ana.edge.killSocket();
        await ana.edge.networkChanged();
      });
      expect(await ana.eventsOf('registered')).toHaveLength(2);
      expect(await ana.eventsOf('disconnected')).toEqual([]);
      await ana.edge.hold('one', true);
      await expect.poll(() => ana.eventsOf('held')).toHaveLength(1);
      await ana.edge.hold('one', false);
      await hears(ana).toBe(ANA_HZ);

      // Complaint 1: a page that was asleep looks whether anybody is still there.
      await ana.edge.killSocket();
      const wokenAt = Date.now();
      await ana.edge.check();
      await expect
        .poll(async () => (await ana.eventsOf('registered')).length, { timeout: 5_000, intervals: [50] })
        .toBe(3);
      expect((await ana.eventsOf('registered'))[2]!.atMs - wokenAt).toBeLessThan(2_000);
      await hears(ana).toBe(ANA_HZ);

      // Hung up while there is no connection: the goodbye follows.
      await ana.edge.closeSocket();
      await expect.poll(() => ana.eventsOf('disconnected')).toMatchObject([{ failed: false }]);
      await ana.edge.hangUp('one');
      expect(await ana.eventsOf('ended')).toHaveLength(1);
      expect((await ana.edge.sent()).filter(({ what }) => what === 'BYE')).toEqual([]);
      await ana.edge.again();
      await expect.poll(() => ana.eventsOf('connected')).toHaveLength(2);
      await ana.edge.register();
      await expect.poll(async () => (await ana.edge.sent()).filter(({ what }) => what === 'BYE').length).toBe(1);
      expect(await ana.eventsOf('error')).toEqual([]);
      await ana.context.close();
    },
  );

  test('[CALL-20] two tabs have one phone: the other shows it, commands it, and has it within three seconds of its closing', async ({
    browser,
    watch,
  }) => {
    watch.allow(/ERR_|WebSocket/);
    const context = await browser.newContext({ bypassCSP: true });
    const open = async (): Promise<{ page: Page; edge: PageEdge }> => {
      const page = await context.newPage();
      await openSmall(page);
      return { page, edge: await putEdge(page) };
    };
    const [one, two, three] = [await open(), await open(), await open()];
    for (const { edge } of [one, two, three]) await edge.join('1001');
    await expect.poll(async () => (await one.edge.tabs()).at).toBe('owner');
    expect((await two.edge.tabs()).at).toBe('waiting');
    await one.edge.show(true);
    const owner = (await one.edge.tabs()).me;
    for (const { edge } of [two, three])
      await expect
        .poll(() => edge.tabs())
        .toMatchObject({ at: 'waiting', owner, phone: { talks: true }, commands: [] });
    await two.edge.command('hangUp');
    await expect.poll(async () => (await one.edge.tabs()).commands).toEqual(['carry', 'hangUp']);

    // Closing the tab with the call asks first.
    await one.page.locator('body').click();
    const asked = one.page.waitForEvent('dialog');
    await one.page.close({ runBeforeUnload: true });
    expect((await asked).type()).toBe('beforeunload');
    await (await asked).dismiss();
    expect((await one.edge.tabs()).at).toBe('owner');

    await one.page.close();
    await expect.poll(async () => (await two.edge.tabs()).at, { timeout: 3_000, intervals: [20] }).toBe('owner');
    expect(await two.edge.tabs()).toMatchObject({ commands: ['carry'] });
    const next = (await two.edge.tabs()).me;
    await expect.poll(() => three.edge.tabs()).toMatchObject({ at: 'waiting', owner: next });
    await context.close();
  });
});
