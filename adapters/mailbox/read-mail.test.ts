import { describe, expect, test } from 'vitest';
import { readAnyMail } from './read-in-thread.ts';
import { readMail } from './read-mail.ts';

/** A mail of these bytes. */
const read = (head: Record<string, string>, body: Buffer | string = 'Hi') =>
  readMail(
    Buffer.concat([
      Buffer.from(
        `${Object.entries({
          From: 'mei@mail.example',
          'Message-ID': '<a@mail.example>',
          'MIME-Version': '1.0',
          ...head,
        })
          .map(([name, value]) => `${name}: ${value}`)
          .join('\r\n')}\r\n\r\n`,
        'binary',
      ),
      Buffer.isBuffer(body) ? body : Buffer.from(body),
    ]),
  );
/** Letters of UTF-8 as a header carries its bytes. */
const raw = (words: string): string => Buffer.from(words).toString('binary');

describe('letters of every kind', () => {
  test.each<[name: string, charset: string, bytes: Buffer, words: string]>([
    ['UTF-8', 'utf-8', Buffer.from('Señora 你好'), 'Señora 你好'],
    ['GBK under the name of GB2312', 'gb2312', Buffer.from([0xc4, 0xe3, 0xba, 0xc3, 0x9e, 0x80]), '你好瀫'],
    ['GB18030', 'GB18030', Buffer.from([0xc4, 0xe3, 0xba, 0xc3]), '你好'],
    ['Big5', 'big5', Buffer.from([0xa7, 0x41, 0xa6, 0x6e]), '你好'],
    ['Latin 1', 'iso-8859-1', Buffer.from([0x53, 0x65, 0xf1, 0x6f, 0x72]), 'Señor'],
    ['Windows under the name of Latin 1', 'iso-8859-1', Buffer.from([0x93, 0x68, 0x69, 0x94]), '“hi”'],
    ['Windows', 'windows-1252', Buffer.from([0x80, 0x20, 0x31]), '€ 1'],
    ['Japanese of old', 'iso-2022-jp', Buffer.from([0x1b, 0x24, 0x42, 0x24, 0x22, 0x1b, 0x28, 0x42]), 'あ'],
    ['a kind nobody knows', 'x-martian', Buffer.from('plain'), 'plain'],
  ])('%s', async (_name, charset, bytes, words) => {
    const mail = await read(
      { 'Content-Type': `text/plain; charset=${charset}`, 'Content-Transfer-Encoding': '8bit' },
      bytes,
    );
    expect(mail.text.trim()).toBe(words);
  });

  test('letters broken apart between two encoded words of a subject are put together', async () => {
    const bytes = Buffer.from('两张票');
    const word = (part: Buffer) => `=?utf-8?B?${part.toString('base64')}?=`;
    const broken = `${word(bytes.subarray(0, 4))}\r\n ${word(bytes.subarray(4))}`;
    expect(await read({ Subject: broken, From: `${broken} <mei@mail.example>` })).toMatchObject({
      subject: '两张票',
      from: { name: '两张票' },
    });
    expect((await read({ Subject: '=?utf-8?Q?Dos_bole?= =?utf-8?Q?tos?= =?gb2312?B?xOM=?=' })).subject).toBe(
      'Dos boletos你',
    );
  });
  test('a subject and a name in bare UTF-8 are read as what they are', async () => {
    const mail = await read({ Subject: raw('Dos boletos, señor'), From: raw('José Núñez <jose@mail.example>') });
    expect([mail.subject, mail.from]).toEqual([
      'Dos boletos, señor',
      { name: 'José Núñez', address: 'jose@mail.example' },
    ]);
  });
  test('encoded names, quoted names, addresses in capitals', async () => {
    expect((await read({ From: '=?utf-8?Q?Mei_L=C3=ADn?= <Mei@Mail.Example>' })).from).toEqual({
      name: 'Mei Lín',
      address: 'mei@mail.example',
    });
    expect((await read({ From: '"Lin, Mei" <mei@mail.example>' })).from).toEqual({
      name: 'Lin, Mei',
      address: 'mei@mail.example',
    });
    expect((await read({ From: 'Mei <mei@mail.example>', 'Reply-To': 'Desk: other@mail.example;' })).replyTo).toEqual({
      name: '',
      address: 'other@mail.example',
    });
  });
});

describe('what a mail is made of', () => {
  const parts = (...all: string[]) => `${all.map((part) => `--x\r\n${part}\r\n`).join('')}--x--\r\n`;
  const mixed = { 'Content-Type': 'multipart/mixed; boundary=x' };

  test('a file under its name, a picture of the signature not at all', async () => {
    const mail = await read(
      { 'Content-Type': 'multipart/related; boundary=x' },
      parts(
        'Content-Type: text/html\r\n\r\n<p>Hi</p><img src="cid:logo">',
        'Content-Type: image/png\r\nContent-ID: <logo>\r\nContent-Disposition: inline; filename=logo.png\r\nContent-Transfer-Encoding: base64\r\n\r\niVBORw0KGgo=',
        "Content-Type: application/pdf\r\nContent-Disposition: attachment; filename*=UTF-8''billete%20%E7%A5%A8.pdf\r\nContent-Transfer-Encoding: base64\r\n\r\nJVBERi0=",
      ),
    );
    expect(mail.files.map(({ name, mediaType, bytes }) => [name, mediaType, bytes])).toEqual([
      ['billete 票.pdf', 'application/pdf', 5],
    ]);
    expect(mail.text).toBe('Hi');
  });
  test('files without a name get one; a mail inside a mail is a file', async () => {
    const mail = await read(
      mixed,
      parts(
        'Content-Type: text/plain\r\n\r\nHi',
        'Content-Type: image/jpeg\r\nContent-Disposition: attachment\r\n\r\nxx',
        'Content-Type: message/rfc822\r\n\r\nSubject: Inner\r\nMessage-ID: <inner@mail.example>\r\n\r\nHello',
      ),
    );
    expect(mail.text.trim()).toBe('Hi');
    expect(mail.files.map(({ name }) => name)).toEqual(['file-1.jpg', 'file-2.eml']);
    expect(mail.files[1]!.words).toContain('<inner@mail.example>');
  });
  test('a report of a server keeps its parts apart', async () => {
    const mail = await read(
      { 'Content-Type': 'multipart/report; report-type=delivery-status; boundary=x' },
      parts(
        'Content-Type: text/plain\r\n\r\nSorry',
        'Content-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; a\r\n\r\nAction: failed',
        'Content-Type: text/rfc822-headers\r\n\r\nMessage-ID: <ours@aurora.example>',
      ),
    );
    expect(mail.files.map(({ mediaType }) => mediaType)).toEqual(['message/delivery-status', 'text/rfc822-headers']);
    expect(mail.files.map(({ words }) => words.trim().split('\n').length)).toEqual([3, 1]);
  });
  test('without an id it has one of its own, the same each time', async () => {
    const [one, again, other] = await Promise.all([
      read({ 'Message-ID': '' }),
      read({ 'Message-ID': '' }),
      read({ 'Message-ID': '' }, 'Ho'),
    ]);
    expect(one!.messageId).toMatch(/^<[0-9a-f]{64}@nameless\.invalid>$/);
    expect([again!.messageId === one!.messageId, other!.messageId === one!.messageId]).toEqual([true, false]);
  });
  test('bytes without any sense are a mail without any words, or none', async () => {
    for (const bytes of [
      Buffer.alloc(0),
      Buffer.from([0, 255, 254, 10, 13]),
      Buffer.from('\r\n\r\n'),
      Buffer.from('x'.repeat(100_000)),
      Buffer.from('Content-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n'.repeat(50)),
    ]) {
      const mail = await readMail(bytes).catch(() => null);
      if (mail) expect(mail.from.address).toBe('');
    }
  });
});

describe('large mails', () => {
  const large = Buffer.from(
    `From: mei@mail.example\r\nMessage-ID: <a@mail.example>\r\nX-Twice: 1\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nSeñor\r\n--x\r\nContent-Type: application/pdf; name=a.pdf\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.alloc(3_000_000, 7).toString('base64').replace(/.{76}/g, '$&\r\n')}\r\n--x--\r\n`,
  );

  test('are read beside everything else, and just as well', async () => {
    const [beside, here] = [await readAnyMail(large), await readMail(large)];
    expect(beside.files[0]!.bytes).toBe(3_000_000);
    expect({ ...beside, files: [] }).toEqual({ ...here, files: [] });
    expect(Buffer.compare(beside.files[0]!.content, here.files[0]!.content)).toBe(0);
  });
  test('one that takes too long is given up, and the next has its turn', async () => {
    const [slow, next] = [readAnyMail(large, { patienceMs: 1 }), readAnyMail(large)];
    await expect(slow).rejects.toThrow('too long');
    expect((await next).files).toHaveLength(1);
  });
});
