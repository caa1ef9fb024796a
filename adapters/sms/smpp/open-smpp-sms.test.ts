import { afterEach, expect, test, vi } from 'vitest';
import type { SmppAccount, SmsRefusal, SmsReply, SmsReport } from '#core/sms/sms-provider.port.ts';
import { smsProviderSuite } from '#core/sms/sms-provider.suite.ts';
import { openLocalCentre } from './local-centre.fixture.ts';
import { openSmppSms } from './open-smpp-sms.ts';
import { partsOf } from './smpp-text.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function open(over: Partial<SmppAccount> = {}, { keeps = true } = {}) {
  const centre = await openLocalCentre();
  const [reports, replies]: [SmsReport[], SmsReply[]] = [[], []];
  const keep = async () => {
    if (!keeps) throw new Error('the database is away');
  };
  const account: SmppAccount = {
    kind: 'smpp',
    host: 'centre.test',
    port: centre.port,
    tls: false,
    systemId: 'aurora',
    secret: 'pw',
    systemType: '',
    from: 'Aurora',
    longAs: 'parts',
    ...over,
  };
  const provider = openSmppSms(
    account,
    {
      report: async (report) => (await keep(), void reports.push(report)),
      reply: async (reply) => (await keep(), void replies.push(reply)),
    },
    { find: async () => '127.0.0.1' },
  );
  return { centre, provider, reports, replies };
}
const opened = async (...how: Parameters<typeof open>) => {
  const all = await open(...how);
  closing.push(
    () => all.provider.close(),
    () => all.centre.close(),
  );
  return all;
};
const sms = (text = 'Hello', to = '525512345600') => ({ id: 1, to, text });
const refusal = (sending: Promise<unknown>) =>
  sending.then(
    () => 'taken',
    (thrown: SmsRefusal) => `${thrown.kind} ${thrown.reason}`,
  );

smsProviderSuite(async () => {
  const { centre, provider, reports, replies } = await open();
  return { provider, reports, replies, carried: () => centre.phones, close: centre.close };
});

test('[SMS-03] a long text may go whole in the payload, and short ones stay as they are', async () => {
  const { centre, provider } = await opened({ longAs: 'payload' });
  await provider.send(sms('word '.repeat(60)));
  await provider.send(sms('short'));
  expect(centre.packets).toHaveLength(2);
  expect(centre.phones.map(({ text }) => text)).toEqual(['word '.repeat(60), 'short']);
});

test('[SMS-03] a receipt is asked for with the last part alone', async () => {
  const { centre, provider, reports } = await opened();
  await provider.send(sms('word '.repeat(60)));
  expect(centre.packets.map(({ registered_delivery: asked }) => asked)).toEqual([0, 1]);
  await vi.waitFor(() => expect(reports).toHaveLength(1));
});

test('[SMS-03] a connection that is lost comes back, and messages go on', async () => {
  const { centre, provider } = await opened();
  await provider.send(sms('one'));
  centre.hangUp();
  await vi.waitFor(async () => expect(await refusal(provider.send(sms('two')))).toBe('taken'), { timeout: 8_000 });
  expect(centre.phones.map(({ text }) => text)).toEqual(['one', 'two']);
});

test('[SMS-03] what was written and not answered is undecided; a busy centre is asked later', async () => {
  const { centre, provider } = await opened();
  await provider.send(sms('one'));
  centre.be('busy');
  expect(await refusal(provider.send(sms('two')))).toBe('later smpp 88');
  centre.be('silent');
  const waiting = refusal(provider.send(sms('three')));
  await vi.waitFor(() => expect(centre.packets).toHaveLength(3));
  centre.hangUp();
  expect(await waiting).toBe('undecided lost');
});

test('[SMS-03] a wrong password is told at once, and an address we may not reach is not connected to', async () => {
  const { provider } = await opened({ secret: 'wrong' });
  expect(await refusal(provider.send(sms()))).toBe('later credentials');
  const barred = openSmppSms(
    {
      kind: 'smpp',
      host: 'inner.test',
      port: 1,
      tls: false,
      systemId: '',
      secret: '',
      systemType: '',
      from: '',
      longAs: 'parts',
    },
    { report: async () => {}, reply: async () => {} },
    { find: async () => null },
  );
  closing.push(() => barred.close());
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
  const sending = refusal(barred.send(sms()));
  await vi.advanceTimersByTimeAsync(11_000);
  vi.useRealTimers();
  expect(await sending).toBe('later privateAddress');
});

test('[SMS-03] a long reply is joined, whatever order its parts come in', async () => {
  const { centre, provider, replies } = await opened();
  await provider.send(sms());
  const text = '谢谢🎉'.repeat(40);
  const parts = partsOf(text, 9).map(({ bytes, udh, coding }) => ({ message: bytes, udh: udh!, coding }));
  expect(parts.length).toBeGreaterThan(1);
  centre.write('525512345600', ...parts.toReversed());
  await vi.waitFor(() =>
    expect(replies.map(({ from, text: said }) => ({ from, said }))).toEqual([{ from: '525512345600', said: text }]),
  );
});

test('[SMS-03] the centre keeps what we could not write down', async () => {
  const { centre, provider } = await opened({}, { keeps: false });
  await provider.send(sms());
  await vi.waitFor(() => expect(centre.answers).toEqual([0x64]));
});
