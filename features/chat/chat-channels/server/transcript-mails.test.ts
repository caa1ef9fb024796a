import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { openChatDesk } from '#features/chat/chat/server/index.ts';
import { failures } from '#shared/errors.ts';
import { testServer } from '#test/test-server.ts';
import { signIdentity } from './signed-identity.fixture.ts';
import { findHolder } from './visitor-lookup.ts';
import { aSiteAt } from './site.fixture.ts';

const server = await testServer();
const desk = openChatDesk(server.world);
afterAll(async () => {
  await desk.stop();
  await server.close();
});
const { db } = server.world;

let addresses = 0;
let networks = 0;
const anAddress = () => `mei${(addresses += 1)}@mail.example`;

type Site = Awaited<ReturnType<typeof aSiteAt>>;
async function aTalk(known?: Site, identity: (site: Site) => Promise<object> = async () => ({})) {
  const site = known ?? (await aSiteAt(server));
  const { token } = (await site.enter(await identity(site))).data;
  const guest = (await findHolder(db, token))!;
  await desk.fromVisitor(guest, { client_id: crypto.randomUUID(), text: 'my account number is 7' });
  return {
    site,
    guest,
    /** From another network each time, so that only what is counted of the visitor and the address limits. */
    ask: (email: string, code?: string) =>
      server.built.http
        .inject({
          method: 'POST',
          url: '/home/api/chat/visitor/transcript',
          payload: { token, email, ...(code ? { code } : {}) },
          remoteAddress: `10.1.${(networks += 1)}.1`,
        })
        .then((answer) => answer.json() as { code: number; data: { needs_code: boolean } | null }),
  };
}
const lettersTo = async (address: string) =>
  (await server.world.outbox!.list(1_000)).filter((one) => one.to === address).map(({ text }) => text);

test('[CHAT-08] a conversation goes to no address somebody merely typed: a code goes there first, and only that', async () => {
  const { ask } = await aTalk();
  const address = anAddress();
  expect((await ask(address)).data).toEqual({ needs_code: true });
  const [letter] = await lettersTo(address);
  expect(letter).not.toContain('account number');
  const code = /\d{6}/.exec(letter!)![0];
  const wrong = code === '000000' ? '000001' : '000000';
  expect((await ask(address, wrong)).code).toBe(failures.transcriptCodeWrong.code);
  expect((await ask(address, code)).data).toEqual({ needs_code: false });
  expect((await lettersTo(address)).some((text) => text.includes('my account number is 7'))).toBe(true);
  // Proven once, it stays the visitor's.
  expect((await ask(address)).data).toEqual({ needs_code: false });
});

test('[CHAT-08] a code is of one visitor and one address, and a few wrong ones end it', async () => {
  const [mei, noor] = [await aTalk(), await aTalk()];
  const address = anAddress();
  await mei.ask(address);
  const code = /\d{6}/.exec((await lettersTo(address))[0]!)![0];
  expect((await noor.ask(address, code)).code).toBe(failures.transcriptCodeWrong.code);
  expect((await mei.ask(anAddress(), code)).code).toBe(failures.transcriptCodeWrong.code);
  const wrong = code === '000000' ? '000001' : '000000';
  for (let tries = 0; tries < 5; tries += 1) await mei.ask(address, wrong);
  expect((await mei.ask(address, code)).code).toBe(failures.transcriptCodeWrong.code);
});

test('[CHAT-08] an address the host site signed, and the one the customer is known by, need no code', async () => {
  const signed = anAddress();
  const vouched = await aTalk(undefined, async (site) => {
    const { secret } = (await site.manage('POST', `channel/${site.id}/secret`)).data;
    return { identity: signIdentity(secret, { id: 'u1', email: signed, exp: Date.now() / 1_000 + 600 }) };
  });
  expect((await vouched.ask(signed.toUpperCase())).data).toEqual({ needs_code: false });
  expect((await vouched.ask(anAddress())).data).toEqual({ needs_code: true });

  const known = anAddress();
  const linked = await aTalk();
  await db.everyTenant('an agent links them', (tx) =>
    sql`with c as (insert into customer (tenant_id, full_name, emails) values (${linked.site.tenantId}, 'Mei', array[${known}]) returning id)
      update chat_visitor set customer_id = (select id from c) where id = ${linked.guest.visitorId}`.execute(tx.as()),
  );
  expect((await linked.ask(known)).data).toEqual({ needs_code: false });
});

test('[CHAT-08] a visitor has few mails sent in an hour, and an address gets few in a day', async () => {
  const { ask } = await aTalk();
  for (let sent = 0; sent < 6; sent += 1) expect((await ask(anAddress())).code).toBe(0);
  expect((await ask(anAddress())).code).toBe(429);
  const [site, address] = [await aSiteAt(server), anAddress()];
  for (let sent = 0; sent < 10; sent += 1) expect((await (await aTalk(site)).ask(address)).code).toBe(0);
  expect((await (await aTalk(site)).ask(address)).code).toBe(429);
});
