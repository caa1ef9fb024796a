import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { carrierSuite } from '#core/chat/carrier.suite.ts';
import type { OutgoingMessage } from '#core/chat/carrier.port.ts';
import { selfSigned } from '#platform/server/self-signed.ts';
import { imapServer } from './imap-server.fixture.ts';
import { openMailCarrier } from './open-mail-carrier.ts';
import { openMailNet } from './open-mail-net.ts';
import { anAccount, nearNet, OWN } from './mailbox.fixture.ts';
import { smtpServer, type SmtpServerOptions } from './smtp-server.fixture.ts';

const to = { externalId: 'mei@mail.example', name: 'Mei Lin', email: 'mei@mail.example', phone: '' };
const CLIENT = '6f1c1b9e-35a0-4b7a-9a53-0f0b8a4d2f11';
const outgoing = (some: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
  to,
  clientId: CLIENT,
  text: 'Tuesday is fine.',
  file: null,
  template: null,
  thread: {},
  agentName: 'Ana',
  ...some,
});
const patience = { connectMs: 10_000, silenceMs: 2_500 };

describe('a mailbox', () => {
  carrierSuite(async () => {
    const [imap, smtp] = [await imapServer(), await smtpServer()];
    const carrier = openMailCarrier(nearNet(), anAccount({ imap: imap.port, smtp: smtp.port }), patience);
    return {
      carrier,
      to,
      taken: async () =>
        smtp.taken.map(({ mail }) => ({
          text: (mail.text ?? '').trim(),
          clientId: mail.messageId ?? '',
          file: mail.attachments[0]
            ? {
                name: mail.attachments[0].filename ?? '',
                bytes: (mail.attachments[0].content as ArrayBuffer).byteLength,
              }
            : null,
        })),
      next: (how) => void (smtp.state.next = how),
      spoil: () => void (smtp.state.password = 'other'),
      async close() {
        await carrier.close();
        await imap.close();
        await smtp.close();
      },
    };
  });
});

async function aCarrier({
  settings = {},
  ...options
}: SmtpServerOptions & { settings?: Record<string, unknown> } = {}) {
  const smtp = await smtpServer(options);
  onTestFinished(() => smtp.close());
  return { smtp, carrier: openMailCarrier(nearNet(), anAccount({ smtp: smtp.port }, settings), patience) };
}

describe('an answer', () => {
  test('lands in the thread of the question', async () => {
    const { smtp, carrier } = await aCarrier({ settings: { signature: 'Aurora Travel\n+52 55 1234' } });
    const { externalId } = await carrier.send(
      outgoing({
        thread: {
          subject: 'Dos boletos – 两张票',
          messageId: '<q2@mail.example>',
          references: '<q1@mail.example> <q2@mail.example>',
        },
      }),
    );
    const { mail, raw, from, greeted, to: recipients } = smtp.taken[0]!;
    expect([from, recipients, greeted]).toEqual([OWN, ['mei@mail.example'], 'aurora.example']);
    expect(mail).toMatchObject({
      subject: 'Re: Dos boletos – 两张票',
      messageId: externalId,
      inReplyTo: '<q2@mail.example>',
      references: '<q1@mail.example> <q2@mail.example>',
      from: { name: 'Ana (Aurora)', address: OWN },
    });
    expect(externalId).toBe(`<${CLIENT}@aurora.example>`);
    expect((mail.text ?? '').replaceAll('\r\n', '\n').trim()).toBe(
      'Tuesday is fine.\n\n-- \nAurora Travel\n+52 55 1234',
    );
    expect(raw).not.toMatch(/auto-submitted/i);
  });

  test('that no person wrote says so, so that no machine answers it', async () => {
    const { smtp, carrier } = await aCarrier();
    await carrier.send(outgoing({ agentName: '' }));
    expect(smtp.taken[0]!.raw).toMatch(/^Auto-Submitted: auto-replied\r$/m);
  });

  test('cannot be made to carry other headers', async () => {
    const { smtp, carrier } = await aCarrier();
    await carrier.send(
      outgoing({
        to: { ...to, name: 'Mei\r\nBcc: eve@evil.example' },
        agentName: 'Ana\r\nBcc: eve@evil.example',
        thread: { subject: 'Hi\r\nBcc: eve@evil.example', messageId: '<a@b>\r\nBcc: eve@evil.example' },
      }),
    );
    expect(smtp.taken[0]!.to).toEqual(['mei@mail.example']);
    expect(smtp.taken[0]!.mail.bcc).toBeUndefined();
  });

  test('to somebody who is not there fails for good, in the words of the server', async () => {
    const { smtp, carrier } = await aCarrier();
    smtp.state.next = 'noSuchPerson';
    await expect(carrier.send(outgoing())).rejects.toMatchObject({
      reason: expect.stringContaining('No such person here'),
      isFinal: true,
      maybeTaken: false,
    });
  });

  test('with a wrong password goes later: somebody may correct it', async () => {
    const { carrier } = await aCarrier({ password: 'other' });
    await expect(carrier.send(outgoing())).rejects.toMatchObject({
      reason: 'smtpPassword',
      isFinal: false,
      maybeTaken: false,
    });
  });

  test('to a server that is not there was certainly not taken', async () => {
    await expect(openMailCarrier(nearNet(), anAccount({}), patience).send(outgoing())).rejects.toMatchObject({
      reason: 'smtpRefused',
      isFinal: false,
      maybeTaken: false,
    });
  });
});

describe('encryption', () => {
  let good: { cert: string; key: string };
  beforeAll(async () => {
    const made = await selfSigned('mail.example');
    good = { cert: made.cert, key: made.key };
  });

  test.each(['tls', 'starttls'] as const)(
    '%s: both servers are asked under their names, by certificates that are believed',
    async (how) => {
      const tls = { ...good, ...(how === 'starttls' ? { starts: true } : {}) };
      const [imap, smtp] = [await imapServer({ tls }), await smtpServer({ tls })];
      onTestFinished(async () => {
        await imap.close();
        await smtp.close();
      });
      const account = (name: string) =>
        anAccount(
          { imap: imap.port, smtp: smtp.port },
          { imap_tls: how, smtp_tls: how, imap_host: name, smtp_host: name },
        );
      await openMailCarrier(nearNet(good.cert), account('mail.example'), patience).check();
      // Another name, and a certificate nobody vouches for.
      await expect(
        openMailCarrier(nearNet(good.cert), account('other.example'), patience).check(),
      ).rejects.toMatchObject({ reason: 'smtpCertificate' });
      await expect(openMailCarrier(nearNet(), account('mail.example'), patience).check()).rejects.toMatchObject({
        reason: 'smtpCertificate',
      });
    },
  );

  test('of the receiving server a wrong certificate is said as well', async () => {
    const [imap, smtp] = [await imapServer({ tls: good }), await smtpServer()];
    onTestFinished(async () => {
      await imap.close();
      await smtp.close();
    });
    await expect(
      openMailCarrier(
        nearNet(),
        anAccount({ imap: imap.port, smtp: smtp.port }, { imap_tls: 'tls', imap_host: 'mail.example' }),
        patience,
      ).check(),
    ).rejects.toMatchObject({ reason: 'imapCertificate' });
  });
});

describe('the check says what is wrong', () => {
  const check = async (settings: Record<string, unknown>, secrets?: Record<string, string>, net = nearNet()) => {
    const [imap, smtp] = [await imapServer(), await smtpServer()];
    onTestFinished(async () => {
      await imap.close();
      await smtp.close();
    });
    return openMailCarrier(net, anAccount({ imap: imap.port, smtp: smtp.port }, settings, secrets), patience)
      .check()
      .then(
        () => 'good',
        ({ reason }: { reason: string }) => reason,
      );
  };
  test.each<[string, Record<string, unknown>, string]>([
    ['all is well', {}, 'good'],
    ['a server without a password for sending', { smtp_user: '' }, 'good'],
    ['a name nobody knows', { imap_host: 'nowhere.example' }, 'imapNameUnknown'],
    ['a name nobody knows, sending', { smtp_host: 'nowhere.example' }, 'smtpNameUnknown'],
    ['nobody listens', { imap_port: 1 }, 'imapRefused'],
    ['nobody listens, sending', { smtp_port: 1 }, 'smtpRefused'],
    ['no encryption where it must be', { smtp_tls: 'starttls' }, 'smtpNoTls'],
    ['TLS where there is none', { imap_tls: 'tls' }, 'imapNoTls'],
    ['no such folder', { folder: 'Nowhere' }, 'imapFolder'],
  ])('%s', async (_name, settings, reason) => {
    expect(await check(settings)).toBe(reason);
  });
  test('wrong passwords', async () => {
    expect(await check({}, { imap_password: 'wrong', smtp_password: 'secret' })).toBe('imapPassword');
    expect(await check({}, { imap_password: 'secret', smtp_password: 'wrong' })).toBe('smtpPassword');
    // One password for both, as most providers have it.
    expect(await check({}, { imap_password: 'secret' })).toBe('good');
  });
  test('a server inside is not asked, whatever its name', async () => {
    const net = openMailNet({ resolve: async () => ['10.0.0.1'], allows: (address) => !address.startsWith('10.') });
    expect(await check({ smtp_host: 'mail.example' }, undefined, net)).toBe('privateAddress');
  });
});
