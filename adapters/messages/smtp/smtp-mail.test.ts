import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { expect, onTestFinished, test } from 'vitest';
import { smtpMail } from './smtp-mail.ts';

interface Received {
  from: string;
  to: string[];
  head: string;
  body: string;
}

const FROM = 'OpenSeat <no-reply@seat.example>';

/** A mail server of this test alone; `refuses` is what it says to every letter. */
async function aMailServer({ refuses, password }: { refuses?: string; password?: string } = {}) {
  const received: Received[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: password === undefined,
    allowInsecureAuth: true,
    logger: false,
    onAuth: (auth, _session, done) =>
      auth.password === password
        ? done(null, { user: auth.username ?? '' })
        : done(new Error('Wrong name or password')),
    onData(stream, { envelope }, done) {
      void text(stream).then((raw) => {
        if (refuses) return done(new Error(refuses));
        const gap = raw.indexOf('\r\n\r\n');
        // Long headers are folded onto further lines.
        received.push({
          from: (envelope.mailFrom as { address: string }).address,
          to: envelope.rcptTo.map(({ address }) => address),
          head: raw.slice(0, gap).replace(/\r\n[ \t]/g, ' '),
          body: raw.slice(gap + 4),
        });
        return done();
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()));
  onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  const { port } = server.server.address() as AddressInfo;
  return { received, at: (login = '') => `smtp://${login}127.0.0.1:${port}` };
}

const header = (head: string, name: string): string => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1] ?? '';

/** The words of a header, where they are encoded for old servers (RFC 2047). */
const decoded = (value: string): string =>
  value.replace(/\?=\s+=\?/g, '?==?').replace(/=\?utf-8\?([bq])\?(.*?)\?=/gi, (_, how: string, words: string) =>
    (how.toLowerCase() === 'b'
      ? Buffer.from(words, 'base64')
      : Buffer.from(
          words
            .replaceAll('_', ' ')
            .replace(/=([0-9a-f]{2})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
          'latin1',
        )
    ).toString('utf8'),
  );

const bodyOf = ({ head, body }: Received): string => {
  const how = header(head, 'content-transfer-encoding').toLowerCase();
  if (how === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (how === 'quoted-printable')
    return Buffer.from(
      body
        .replace(/=\r\n/g, '')
        .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
      'latin1',
    ).toString('utf8');
  return body;
};

test('a letter arrives with its sender, subject and text', async () => {
  const { received, at } = await aMailServer();
  await smtpMail(at(), FROM).send({ to: 'ana@aurora.example', subject: 'Your code', text: 'It is 123456.' });
  expect(received).toHaveLength(1);
  const [letter] = received;
  expect(letter).toMatchObject({ from: 'no-reply@seat.example', to: ['ana@aurora.example'] });
  expect(header(letter!.head, 'from')).toBe(FROM);
  expect(header(letter!.head, 'subject')).toBe('Your code');
  expect(bodyOf(letter!)).toBe('It is 123456.\r\n');
});

test.each([
  '您的 OpenSeat 验证码',
  'Invitación de Sofía Ramírez a «Aurora Travel» para que trabaje con el equipo de atención a clientes',
])('the subject “%s” arrives as written, over plain ASCII', async (subject) => {
  const { received, at } = await aMailServer();
  const words = `${subject}\n请在 10 分钟内使用：123456`;
  await smtpMail(at(), FROM).send({ to: 'chen@aurora.example', subject, text: words });
  const letter = received[0]!;
  expect(letter.head).toMatch(/^[\x20-\x7e\r\n\t]+$/);
  expect(decoded(header(letter.head, 'subject'))).toBe(subject);
  expect(bodyOf(letter).trim().replaceAll('\r\n', '\n')).toBe(words);
});

test('a subject cannot smuggle in another header', async () => {
  const { received, at } = await aMailServer();
  await smtpMail(at(), FROM).send({ to: 'ana@aurora.example', subject: 'Hello\r\nBcc: eve@evil.example', text: 'Hi' });
  expect(received[0]!.to).toEqual(['ana@aurora.example']);
  expect(header(received[0]!.head, 'bcc')).toBe('');
});

test('name and password of the address are used', async () => {
  const { received, at } = await aMailServer({ password: 'p@ss' });
  await smtpMail(at('seat:p%40ss@'), FROM).send({ to: 'ana@aurora.example', subject: 'Hi', text: 'Hi' });
  expect(received).toHaveLength(1);
  await expect(
    smtpMail(at('seat:wrong@'), FROM).send({ to: 'ana@aurora.example', subject: 'Hi', text: 'Hi' }),
  ).rejects.toThrow();
});

test('a letter that was refused throws, so that the job tries again', async () => {
  const { at } = await aMailServer({ refuses: 'The mailbox is full' });
  await expect(smtpMail(at(), FROM).send({ to: 'ana@aurora.example', subject: 'Hi', text: 'Hi' })).rejects.toThrow(
    'The mailbox is full',
  );
});

test('a server that is not there throws', async () => {
  await expect(
    smtpMail('smtp://127.0.0.1:1', FROM).send({ to: 'ana@aurora.example', subject: 'Hi', text: 'Hi' }),
  ).rejects.toThrow();
});

test('a file goes with its letter, byte for byte, under its name', async () => {
  const { received, at } = await aMailServer();
  const content = new Uint8Array([0, 1, 250, 251, 10, 13]);
  await smtpMail(at(), FROM).send({
    to: 'ana@team.example',
    subject: 'Report',
    text: 'Attached.',
    files: [{ name: 'day report.csv', mediaType: 'text/csv', content }],
  });
  const { body } = received[0]!;
  expect(body).toMatch(/filename="?day report\.csv"?/);
  expect(body.replace(/\s/g, '')).toContain(Buffer.from(content).toString('base64'));
});
