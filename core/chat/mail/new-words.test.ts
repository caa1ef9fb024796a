import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { OWN } from './mail.fixture.ts';
import { newWordsOf } from './new-words.ts';

const read = (text: string, isForward = false) => newWordsOf(text, { own: OWN, isForward });
const lines = (...all: string[]): string => all.join('\n');

describe('what was written before is cut', () => {
  test.each<[name: string, mail: string, fresh: string]>([
    [
      'Gmail',
      lines(
        'Yes, Tuesday is fine.',
        '',
        'On Sun, 15 Nov 2026 at 09:12, Aurora Travel <help@aurora.example> wrote:',
        '',
        '> Which day suits you?',
        '>',
        '> Ana',
      ),
      'Yes, Tuesday is fine.',
    ],
    [
      'Gmail, announcement broken',
      lines(
        'Yes.',
        '',
        'On Sun, Nov 15, 2026 at 9:12 AM Ana Torres (Aurora Travel)',
        '<help@aurora.example> wrote:',
        '> Which day?',
      ),
      'Yes.',
    ],
    [
      'Gmail in Spanish',
      lines(
        'El martes, gracias.',
        '',
        'El dom, 15 nov 2026 a las 9:12, Aurora Travel (<help@aurora.example>) escribió:',
        '',
        '> ¿Qué día le conviene?',
      ),
      'El martes, gracias.',
    ],
    [
      'Gmail in Indonesian',
      lines(
        'Hari Selasa saja.',
        '',
        'Pada tanggal Min, 15 Nov 2026 pukul 09.12 Aurora <help@aurora.example> menulis:',
        '',
        '> Hari apa?',
      ),
      'Hari Selasa saja.',
    ],
    [
      'Gmail in Chinese',
      lines(
        '星期二可以。',
        '',
        'Aurora Travel <help@aurora.example> 于2026年11月15日周日 09:12写道：',
        '',
        '> 哪一天合适？',
      ),
      '星期二可以。',
    ],
    [
      '163 in Chinese',
      lines('好的', '', '在 2026-11-15 09:12:33，"Aurora" <help@aurora.example> 写道：', '>哪一天合适？'),
      '好的',
    ],
    [
      'QQ in Chinese',
      lines(
        '好的，谢谢',
        '',
        '------------------ 原始邮件 ------------------',
        '发件人: "Aurora" <help@aurora.example>;',
        '发送时间: 2026年11月15日(星期天) 上午9:12',
        '收件人: "Mei"',
        '主题: 两张票',
        '',
        '哪一天合适？',
      ),
      '好的，谢谢',
    ],
    [
      'Outlook',
      lines(
        'Tuesday, please.',
        '',
        'From: Aurora Travel <help@aurora.example>',
        'Sent: Sunday, November 15, 2026 9:12 AM',
        'To: Mei Lin',
        'Subject: Re: Two tickets',
        '',
        'Which day suits you?',
      ),
      'Tuesday, please.',
    ],
    [
      'Outlook with a rule',
      lines(
        'Tuesday.',
        '________________________________',
        'From: Aurora',
        'Sent: Sunday',
        'To: Mei',
        'Subject: Two tickets',
        'Which day?',
      ),
      'Tuesday.',
    ],
    [
      'Outlook in Spanish',
      lines(
        'El martes.',
        '',
        'De: Aurora Travel <help@aurora.example>',
        'Enviado el: domingo, 15 de noviembre de 2026 9:12',
        'Para: Mei',
        'Asunto: Dos boletos',
        '',
        '¿Qué día?',
      ),
      'El martes.',
    ],
    [
      'Outlook in Indonesian',
      lines('Selasa.', '', 'Dari: Aurora', 'Dikirim: Minggu', 'Kepada: Mei', 'Subjek: Dua tiket', '', 'Hari apa?'),
      'Selasa.',
    ],
    [
      'Outlook in Chinese',
      lines(
        '星期二。',
        '',
        '发件人: Aurora',
        '发送时间: 2026年11月15日 9:12',
        '收件人: Mei',
        '主题: 两张票',
        '',
        '哪一天？',
      ),
      '星期二。',
    ],
    ['an old Outlook', lines('Tuesday.', '', '-----Original Message-----', 'From: Aurora', 'Which day?'), 'Tuesday.'],
    [
      'one that quotes without signs names us',
      lines(
        'Tuesday.',
        '',
        'On Sunday, November 15, 2026 at 09:12:00 AM GMT+8, Aurora <help@aurora.example> wrote:',
        '',
        ' Which day suits you?',
      ),
      'Tuesday.',
    ],
    [
      'an answer below',
      lines('On Sun, 15 Nov 2026, Aurora wrote:', '> Which day?', '> Ana', '', 'Tuesday.', 'Thank you!'),
      'Tuesday.\nThank you!',
    ],
    ['quotes alone at the end', lines('Tuesday.', '', '> Which day?'), 'Tuesday.'],
    [
      'quotes and a signature below them',
      lines('Tuesday.', '', 'On 15 Nov 2026, Aurora wrote:', '> Which day?', '', '-- ', 'Mei Lin'),
      'Tuesday.',
    ],
  ])('%s', (_name, mail, fresh) => {
    expect(read(mail)).toEqual({ text: fresh, isCut: true });
  });
});

describe('signatures are cut', () => {
  test.each<[mail: string, fresh: string]>([
    [lines('May I come later?', '', '-- ', 'Mei Lin', 'Lin & Co'), 'May I come later?'],
    [lines('May I come later?', '--', 'Mei Lin'), 'May I come later?'],
    [lines('Later?', '', 'Sent from my iPhone'), 'Later?'],
    [lines('¿Más tarde?', '', 'Enviado desde mi iPhone'), '¿Más tarde?'],
    [lines('晚一点可以吗？', '', '发自我的iPhone'), '晚一点可以吗？'],
    [lines('Boleh lebih lambat?', '', 'Dikirim dari iPhone saya'), 'Boleh lebih lambat?'],
    [lines('Later?', '', 'Get Outlook for iOS<https://aka.example/ios>'), 'Later?'],
    [lines('Later?', 'Sent from my iPhone', '', 'On 15 Nov 2026, Aurora wrote:', '> Which day?'), 'Later?'],
  ])('%j', (mail, fresh) => {
    expect(read(mail)).toEqual({ text: fresh, isCut: true });
  });
});

describe('in doubt a mail is kept whole', () => {
  test.each<[name: string, mail: string]>([
    [
      'answers between the lines',
      lines('On 15 Nov 2026, Aurora wrote:', '> Which day?', 'Tuesday.', '> How many?', 'Two.'),
    ],
    ['words above and below', lines('See below.', '> Which day?', 'Tuesday.')],
    ['nothing but quotes', lines('> Which day?', '> Ana')],
    ['nothing but a signature', lines('--', 'Mei Lin')],
    ['"wrote" in a sentence', lines('As I wrote:', 'Tuesday is fine.')],
    ['a day in a sentence', lines('On Monday I wrote:', 'nothing at all, sorry.')],
    [
      'somebody else quoted without signs',
      lines('My wife says:', 'On 15 Nov 2026, Li <li@mail.example> wrote:', 'Tuesday is fine.'),
    ],
    ['two lines of a head are a list', lines('From: Lima', 'To: Cusco', 'Two people, please.')],
    ['a route', lines('Please book', 'From: Lima', 'To: Cusco', 'Thank you')],
    ['a long text after a dash', lines('Hello', '--', ...Array.from({ length: 20 }, (_, line) => `Wish ${line}`))],
    [
      'a message that was handed on',
      lines(
        'Can you help?',
        '---------- Forwarded message ---------',
        'From: Hotel <hotel@mail.example>',
        'Date: Sunday',
        'To: Mei',
        'Subject: Your room',
        '',
        'The room is gone.',
      ),
    ],
  ])('%s', (_name, mail) => {
    expect(read(mail)).toEqual({ text: mail.trim(), isCut: false });
  });

  test('a subject that says "forwarded" keeps the copied mail', () => {
    const mail = lines(
      'Look:',
      '',
      'From: Hotel',
      'Sent: Sunday',
      'To: Mei',
      'Subject: Your room',
      '',
      'The room is gone.',
    );
    expect(read(mail, true)).toEqual({ text: mail, isCut: false });
    expect(read(mail, false).isCut).toBe(true);
  });
});

test('nothing is invented, whatever a mail holds, and something always stays', () => {
  const line = fc.oneof(
    fc.string({ maxLength: 20 }),
    fc.constantFrom(
      '',
      '> old',
      '-- ',
      'On 1 May, A <a@b> wrote:',
      'From: a',
      'Sent: b',
      'To: c',
      'Sent from my iPhone',
    ),
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), (all) => {
      const whole = all.join('\n').replaceAll('\r', '');
      const { text, isCut } = read(whole);
      const had = new Set(whole.split('\n').map((one) => one.trimEnd()));
      for (const one of text.split('\n'))
        expect(one === '' || had.has(one) || [...had].some((old) => old.trim() === one.trim())).toBe(true);
      if (whole.trim() !== '') expect(text.trim()).not.toBe('');
      if (!isCut) expect(text.replace(/\s/g, '')).toBe(whole.replace(/\s/g, ''));
    }),
    { numRuns: 300 },
  );
});

test('a mail of endless signs is read in a short while', () => {
  const beganMs = performance.now();
  for (const piece of ['> ', 'On 1 ', '-', 'wrote: ', '写道', 'On a@b\n', 'From: a\n', '\n'])
    read(piece.repeat(300_000 / piece.length));
  // By the square it would be minutes, on any machine.
  expect(performance.now() - beganMs).toBeLessThan(15_000);
});
