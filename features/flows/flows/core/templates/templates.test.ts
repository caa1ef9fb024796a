import { describe, expect, test } from 'vitest';
import { AiCallResult } from '#shared/codes/ai-call-result.ts';
import { FlowCase, type CaseStep } from '#core/flow/case.ts';
import { playCase } from '../play-case.ts';
import { problemsOf } from '../problems.ts';
import { playCaller, Persona } from '../simulated-caller.ts';
import { templates, type TemplateKey } from './index.ts';

const AT = '2026-11-16T15:00:00Z'; // a Monday
const yes: CaseStep = { answer: { ok: true, what: 'done' } };
const no: CaseStep = { answer: { ok: false, why: 'nobody' } };
const silent: CaseStep = { silent: true };
const say = (...words: string[]): CaseStep[] => words.map((heard) => ({ heard }));
const silences = (times: number): CaseStep[] => Array.from({ length: times }, () => silent);
const hours = (isOpen: boolean): CaseStep => ({ answer: { ok: true, what: 'open', isOpen, isHoliday: false } });
const order = (state: string): CaseStep => ({
  answer: { ok: true, what: 'http', status: 200, body: `{"state":"${state}","arrives":"2026-11-20"}` },
});
const who = (person: 'human' | 'voicemail' | 'silence' | 'unknown'): CaseStep => ({
  answer: { ok: true, what: 'detected', person, ms: 800 },
});
const { communicated, voicemail, silence, transferSucceeded, transferFailed } = AiCallResult;

/** Steps, the last line that is said, and what it ends as. */
type Talk = [string, CaseStep[], string, AiCallResult, ('en' | 'es' | 'zh' | 'id')?];

const talks: Record<TemplateKey, Talk[]> = {
  reception: [
    [
      'sales by key',
      [hours(true), no, ...say('hello I want to talk'), { keys: '1' }, yes],
      'I connect you with sales.',
      transferSucceeded,
    ],
    [
      'support in Spanish, which nobody takes, then a callback',
      [hours(true), no, ...say('hola, necesito ayuda por favor', 'necesito ayuda'), no, ...say('sí'), yes],
      'Le llamaremos en cuanto alguien esté libre. ¡Hasta luego!',
      transferFailed,
    ],
    [
      'hours in Chinese, then somebody',
      [hours(true), no, ...say('你好', '营业时间'), { keys: '0' }, yes],
      '请稍等。',
      transferSucceeded,
    ],
    [
      'in Indonesian, nobody free, rather a message',
      [hours(true), no, ...say('halo saya mau bicara', 'penjualan'), no, ...say('tidak'), yes],
      'Terima kasih. Sampai jumpa!',
      voicemail,
    ],
    [
      'no language, not understood, nobody, not understood, no mailbox',
      [hours(true), no, silent, ...say('la la', 'la la', 'la la'), no, ...say('la la', 'la la'), no],
      'Thank you. Goodbye!',
      transferFailed,
    ],
    ['silence in the menu', [hours(true), no, silent, ...silences(3)], 'Thank you. Goodbye!', silence],
    [
      'silence after nobody was free',
      [hours(true), no, silent, { keys: '2' }, no, ...silences(2)],
      'Thank you. Goodbye!',
      transferFailed,
    ],
    [
      'a callback that cannot be kept',
      [hours(true), no, silent, { keys: '1' }, no, ...say('yes'), no, yes],
      'Thank you. Goodbye!',
      voicemail,
    ],
    ['closed, a message', [hours(false), yes], 'Thank you. Goodbye!', voicemail],
  ],
  appointment: [
    [
      'booked',
      [
        ...say('I want to make an appointment', 'tomorrow', 'half past three pm', 'Ana Lopez', 'yes that is right'),
        yes,
      ],
      'You are booked. See you then!',
      communicated,
    ],
    [
      'booked in Spanish after putting it right',
      [
        ...say(
          'quiero hacer una cita',
          'el viernes',
          'a las diez de la mañana',
          'Ana',
          'no',
          'mañana',
          'a las once de la mañana',
          'Ana',
          'sí',
        ),
        no,
      ],
      'Su cita está hecha. ¡Nos vemos!',
      communicated,
      'es',
    ],
    [
      'cancelled by keys, in Chinese',
      [...say('取消预约'), { keys: '12345#' }, ...say('对')],
      '编号 1 2 3 4 5 已取消。再见！',
      communicated,
      'zh',
    ],
    [
      'not understood, somebody helps',
      [...say('la la', 'la la', 'la la'), yes],
      'Somebody will help you. One moment.',
      transferSucceeded,
    ],
    [
      'a day that is never one, nobody helps',
      [...say('book', 'yesterday', 'last year', 'hm'), no],
      'Nobody is free right now. Please call again later.',
      transferFailed,
    ],
    [
      'a time that is too late',
      [...say('book', 'tomorrow', 'ten pm', 'nine pm', 'eight pm'), yes],
      'Somebody will help you. One moment.',
      transferSucceeded,
    ],
    [
      'no name',
      [...say('book', 'tomorrow', 'ten am', 'x', 'y', 'z'), yes],
      'Somebody will help you. One moment.',
      transferSucceeded,
    ],
    [
      'neither right nor wrong',
      [...say('book', 'tomorrow', 'ten am', 'Ana', 'hm', 'hm'), yes],
      'Somebody will help you. One moment.',
      transferSucceeded,
    ],
    [
      'a reference that is none',
      [...say('cancel', 'hm', 'hm', 'hm'), yes],
      'Somebody will help you. One moment.',
      transferSucceeded,
    ],
    ['silence at once', silences(3), 'I cannot hear you. Goodbye!', silence],
    ['silence for the day', [...say('book'), ...silences(3)], 'I cannot hear you. Goodbye!', communicated],
    ['silence for the time', [...say('book', 'tomorrow'), ...silences(3)], 'I cannot hear you. Goodbye!', communicated],
    [
      'silence for the name',
      [...say('book', 'tomorrow', 'ten am'), ...silences(3)],
      'I cannot hear you. Goodbye!',
      communicated,
    ],
    [
      'silence when asked back',
      [...say('book', 'tomorrow', 'ten am', 'Ana'), ...silences(2)],
      'I cannot hear you. Goodbye!',
      communicated,
    ],
    [
      'silence for the reference, in Indonesian',
      [...say('batalkan'), ...silences(3)],
      'Saya tidak mendengar Anda. Sampai jumpa!',
      communicated,
      'id',
    ],
  ],
  survey: [
    ['pleased', [...say('sure'), { keys: '5' }, yes], 'Thank you very much. Goodbye!', communicated],
    [
      'not pleased, in Indonesian',
      [...say('boleh', 'dua'), yes, ...say('terlalu lama'), yes],
      'Terima kasih. Kami akan memperbaikinya. Sampai jumpa!',
      communicated,
      'id',
    ],
    [
      'not pleased, without a word',
      [...say('yes'), { keys: '1' }, yes, silent],
      'Thank you. We will do better. Goodbye!',
      communicated,
    ],
    ['not now', say('no thanks'), 'Another time, then. Goodbye!', communicated],
    ['not understood', say('hm', 'hm'), 'Another time, then. Goodbye!', communicated],
    ['silence', silences(2), '那下次吧。再见！', silence, 'zh'],
    ['no score', [...say('claro'), ...silences(2)], 'Será en otra ocasión. ¡Hasta luego!', communicated, 'es'],
  ],
  debtReminder: [
    [
      'a machine hears nothing of it',
      [who('voicemail')],
      'Hello, this is a message for Ana Lopez. Please call us back. Thank you.',
      voicemail,
    ],
    ['nobody', [who('silence')], '', silence],
    [
      'somebody else hears nothing of it',
      [who('human'), ...say('no')],
      'Sorry for the trouble. Goodbye!',
      communicated,
    ],
    [
      'nor somebody who does not say',
      [who('unknown'), ...say('hm', 'hm')],
      'Sorry for the trouble. Goodbye!',
      communicated,
    ],
    ['nor silence', [who('human'), ...silences(2)], 'Hello! Am I speaking with Ana Lopez?', silence],
    [
      'pays now',
      [who('human'), ...say('yes', 'I pay it now'), yes],
      'We sent you a message with the way to pay. Thank you!',
      communicated,
    ],
    [
      'pays now, but the message does not go out',
      [who('human'), ...say('yes', 'pay now'), no, yes],
      'I connect you. One moment.',
      transferSucceeded,
    ],
    [
      'promises a day, in Spanish',
      [who('human'), ...say('sí', 'la próxima semana', 'el viernes', 'sí'), yes],
      'Gracias, anotamos el 20/11/2026. ¡Hasta luego!',
      communicated,
      'es',
    ],
    [
      'promises a day too late',
      [who('human'), ...say('yes', 'name a day', 'the first of march', 'the second of march'), no],
      'Nobody is free right now. We call you again. Goodbye!',
      transferFailed,
    ],
    [
      'names no day',
      [who('human'), ...say('yes', 'name a day'), ...silences(2)],
      'On which day, within two weeks?',
      communicated,
    ],
    [
      'already paid, in Chinese',
      [who('human'), ...say('是的', '已经付了')],
      '谢谢，我们会核实。再见！',
      communicated,
      'zh',
    ],
    [
      'wants somebody, in Indonesian',
      [who('human'), ...say('ya', 'bicara dengan staf'), yes],
      'Saya sambungkan. Mohon tunggu.',
      transferSucceeded,
      'id',
    ],
    [
      'not understood',
      [who('human'), ...say('yes', 'hm', 'hm', 'hm'), yes],
      'I connect you. One moment.',
      transferSucceeded,
    ],
    [
      'silence',
      [who('human'), ...say('yes'), ...silences(3)],
      'An amount of 120.50 US dollars was due on 01/11/2026. Would you like to pay now, name a day, or talk to somebody?',
      communicated,
    ],
  ],
  orderStatus: [
    [
      'on its way',
      [...say('one two three four five'), order('sent'), ...say('hm')],
      'Thank you. Goodbye!',
      communicated,
    ],
    [
      'being prepared, then another, delivered',
      [{ keys: '1234#' }, order('paid'), { keys: '1' }, { keys: '5678#' }, order('delivered'), silent],
      'Thank you. Goodbye!',
      communicated,
    ],
    ['a state nobody knows', [{ keys: '1234#' }, order('lost'), yes], 'I connect you. One moment.', transferSucceeded],
    [
      'no such order, then one',
      [
        ...say('九九九九'),
        { answer: { ok: true, what: 'http', status: 404, body: '' } },
        ...say('一二三四'),
        order('sent'),
        { keys: '0' },
        yes,
      ],
      '正在为您转接，请稍等。',
      transferSucceeded,
      'zh',
    ],
    [
      'the shop does not answer, and nobody is free',
      [...say('nol satu dua tiga'), { answer: { ok: false, why: 'timeout' } }, no],
      'Belum ada yang bebas. Silakan telepon lagi nanti.',
      transferFailed,
      'id',
    ],
    ['no number', [...say('hm', 'hm', 'hm'), yes], 'I connect you. One moment.', transferSucceeded],
    ['silence', silences(3), 'Gracias. ¡Hasta luego!', silence, 'es'],
  ],
  offer: [
    ['taken by a key', [who('human'), { keys: '1' }, yes], 'I connect you. One moment.', transferSucceeded],
    [
      'taken by a word in Spanish, and nobody is free',
      [who('unknown'), ...say('sí'), no],
      'Nadie está libre ahora. Le volveremos a llamar. ¡Hasta luego!',
      transferFailed,
      'es',
    ],
    ['declined by a word in Chinese', [who('human'), ...say('不用')], '谢谢，再见！', communicated, 'zh'],
    [
      'declined by a key in Indonesian',
      [who('human'), { keys: '2' }],
      'Terima kasih. Sampai jumpa!',
      communicated,
      'id',
    ],
    ['not understood', [who('human'), ...say('hm', 'hm')], 'Thank you. Goodbye!', communicated],
    ['a person who says nothing', [who('human'), ...silences(2)], 'Thank you. Goodbye!', silence],
    ['a machine', [who('voicemail')], '', voicemail],
    ['nobody', [who('silence')], '', silence],
  ],
};
const values = { amount: 120.5, dueDay: '2026-11-01', payLink: 'https://pay.example/1' };
const keyed = Object.keys(templates) as TemplateKey[];
const playTalk = (key: TemplateKey, [name, steps, , , language]: Talk) =>
  playCase(
    templates[key](),
    FlowCase.parse({
      name,
      at: AT,
      language,
      caller: { fields: { full_name: 'Ana Lopez' } },
      values: key === 'debtReminder' ? values : {},
      steps,
      expects: [],
    }),
  );

describe.each(keyed)('the template %s', (key) => {
  test('[CC-07] has no problems, whoever takes over', () => {
    expect(problemsOf(templates[key]())).toEqual([]);
    expect(problemsOf(templates[key]({ groupId: 77, mailbox: 'desk' }))).toEqual([]);
  });

  test.each(talks[key])('[FLOW-11] %s', (...talk) => {
    const played = playTalk(key, talk);
    expect(played.unused).toEqual([]);
    expect([played.moments.at(-1)!.said.at(-1) ?? '', played.moments.at(-1)!.result]).toEqual([talk[2], talk[3]]);
  });

  test('[FLOW-11] every way of it is gone by one of these conversations', () => {
    const gone = new Set(
      talks[key].flatMap((talk) =>
        playTalk(key, talk)
          .moments.at(-1)!
          .branches.map(({ nodeId, branch }) => `${nodeId} ${branch}`),
      ),
    );
    expect(
      templates[key]()
        .edges.map(({ from, branch }) => `${from} ${branch}`)
        .filter((way) => !gone.has(way)),
    ).toEqual([]);
  });

  test('[FLOW-11] comes to an end with callers of every kind', () => {
    const persona = Persona.parse({
      name: 'Somebody',
      goals: ['book', 'yes', 'pay'],
      silentChance: 0.2,
      wrongChance: 0.2,
      unwillingChance: 0.05,
    });
    for (let seed = 0; seed < 20; seed += 1)
      expect(playCaller(templates[key](), persona, seed, { maxTurns: 200 }).wasCut).toBe(false);
  });
});

test('[FLOW-11] what is not for others is not said to them: the debt is told to nobody but the customer', () => {
  for (const talk of talks.debtReminder.slice(0, 5))
    expect(playTalk('debtReminder', talk).moments.at(-1)!.said.join(' ')).not.toMatch(/120|amount|due/);
});
