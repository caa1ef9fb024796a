import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { BrainAsk, BrainTurn } from './brain.port.ts';
import { brainSuite } from './brain.suite.ts';
import { bestAnswer, scriptedBrain } from './scripted-brain.ts';

const shop = `# Opening hours
We are open from Monday to Friday from nine to six. On Saturdays we open at ten and close at two.

# Delivery
Orders are delivered within three working days. Delivery costs five dollars; above fifty dollars it is free.

Q: How do I return something?
A: Send it back within thirty days with the form in the parcel. You get your money back within a week.

Can I pay by card?
Yes, we take all common cards and bank transfer.

Warranty:
- Lamps have two years of warranty.
- Batteries have six months of warranty.`;

const tienda = `Abrimos de lunes a viernes de nueve a seis.

P: ¿Cómo devuelvo un producto?
R: Envíelo dentro de treinta días con el formulario del paquete.

El envío cuesta cinco dólares y tarda tres días.`;

const shopZh = `我们的营业时间是周一到周五上午九点到下午六点。

问：怎么退货？
答：请在三十天内寄回，并附上包裹里的退货单。

运费五元，满五十元免运费。`;

const toko = `Kami buka Senin sampai Jumat dari jam sembilan sampai jam enam.

T: Bagaimana cara mengembalikan barang?
J: Kirim kembali dalam tiga puluh hari dengan formulir di dalam paket.

Biaya pengiriman lima ribu rupiah.`;

const ask = (text: string, knowledge = shop, language = 'en', before: BrainTurn[] = []): BrainAsk => ({
  goal: 'Help',
  knowledge,
  language,
  tools: [{ name: 'book', purpose: 'Books', inputs: [] }],
  turns: [...before, { by: 'caller', text }],
});
const spoken = async (asked: BrainAsk) => {
  let text = '';
  for await (const piece of scriptedBrain().answer(asked, new AbortController().signal))
    if (piece.type === 'words') text += piece.text;
  return text;
};

describe('the scripted brain', () => {
  brainSuite(async () => ({
    brain: scriptedBrain(),
    known: { ask: ask('How much does delivery cost?'), contains: 'five dollars' },
    other: { ask: ask('Can I pay by card?'), contains: 'bank transfer' },
    unknown: ask('Who won the football match?'),
    calling: null,
    close: async () => undefined,
  }));

  test.each([
    ['When are you open on Saturdays?', shop, 'open at ten'],
    ['how long does a delivery take', shop, 'three working days'],
    ['I want to return a lamp I bought', shop, 'thirty days'],
    ['do you take credit cards', shop, 'all common cards'],
    ['How long is the warranty of batteries?', shop, 'six months'],
    ['¿Cuánto cuesta el envío?', tienda, 'cinco dólares'],
    ['Quiero devolver un producto', tienda, 'treinta días'],
    ['请问运费多少？', shopZh, '五元'],
    ['我想退货', shopZh, '三十天'],
    ['你们的营业时间是什么', shopZh, '周一到周五'],
    ['Berapa biaya pengiriman?', toko, 'lima ribu'],
    ['Saya mau mengembalikan barang', toko, 'tiga puluh hari'],
  ])('[FLOW-11] "%s" is answered from what it was given', (question, knowledge, contains) => {
    expect(bestAnswer(question, knowledge)?.join(' ')).toContain(contains);
  });

  test.each([
    ['Who won the football match?', shop],
    ['What is the weather in Paris tomorrow?', shop],
    ['¿Quién es el presidente?', tienda],
    ['今天天气怎么样', shopZh],
    ['Siapa presiden sekarang?', toko],
    ['Hello', shop],
    ['Anything', ''],
  ])('[FLOW-11] to "%s" it has no answer and says none', (question, knowledge) => {
    expect(bestAnswer(question, knowledge)).toBeNull();
  });

  test.each([
    ['en', 'automatic answer without a language model', 'I find no answer'],
    ['es', 'respuesta automática sin modelo', 'No encuentro respuesta'],
    ['zh', '没有使用语言模型', '找不到答案'],
    ['id', 'jawaban otomatis tanpa model', 'tidak menemukan'],
    ['fr', 'automatic answer without a language model', 'I find no answer'],
  ])(
    '[FLOW-11] in %s it says at first what it is, and honestly that it does not know',
    async (language, first, nothing) => {
      const before: BrainTurn[] = [
        { by: 'caller', text: 'Hello' },
        { by: 'brain', text: '…' },
      ];
      expect(await spoken(ask('xyzzy plugh', shop, language))).toMatch(new RegExp(`${first}.*${nothing}`));
      const later = await spoken(ask('xyzzy plugh', shop, language, before));
      expect(later).toContain(nothing);
      expect(later).not.toContain(first);
    },
  );

  test('[FLOW-11] every word of an answer stands in the knowledge: nothing is invented', () => {
    const words = shop.match(/[a-z]+/gi)!;
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...words, 'why', 'banana', 'price'), { maxLength: 8 }), (question) => {
        const plain = (text: string) => text.replace(/\s+/g, ' ');
        for (const sentence of bestAnswer(question.join(' '), shop) ?? [])
          expect(plain(shop)).toContain(plain(sentence));
      }),
    );
  });

  test('[FLOW-11] a long passage is told in a few sentences', () => {
    const long = Array.from(
      { length: 40 },
      (_, at) => `Rule ${at + 1} of the house concerns parking place ${at + 1}.`,
    ).join(' ');
    const answer = bestAnswer('What about parking place 17?', long)!;
    expect(answer.join(' ')).toContain('place 17.');
    expect(answer.join(' ').length).toBeLessThan(330);
  });

  test('[FLOW-11] a thick book is searched quickly enough for a call', () => {
    const book = Array.from(
      { length: 3_000 },
      (_, at) => `Article ${at} speaks of subject${at} and costs ${at} dollars.`,
    ).join('\n\n');
    expect(bestAnswer('what does subject2345 cost', book)?.join(' ')).toContain('Article 2345');
  });
});
