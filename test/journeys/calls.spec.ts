import { people } from './api.ts';
import { expect, test } from './fixture.ts';
import { AgentStatus, sitDown, type Seat } from './phone/phones.ts';

const [ANA_HZ, BUDI_HZ, SOFIA_HZ] = [500, 1_000, 1_500];
const LISTEN_MS = 1_000;

/** What a person hears after the sound had a moment to change. */
const hears = ({ phone }: Seat) => expect.poll(async () => (await phone.hears(LISTEN_MS)).hz, { timeout: 15_000 });

test.describe('calls between browsers', { tag: '@heard' }, () => {
  // Real sound takes its time, and three browsers share two cores.
  test.describe.configure({ timeout: 120_000 });

  test('[LINE-01] 9196 repeats what is said, 4444 speaks first', async ({ browser, watch }) => {
    watch.allow(/ERR_|WebSocket/);
    const ana = await sitDown(browser, people.ana, ANA_HZ);
    expect(await ana.dial('9196')).toBe('established');
    await hears(ana).toEqual([ANA_HZ]);
    // Without a round trip no quality can be told.
    await expect.poll(async () => (await ana.phone.statistics())['roundTripMs']).toBeGreaterThanOrEqual(0);
    await ana.phone.hangUp();
    expect(await ana.dial('4444')).toBe('established');
    await expect.poll(async () => (await ana.phone.hears(LISTEN_MS)).loudness).toBeGreaterThan(0.01);
    await ana.phone.hangUp();
    await expect.poll(() => ana.phone.state()).toBe('none');
    await ana.leave();
  });

  test('[CALL-22] [CALL-11] two agents talk, hold, press keys and transfer; each hears whom they should', async ({
    browser,
    watch,
  }) => {
    watch.allow(/ERR_|WebSocket/);
    const [ana, budi, sofia] = [
      await sitDown(browser, people.ana, ANA_HZ),
      await sitDown(browser, people.budi, BUDI_HZ),
      await sitDown(browser, people.sofia, SOFIA_HZ),
    ];
    for (const seat of [ana, budi, sofia]) await seat.become(AgentStatus.available);

    const placed = ana.dial(budi.sip.sipNum);
    await expect.poll(() => budi.phone.waitingCall()).not.toBeNull();
    await budi.phone.answer();
    expect(await placed).toBe('established');
    await hears(ana).toEqual([BUDI_HZ]);
    await hears(budi).toEqual([ANA_HZ]);
    await expect.poll(async () => (await ana.phone.statistics())['packetsReceived']).toBeGreaterThan(20);

    expect(await ana.phone.hold(true)).toBe('held');
    await expect.poll(async () => (await budi.phone.hears(LISTEN_MS)).loudness).toBeGreaterThan(0.005);
    await hears(budi).not.toContain(ANA_HZ);
    await hears(ana).toEqual([]);
    expect(await ana.phone.hold(false)).toBe('held');
    await hears(budi).toEqual([ANA_HZ]);

    // A key in the sound and one in the signalling both arrive; which keys they were is nobody's business.
    const { callId } = await ana.liveCall();
    await ana.phone.key('5');
    await ana.phone.keyByInfo('7');
    const keys = async () =>
      (await ana.ask<{ events: { type: string }[] }>('/cc/api/ccCdr/v1/detail', { callId })).events.filter(
        ({ type }) => type === 'keyPressed',
      ).length;
    await expect.poll(keys).toBe(2);

    // The socket goes away and comes back; the conversation does not notice.
    await ana.phone.dropConnection();
    await hears(budi).toEqual([ANA_HZ]);
    await expect
      .poll(() => ana.phone.log().then((log) => log.filter((line) => line.startsWith('disconnected')).length))
      .toBe(1);
    await expect.poll(() => ana.phone.hold(true), { timeout: 15_000 }).toBe('held');
    expect(await ana.phone.hold(false)).toBe('held');
    await hears(ana).toEqual([BUDI_HZ]);

    const referred = ana.phone.refer(sofia.sip.sipNum);
    await expect.poll(() => sofia.phone.waitingCall()).not.toBeNull();
    await sofia.phone.answer();
    expect(await referred).toBe('accepted');
    await hears(budi).toEqual([SOFIA_HZ]);
    await hears(sofia).toEqual([BUDI_HZ]);
    await expect.poll(() => ana.phone.state()).toBe('none');
    await sofia.phone.hangUp();
    await expect.poll(() => budi.phone.state()).toBe('none');
    for (const seat of [ana, budi, sofia]) await seat.leave();
  });

  test('[CALL-09] a supervisor listens and whispers; the other side never hears it', async ({ browser, watch }) => {
    watch.allow(/ERR_|WebSocket/);
    const [ana, budi, sofia] = [
      await sitDown(browser, people.ana, ANA_HZ),
      await sitDown(browser, people.budi, BUDI_HZ),
      await sitDown(browser, people.sofia, SOFIA_HZ),
    ];
    for (const seat of [ana, budi]) await seat.become(AgentStatus.available);
    const placed = ana.dial(budi.sip.sipNum);
    await expect.poll(() => budi.phone.waitingCall()).not.toBeNull();
    await budi.phone.answer();
    await placed;
    const { callId } = await ana.liveCall();
    await sofia.ask('/cc/api/calls/v1/monitorStart', { sipNumber: sofia.sip.sipNum, uuid: callId });
    await hears(sofia).toEqual([ANA_HZ, BUDI_HZ]);
    await hears(ana).toEqual([BUDI_HZ]);
    await sofia.phone.key('2');
    await hears(ana).toEqual([BUDI_HZ, SOFIA_HZ]);
    expect((await budi.phone.hears(3_000)).hz).not.toContain(SOFIA_HZ);
    await hears(budi).toEqual([ANA_HZ]);
    await sofia.phone.key('0');
    await hears(ana).toEqual([BUDI_HZ]);
    await ana.phone.hangUp();
    await expect.poll(() => sofia.phone.state()).toBe('none');
    for (const seat of [ana, budi, sofia]) await seat.leave();
  });

  test('[CC-16] a customer calls in, the longest free agent rings, the record has a recording that plays', async ({
    browser,
    watch,
  }) => {
    watch.allow(/ERR_|WebSocket/);
    const ana = await sitDown(browser, people.ana, ANA_HZ);
    await ana.become(AgentStatus.available);
    const { dids } = await ana.ask<{ dids: { number: string }[] }>('/cc/api/rehearsal/v1/stage');
    await ana.ask('/cc/api/rehearsal/v1/callIn', {
      did: dids.find(({ number }) => number.endsWith('0102'))!.number,
      script: 'talks',
      seed: 5,
    });
    await expect.poll(() => ana.phone.waitingCall(), { timeout: 15_000 }).not.toBeNull();
    const { callId } = await ana.liveCall();
    await ana.phone.answer();
    // The customer speaks once somebody is there who lets them.
    await ana.phone.mute(true);
    await expect
      .poll(async () => (await ana.phone.hears(LISTEN_MS)).loudness, { timeout: 20_000 })
      .toBeGreaterThan(0.01);
    await ana.phone.hangUp();
    const detail = () =>
      ana.ask<{ status: number; recordings: { recordingId: string; durationMs: number }[] }>(
        '/cc/api/ccCdr/v1/detail',
        { callId },
      );
    await expect.poll(async () => (await detail()).recordings.length, { timeout: 15_000 }).toBe(1);
    const { url } = await ana.ask<{ url: string }>('/cc/api/recording/v1/ticket', {
      recordingId: (await detail()).recordings[0]!.recordingId,
    });
    const lastsSec = await ana.page.evaluate(async (address) => {
      const player = new Audio(address);
      await new Promise((resolve, reject) => {
        player.onloadedmetadata = resolve;
        player.onerror = () => reject(new Error('the recording does not play'));
      });
      player.currentTime = 0.5;
      await new Promise((resolve) => {
        player.onseeked = resolve;
      });
      return player.duration;
    }, url);
    expect(lastsSec).toBeGreaterThan(1);
    await ana.leave();
  });

  test('a page loaded anew in the middle of a call is back in it, both ways, with the same call', async ({
    browser,
    watch,
  }) => {
    watch.allow(/ERR_|WebSocket/);
    const [ana, budi] = [await sitDown(browser, people.ana, ANA_HZ), await sitDown(browser, people.budi, BUDI_HZ)];
    for (const seat of [ana, budi]) await seat.become(AgentStatus.available);
    const placed = ana.dial(budi.sip.sipNum);
    await expect.poll(() => budi.phone.waitingCall()).not.toBeNull();
    await budi.phone.answer();
    await placed;
    const before = await ana.liveCall();
    await hears(budi).toEqual([ANA_HZ]);
    await ana.reload();
    await hears(ana).toEqual([BUDI_HZ]);
    await hears(budi).toEqual([ANA_HZ]);
    expect((await ana.liveCall()).callId).toBe(before.callId);
    await ana.phone.hangUp();
    await expect.poll(() => budi.phone.state()).toBe('none');
    for (const seat of [ana, budi]) await seat.leave();
  });

  test('[CALL-16] refusals reach the phone as their own status', async ({ browser, watch }) => {
    watch.allow(/ERR_|WebSocket/);
    const ana = await sitDown(browser, people.ana, ANA_HZ);
    expect(await ana.dial('14155550814')).toBe('rejected 614');
    expect(await ana.dial('14155550800')).toBe('rejected 690');
    expect(await ana.phone.call('14155550101', { 'X-CC-Token': 'forged' })).toBe('rejected 613');
    expect(await ana.dial('14155550103')).toBe('rejected 486');
    const echo = ana.dial('14155550101');
    expect(await echo).toBe('established');
    await hears(ana).toEqual([ANA_HZ]);
    await ana.phone.hangUp();
    await ana.leave();
  });
});
