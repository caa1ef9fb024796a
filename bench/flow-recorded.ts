import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { joinedSamples } from '#core/sound/joined-samples.ts';
import { wavSamples } from '#core/sound/wav-samples.ts';
import type { Recognizer } from '#core/speech/recognizer.port.ts';
import type { Voice } from '#core/speech/voice.port.ts';
import { noise, onTheLine, spoken } from './flow-sounds.ts';

/** Where Debian's asterisk-core-sounds-en-wav and -es-wav put them; elsewhere by OPENSEAT_RECORDED. */
const FOLDER = process.env['OPENSEAT_RECORDED'] ?? '/usr/share/asterisk/sounds';
const spokenBy = { en: 'en_US_f_Allison', es: 'es_MX_f_Allison' } as const;
const numbers = '0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 30 40 50 60 70 80 90'.split(' ');
const words = {
  en: 'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety Sunday Monday Tuesday Wednesday Thursday Friday Saturday January February March April May June July August September October November December',
  es: 'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa domingo lunes martes miércoles jueves viernes sábado enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
};
const files = [
  ...numbers,
  ...Array.from({ length: 7 }, (_, at) => `day-${at}`),
  ...Array.from({ length: 12 }, (_, at) => `mon-${at}`),
];

/** What callers answer, as `flow-phrases.ts` has it in English. */
const answers = {
  es: 'Quiero pagar mi factura|Hablar con un agente|Cancelar mi pedido|Rastrear mi paquete|Cambiar mi contraseña|Soporte técnico|Horario de atención|No me interesa|Renovar mi contrato|Cerrar mi cuenta|Reportar un problema|Ya pagué',
  id: 'Saya mau membayar tagihan|Bicara dengan petugas|Batalkan pesanan saya|Lacak paket saya|Ganti kata sandi|Bantuan teknis|Jam buka|Saya tidak tertarik|Perpanjang kontrak|Tutup rekening saya|Laporkan masalah|Saya sudah bayar',
  zh: '我要付款|转人工|取消订单|查询包裹|重置密码|技术支持|营业时间|我不感兴趣|续签合同|注销账户|报告问题|已经付了',
};

export interface ClosedFigures {
  said: number;
  right: number;
  /** Taken for another. */
  wrong: number;
  /** Of as many that were none of them. */
  taken: number;
}

/** Phrases are learned while a flow talks; here nobody does. */
const LEARNING_MS = 8_000;
const AMONG = 12;

/** Numbers, days and months as one woman recorded them, each among eleven others by chance; null where the recordings are not installed. */
export async function recordedFigures(recognizer: Recognizer, language: 'en' | 'es'): Promise<ClosedFigures | null> {
  const folder = join(FOLDER, spokenBy[language], 'digits');
  if (!files.every((file) => existsSync(join(folder, `${file}.wav`)))) return null;
  const sounds = files.map((file) => wavSamples(readFileSync(join(folder, `${file}.wav`)))!.samples);
  return closedFigures(recognizer, language, words[language].split(' '), sounds);
}

/** Whole answers in the embedded voice, by a speaker it does not learn from: better than any caller would be understood. */
export async function answerFigures(
  { voice, recognizer }: { voice: Voice; recognizer: Recognizer },
  language: keyof typeof answers,
): Promise<ClosedFigures> {
  const texts = answers[language].split('|');
  const sounds: Int16Array[] = [];
  for (const text of texts) sounds.push(await spoken(voice, text, language, { variant: 'm2', speed: 1.1 }));
  return closedFigures(recognizer, language, texts, sounds);
}

async function closedFigures(
  recognizer: Recognizer,
  language: 'en' | 'es' | 'id' | 'zh',
  texts: readonly string[],
  sounds: readonly Int16Array[],
): Promise<ClosedFigures> {
  const figures: ClosedFigures = { said: 0, right: 0, wrong: 0, taken: 0 };
  recognizer.expect?.({ languages: [language], phrases: texts.slice(0, 30) });
  recognizer.expect?.({ languages: [language], phrases: texts.slice(30) });
  await new Promise((resolve) => void setTimeout(resolve, LEARNING_MS));
  let last = 7;
  const chance = (): number => (last = (last * 48_271) % 2_147_483_647);
  for (const [at, text] of texts.entries()) {
    const others = texts.filter((one) => one !== text).toSorted(() => (chance() % 2) * 2 - 1);
    const turn = (phrases: readonly string[]) => {
      const opened = recognizer.open({ languages: [language], phrases });
      opened.write(onTheLine(joinedSamples([noise(200), sounds[at]!, noise(200)])));
      return opened.finish();
    };
    const [among, without] = [
      await turn([text, ...others.slice(0, AMONG - 1)]),
      await turn(others.slice(0, AMONG - 1)),
    ];
    figures.said += 1;
    if (among.phrase === text) figures.right += 1;
    else if (among.phrase !== null) figures.wrong += 1;
    if (without.phrase !== null) figures.taken += 1;
  }
  return figures;
}
