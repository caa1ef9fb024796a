import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import type { NetworkWord } from '#core/telephony/network-word.ts';
import { CallHeader } from '#shared/call-headers.ts';
import { aTenantHouse, houseOfTests, serve, soon } from './calls.fixture.ts';

vi.setConfig({ testTimeout: 20_000 });

const { db, house, aTeam } = await houseOfTests();
const { telephony, ask } = house;

test('a page loaded anew keeps its call: the phone is rung again with the same id and takes the place of the old leg', async () => {
  const [tenant, ana] = await aTeam(1);
  const caller = await house.callsIn(tenant);
  const old = await house.takes(ana);
  const callId = await house.callIdOf(ana);
  telephony.disconnects(old);
  await house.settled();
  expect(await house.live(ana)).toMatchObject([{ callId, phoneAway: true }]);
  telephony.registers(ana.sipNum);
  await house.pass(500);
  const fresh = await house.rings(ana);
  expect(telephony.shown(fresh)!.headers).toMatchObject({ [CallHeader.callId]: callId, [CallHeader.resume]: '1' });
  await house.takes(ana);
  expect(telephony.leg(caller)!.base).toEqual({ at: 'bridge', partners: [fresh] });
  expect(telephony.leg(old)!.at).toBe('ended');
  expect(await house.live(ana)).toMatchObject([{ callId, state: 'talking', phoneAway: false }]);
  expect(house.agentNow(ana).call).toMatchObject({ callId, at: 'talking' });
  telephony.hangsUp(caller);
  await house.settled();
});

test('[CALL-08] a consulted colleague who loads the page anew is rung again and is back in the consultation', async () => {
  const [tenant, ana] = await aTeam(1);
  const budi = await house.anAgent(tenant.tenantId);
  const caller = await house.callsIn(tenant);
  const phone = await house.takes(ana);
  const callId = await house.callIdOf(ana);
  await ask.transfer(ana.caller(), { callId, kind: 'consult', target: { userId: budi.userId } });
  const old = await house.takes(budi);
  telephony.disconnects(old);
  await house.settled();
  telephony.registers(budi.sipNum);
  await house.pass(500);
  const fresh = await house.rings(budi);
  expect(telephony.shown(fresh)!.headers).toMatchObject({ [CallHeader.callId]: callId, [CallHeader.resume]: '1' });
  await house.takes(budi);
  expect(telephony.leg(phone)!.base).toEqual({ at: 'bridge', partners: [fresh] });
  expect([telephony.leg(old)!.at, telephony.leg(caller)!.base.at]).toEqual(['ended', 'hold']);
  expect(await house.live(budi)).toMatchObject([{ callId, role: 'third', state: 'talking', phoneAway: false }]);
  telephony.hangsUp(caller);
  await house.settled();
});

test('numbers are hidden from a role that may not know them: at the phone, on the page, for the supervisor', async () => {
  const [tenant] = await aTeam(0);
  const ana = await house.anAgent(tenant.tenantId, { needsMasking: true });
  await serve(db, house.queues, tenant, ana);
  const networkWord = { attestation: 'A', divertedFrom: '525512345678' } as const;
  const caller = telephony.outsideCalls({ line: 'rehearsal', from: '525587654321', to: tenant.did, networkWord });
  const ringing = await house.rings(ana);
  expect(JSON.stringify([telephony.shown(ringing), await house.live(ana)])).not.toMatch(/525512345678|525587654321/);
  telephony.hangsUp(caller);
  await house.settled();
});

test('[CC-12] what the network says of a caller is on the page while it rings, and in the record', async () => {
  const [tenant, ana] = await aTeam(1);
  const calls = async (networkWord: NetworkWord) => {
    const caller = telephony.outsideCalls({ line: 'rehearsal', from: '+525512345678', to: tenant.did, networkWord });
    await house.rings(ana);
    const [view] = await house.live(ana);
    telephony.hangsUp(caller);
    await house.settled();
    const read = async () => {
      const { rows } = await db.everyTenant('looks', (tx) =>
        sql<NetworkWord>`select attestation, diverted_from "divertedFrom" from call_record where call_id = ${view!.callId} and ended_at is not null`.execute(
          tx.as(),
        ),
      );
      return rows[0];
    };
    await soon(read).toBeDefined();
    return [{ attestation: view!.attestation, divertedFrom: view!.divertedFrom }, await read()];
  };
  const word = { attestation: 'B', divertedFrom: '525555550199' } as const;
  expect(await calls({ ...word, divertedFrom: '+52 55 5555 0199' })).toEqual([word, word]);
  // One of the two numbers of the call, or none, says nothing.
  const nothing = { attestation: null, divertedFrom: null };
  expect(await calls({ attestation: null, divertedFrom: `+${tenant.did}` })).toEqual([nothing, nothing]);
  const failed = { attestation: 'failed', divertedFrom: null } as const;
  expect(await calls({ attestation: 'failed', divertedFrom: 'nobody' })).toEqual([failed, failed]);
});

test('what the pages are told is what they would ask for, after every change', async () => {
  const [tenant, ana] = await aTeam(1);
  const pushed = async () => {
    await house.settled();
    const { rows } = await db.everyTenant('looks', (tx) =>
      sql<{
        body: object;
      }>`select body from outbox where user_id = ${ana.userId} and kind = 'calls.changed' order by id desc limit 1`.execute(
        tx.as(),
      ),
    );
    return rows[0]?.body;
  };
  const same = async () => soon(pushed).toEqual(JSON.parse(JSON.stringify(await ask.live(ana.caller(), {}))));
  const caller = await house.callsIn(tenant);
  await house.rings(ana);
  await same();
  const phone = await house.takes(ana);
  await same();
  telephony.holds(phone);
  await same();
  telephony.resumes(phone);
  await same();
  for (let turn = 0; turn < 10; turn += 1) {
    telephony.holds(phone);
    await new Promise(setImmediate);
    telephony.resumes(phone);
    await new Promise(setImmediate);
  }
  await same();
  telephony.disconnects(phone);
  await same();
  telephony.reconnects(phone);
  await same();
  telephony.hangsUp(caller);
  await same();
  expect(await pushed()).toEqual({ calls: [] });
});

test('a call of somebody else, or of another tenant, is none', async () => {
  const [tenant, ana, budi] = await aTeam(2);
  const [elsewhere] = [
    await house.anAgent((await aTenantHouse(db)).tenantId, { functions: ['calls.use', 'calls.monitor'] }),
  ];
  const caller = await house.callsIn(tenant);
  await soon(() => [ana, budi].filter(({ sipNum }) => telephony.ringing(sipNum))).toHaveLength(1);
  const [one, other] = telephony.ringing(ana.sipNum) ? [ana, budi] : [budi, ana];
  await house.takes(one);
  const callId = await house.callIdOf(one);
  for (const stranger of [other, elsewhere]) {
    for (const verb of [
      'hold',
      'unhold',
      'hangUp',
      'transferSwap',
      'transferComplete',
      'transferCancel',
      'survey',
    ] as const)
      await expect(ask[verb](stranger.caller(), { callId }), verb).rejects.toThrow('notFound');
    await expect(ask.note(stranger.caller(), { callId, text: 'x' })).rejects.toThrow('notFound');
  }
  await expect(
    ask.monitorStart(elsewhere.caller(), {
      sipNumber: elsewhere.sipNum,
      uuid: callId,
      asmIp: '',
      cmsIp: '',
      action: 'listen',
    }),
  ).rejects.toThrow('notFound');
  await expect(ask.unhold(one.caller(), { callId })).rejects.toThrow('callNotReady');
  await expect(
    ask.transfer(one.caller(), { callId, kind: 'blind', target: { userId: elsewhere.userId } }),
  ).rejects.toThrow('transferTargetBusy');
  await expect(ask.transfer(one.caller(), { callId, kind: 'blind', target: { number: '12' } })).rejects.toThrow(
    'wrongNumber',
  );
  telephony.hangsUp(caller);
  await house.settled();
});

test('[CALL-14] a page reports the quality of its own calls of more than five seconds; notes keep their history', async () => {
  const [tenant, ana] = await aTeam(1);
  const caller = await house.callsIn(tenant);
  await house.takes(ana);
  const callId = await house.callIdOf(ana);
  const report = {
    callId,
    interval: 5,
    localIPSet: ['192.0.2.1'],
    remoteIPSet: ['192.0.2.2'],
    mos: 4.2,
    webRtcReports: [{ candidateRoundTripTime: 0.02, packetsReceived: 250, timestamp: 1 }],
  };
  await house.pass(5_000);
  await expect(ask.quality(ana.caller(), report)).rejects.toThrow('callTooShort');
  await house.pass(1_000);
  await ask.quality(ana.caller(), report);
  telephony.hangsUp(caller);
  await house.settled();
  await ask.quality(ana.caller(), report);
  await ask.note(ana.caller(), { callId, text: 'wants another date' });
  await ask.note(ana.caller(), { callId, text: 'wants Tuesday' });
  expect(await ask.notes(ana.caller(), { callId })).toMatchObject([
    { text: 'wants Tuesday', author: ana.name },
    { text: 'wants another date' },
  ]);
  const { rows } = await db.everyTenant('looks', (tx) =>
    sql`select mos, local_ips from call_quality_report where call_id = ${callId}`.execute(tx.as()),
  );
  expect(rows).toEqual([
    { mos: 4.2, local_ips: ['192.0.2.1'] },
    { mos: 4.2, local_ips: ['192.0.2.1'] },
  ]);
});

test('[PHONE-18] a note saves itself in its order: what arrives late changes nothing, and nothing changes a finished one', async () => {
  const [tenant, ana] = await aTeam(1);
  const caller = await house.callsIn(tenant);
  await house.takes(ana);
  const callId = await house.callIdOf(ana);
  const notes = async () => (await ask.notes(ana.caller(), { callId })).map(({ text }) => text);
  const draft = { callId, draftKey: 'note-of-ana' };
  await ask.noteDraft(ana.caller(), { ...draft, text: 'wants Tue', revision: 2 });
  expect(await ask.noteDraft(ana.caller(), { ...draft, text: 'wants', revision: 1 })).toMatchObject({
    text: 'wants Tue',
  });
  expect(await notes()).toEqual(['wants Tue']);
  await ask.noteDraft(ana.caller(), { ...draft, text: '', revision: 3 });
  expect(await notes(), 'what was taken back is no note').toEqual([]);
  telephony.hangsUp(caller);
  await house.settled();
  await ask.note(ana.caller(), { ...draft, text: 'wants Tuesday' });
  await ask.noteDraft(ana.caller(), { ...draft, text: 'wants Tuesd', revision: 4 });
  expect(await notes()).toEqual(['wants Tuesday']);
});

test('[PHONE-18] whoever is rung for a transfer reads what was written so far, and is told of every word more', async () => {
  const [tenant, ana, budi] = await aTeam(2);
  const caller = await house.callsIn(tenant);
  await house.takes(ana);
  const callId = await house.callIdOf(ana);
  const draft = { callId, draftKey: 'note-of-ana' };
  await ask.noteDraft(ana.caller(), { ...draft, text: 'booked twice', revision: 1 });
  await expect(ask.notes(budi!.caller(), { callId })).rejects.toThrow('notFound');
  await ask.transfer(ana.caller(), { callId, kind: 'consult', target: { userId: budi!.userId } });
  await house.rings(budi!);
  expect(await ask.notes(budi!.caller(), { callId })).toMatchObject([{ text: 'booked twice', author: ana.name }]);
  await ask.noteDraft(ana.caller(), { ...draft, text: 'booked twice, paid once', revision: 2 });
  const { rows } = await db.everyTenant('looks', (tx) =>
    sql`select body from outbox where user_id = ${budi!.userId} and kind = 'calls.noted'`.execute(tx.as()),
  );
  expect(rows).toEqual([{ body: { callId } }]);
  await expect(ask.noteDraft(budi!.caller(), { ...draft, text: 'not in the call yet', revision: 9 })).rejects.toThrow(
    'notFound',
  );
  telephony.hangsUp(caller);
  await house.settled();
});
