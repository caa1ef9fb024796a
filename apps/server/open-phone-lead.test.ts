import { expect, onTestFinished, test } from 'vitest';
import type { LeadPhone } from '#adapters/telephony/embedded/sip/lead-phones.ts';
import { legId } from '#core/telephony/telephony.port.ts';
import { passedOn } from '#platform/server/homes/passed-on.ts';
import type { HomeElsewhere, HomeMoved, TenantHome } from '#platform/server/homes/homes.ts';
import { openTestExchange } from '#test/test-exchange.ts';
import { openPhoneLead } from './open-phone-lead.ts';

const PASS = 'a secret of the process that is the home';
const SOON = { timeout: 10_000, interval: 20 };

/** Two exchanges; every phone that comes to the second belongs to a tenant that is at home where `home` says. */
async function twoExchanges() {
  const moved = new Set<HomeMoved>();
  let home: TenantHome = { at: 'here' };
  const lead: LeadPhone = openPhoneLead({
    homes: {
      find: async () => home,
      missed: () => {},
      onMoved(listener) {
        moved.add(listener);
        return () => void moved.delete(listener);
      },
    },
    tenantOf: async () => 7,
    certificate: null,
  });
  const seen: string[] = [];
  const [first, second] = [
    await openTestExchange({
      sip: {
        addressOf: (request) => {
          seen.push(passedOn(PASS, request)?.address ?? 'nobody said');
          return passedOn(PASS, request)?.address ?? '';
        },
      },
    }),
    await openTestExchange({ sip: { lead } }),
  ];
  onTestFinished(async () => {
    await second.close();
    await first.close();
  });
  const elsewhere: HomeElsewhere = { at: 'elsewhere', address: first.address, pass: PASS };
  return {
    first,
    second,
    seen,
    move(to: TenantHome) {
      home = to;
      for (const listener of moved) listener(7, to.at === 'here' ? 'http://127.0.0.1:1' : to.address);
    },
    elsewhere,
  };
}

test('[CC-12] a phone that comes to another process is registered and called where its desk is, and calls from there', async () => {
  const { first, second, seen, move, elsewhere } = await twoExchanges();
  move(elsewhere);
  const phone = await second.phone('1001');
  expect([first.telephony.isRegistered('1001'), second.telephony.isRegistered('1001')]).toEqual([true, false]);
  expect(seen).toEqual(['127.0.0.1']);
  const leg = legId('rings');
  await first.telephony.ring(leg, { account: '1001' }, { tenantId: 1, callerId: '5511', timeoutMs: 10_000 });
  await expect.poll(() => phone.rung(), SOON).toBeTruthy();
  const answered = new Promise<void>((resolve) => {
    first.telephony.onEvent((event) => event.type === 'legAnswered' && event.leg === leg && resolve());
  });
  await phone.rung()!.answer();
  await answered;
  await first.telephony.hangUp(leg);
  await expect.poll(() => phone.calls[0]!.at(), SOON).toBe('over');
});

test('[CC-12] when the desk moves the phone is cut off, and comes back to where it is now', async () => {
  const { second, move, elsewhere } = await twoExchanges();
  move(elsewhere);
  const phone = await second.phone('1002');
  move({ at: 'here' });
  await expect.poll(() => phone.closedWith(), SOON).toBe(1_012);
  await phone.reconnect();
  expect(second.telephony.isRegistered('1002')).toBe(true);
});
