import { describe, expect, test } from 'vitest';
import { judge } from './judge.ts';
import type { Mail } from './mail.ts';
import { aMail, OWN } from './mail.fixture.ts';
import { shownName, takeMail } from './take-mail.ts';
import { answerSubject, bareSubject, isOurId, messageIdOf, threadOf } from './thread.ts';

const NOW = Date.UTC(2026, 10, 15, 10);
const take = (mail: Mail, textMost = 4_000) => takeMail(mail, { own: OWN, textMost, nowMs: NOW, bytesOf: bytes });
const CLIENT = '6f1c1b9e-35a0-4b7a-9a53-0f0b8a4d2f11';
const OURS = messageIdOf(CLIENT, OWN);
const bytes = (words: string): Uint8Array => new TextEncoder().encode(words);

async function wordsOf(file: { open(): Promise<AsyncIterable<Uint8Array>> }): Promise<string> {
  let words = '';
  for await (const part of await file.open()) words += new TextDecoder().decode(part);
  return words;
}

describe('which mails people wrote', () => {
  test.each<[name: string, mail: Mail, judgement: string]>([
    ['a person', aMail(), 'message'],
    ['a person whose program says so', aMail({ headers: { 'auto-submitted': 'no' } }), 'message'],
    ['our own address', aMail({ from: { address: 'help@aurora.example', name: '' } }), 'echo'],
    ['our own address with a plus', aMail({ from: { address: 'help+x@aurora.example', name: '' } }), 'echo'],
    ['a mail of ours that came back', aMail({ messageId: OURS }), 'echo'],
    ['a newsletter', aMail({ headers: { precedence: 'bulk' } }), 'bulk'],
    ['a mailing list', aMail({ headers: { 'list-id': '<travel.list.example>' } }), 'bulk'],
    ['a notice of a machine', aMail({ headers: { 'auto-submitted': 'auto-generated' } }), 'bulk'],
    ['out of office', aMail({ headers: { 'auto-submitted': 'auto-replied (vacation)' } }), 'away'],
    [
      'out of office of Exchange',
      aMail({ subject: 'Automatic reply: Two tickets', headers: { 'auto-submitted': 'auto-generated' } }),
      'away',
    ],
    ['out of office without any header', aMail({ subject: '自动回复: 两张票' }), 'away'],
    ['out of office in Spanish', aMail({ subject: 'Respuesta automática: Dos boletos' }), 'away'],
    ['out of office in Indonesian', aMail({ subject: 'Balasan otomatis: Dua tiket' }), 'away'],
    ['a person who will be away', aMail({ subject: 'Out of office next week, may I move it?' }), 'message'],
    ['a machine that answers us', aMail({ inReplyTo: OURS, headers: { 'x-autoreply': 'yes' } }), 'away'],
    ['a report', aMail({ headers: { 'content-type': 'multipart/report; report-type=delivery-status' } }), 'report'],
    [
      'an old report',
      aMail({ from: { address: 'mailer-daemon@mail.example', name: '' }, headers: { 'return-path': '<>' } }),
      'report',
    ],
    [
      'a receipt for having read',
      aMail({
        headers: {
          'content-type': 'multipart/report; report-type=disposition-notification',
          'auto-submitted': 'auto-replied',
        },
      }),
      'away',
    ],
  ])('%s', (_name, mail, judgement) => {
    expect(judge(mail, OWN)).toBe(judgement);
  });
});

describe('a mail as a message', () => {
  test('text, writer and thread', () => {
    expect(
      take(aMail({ subject: 'RE: Re: Two  tickets', references: ['<a@x>', '<b@x>'], inReplyTo: '<b@x>' })),
    ).toEqual({
      what: 'message',
      subject: 'Two tickets',
      received: {
        externalId: '<m1@mail.example>',
        from: { externalId: 'mei@mail.example', name: 'Mei Lin', email: 'mei@mail.example', phone: '' },
        text: 'May I change the date?',
        files: [],
        sentAtMs: Date.UTC(2026, 10, 15, 9),
        thread: { subject: 'Two tickets', messageId: '<m1@mail.example>', references: '<a@x> <b@x> <m1@mail.example>' },
      },
    });
  });

  test('the whole text is a file when something was cut, and only then', async () => {
    const text = 'Tuesday.\n\nOn 15 Nov 2026, Aurora wrote:\n> Which day?';
    const taken = take(aMail({ text }));
    if (taken.what !== 'message') throw new Error(taken.what);
    expect(taken.received.text).toBe('Tuesday.');
    expect(taken.received.files.map(({ name }) => name)).toEqual(['message.txt']);
    expect(await wordsOf(taken.received.files[0]!)).toBe(text);
  });

  test('words that are too long are cut, and the whole is a file', async () => {
    const text = 'word '.repeat(2_000).trim();
    const taken = take(aMail({ text }), 100);
    if (taken.what !== 'message') throw new Error(taken.what);
    expect(taken.received.text.length).toBeLessThanOrEqual(100);
    expect(taken.received.text.endsWith('word …')).toBe(true);
    expect(await wordsOf(taken.received.files[0]!)).toBe(text);
  });

  test('a form of a web site is answered to whoever filled it in, and never to ourselves', () => {
    expect(
      take(
        aMail({
          from: { address: 'form@site.example', name: 'Form' },
          replyTo: { address: 'mei@mail.example', name: 'Mei' },
        }),
      ),
    ).toMatchObject({ received: { from: { externalId: 'mei@mail.example', name: 'Mei' } } });
    expect(take(aMail({ replyTo: { address: OWN, name: '' } }))).toMatchObject({
      received: { from: { externalId: 'mei@mail.example' } },
    });
  });

  test('who has no address is nobody', () => {
    expect(take(aMail({ from: { address: '', name: 'Mei' } }))).toEqual({ what: 'nothing', why: 'nameless' });
  });

  test('nobody writes in the future or before there was time', () => {
    expect(take(aMail({ sentAtMs: NOW + 86_400_000 }))).toMatchObject({ received: { sentAtMs: NOW } });
    expect(take(aMail({ sentAtMs: 0 }))).toMatchObject({ received: { sentAtMs: NOW } });
  });

  test.each([
    ['"Lin, Mei"', 'Lin, Mei'],
    ["'Mei'", 'Mei'],
    ['mei@mail.example', ''],
    ['  Mei \r\n Lin ', 'Mei Lin'],
    ['', ''],
  ])('the name %j is shown as %j', (name, shown) => {
    expect(shownName({ name, address: 'mei@mail.example' })).toBe(shown);
  });
});

describe('reports about mails of ours', () => {
  const report = (status: string, returned: string, type = 'text/rfc822-headers') =>
    aMail({
      from: { address: 'mailer-daemon@mail.example', name: '' },
      text: 'Your mail could not be delivered.',
      headers: { 'content-type': 'multipart/report; report-type=delivery-status; boundary=x' },
      files: [
        { name: '', mediaType: 'message/delivery-status', bytes: 1, content: bytes(status), words: status },
        { name: '', mediaType: type, bytes: 1, content: bytes(returned), words: returned },
      ],
    });
  const failed =
    'Reporting-MTA: dns; mail.example\r\n\r\nFinal-Recipient: rfc822; mei@mail.example\r\nAction: failed\r\nStatus: 5.1.1\r\nDiagnostic-Code: smtp; 550 5.1.1 No such\r\n  person here\r\n';

  test('the mail it names failed, in the words of the server', () => {
    expect(take(report(failed, `Subject: Re: Two tickets\r\nMessage-ID:\r\n ${OURS}\r\n`))).toEqual({
      what: 'fate',
      fate: {
        externalId: OURS,
        clientId: CLIENT,
        status: 'failed',
        reason: '550 5.1.1 No such person here',
        atMs: NOW,
      },
    });
    expect(take(report(failed, `Message-ID: ${OURS}\r\n\r\nHello`, 'message/rfc822'))).toMatchObject({
      what: 'fate',
      fate: { externalId: OURS },
    });
  });
  test('servers that return nothing of it name it elsewhere', () => {
    expect(
      take(
        aMail({
          from: { address: 'mailer-daemon@mail.example', name: '' },
          headers: { 'return-path': '<>' },
          inReplyTo: OURS,
          text: 'No such person.\n\nSorry.',
        }),
      ),
    ).toMatchObject({ what: 'fate', fate: { externalId: OURS, reason: 'No such person.' } });
  });
  test('a delay, and a mail of somebody else, change nothing', () => {
    expect(take(report(failed.replace('failed', 'delayed'), `Message-ID: ${OURS}`))).toEqual({
      what: 'nothing',
      why: 'report',
    });
    expect(take(report(failed, 'Message-ID: <other@mail.example>'))).toEqual({ what: 'nothing', why: 'report' });
  });
});

describe('the thread', () => {
  test.each([
    ['Two tickets', 'Re: Two tickets'],
    ['Re: Two tickets', 'Re: Two tickets'],
    ['RE: AW: Re[2]: Two tickets', 'Re: Two tickets'],
    ['回复：两张票', 'Re: 两张票'],
    ['', 'Re: Aurora'],
    ['Re:', 'Re: Aurora'],
    ['Hello\r\nBcc: eve@evil.example', 'Re: Hello Bcc: eve@evil.example'],
    ['Regarding: x', 'Re: Regarding: x'],
  ])('the answer to “%s” is “%s”', (subject, answer) => {
    expect(answerSubject(subject, 'Aurora')).toBe(answer);
  });
  test('a very long thread keeps its first and its last ids', () => {
    const references = Array.from({ length: 60 }, (_, no) => `<${no}@x>`);
    const named = threadOf(aMail({ references }))['references']!.split(' ');
    expect(named).toHaveLength(20);
    expect([named[0], named[1], named.at(-1)]).toEqual(['<0@x>', '<42@x>', '<m1@mail.example>']);
  });
  test('our ids are known again, those of others are not', () => {
    expect(OURS).toBe(`<${CLIENT}@aurora.example>`);
    expect(isOurId(OURS, OWN)).toBe(true);
    expect(isOurId(OURS, 'help@other.example')).toBe(false);
    expect(isOurId('<x@aurora.example>', OWN)).toBe(false);
  });
  test('a subject keeps what only looks like an answer', () => {
    expect(bareSubject('Reserva: Lima')).toBe('Reserva: Lima');
  });
});
