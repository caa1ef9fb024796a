import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeUlaw } from '#core/telephony/g711.ts';
import type { CustomerLanguage } from '#shared/codes/customer-language.ts';

const prompts = join(import.meta.dirname, '../../../../assets/prompts');
/** A phrase that is there in every language we speak, and spoken clearly. */
const PHRASE = 'voicemail.thanks';
const spokenIn: Partial<Record<CustomerLanguage, string>> = { en: 'en-US', es: 'es-MX', zh: 'zh-CN', id: 'id-ID' };

/** A phrase of ours with its words; English where the language has none. */
export function testPhrase(language: CustomerLanguage): {
  samples: Int16Array;
  text: string;
  language: CustomerLanguage;
} {
  const [spoken, folder] = spokenIn[language] ? [language, spokenIn[language]] : (['en', 'en-US'] as const);
  const { texts } = JSON.parse(readFileSync(join(prompts, 'texts.json'), 'utf8')) as {
    texts: Record<string, Record<string, string>>;
  };
  return {
    samples: decodeUlaw(readFileSync(join(prompts, folder, `${PHRASE}.ulaw`))),
    text: texts[PHRASE]?.[folder] ?? '',
    language: spoken,
  };
}

/** What a voice says when it is tried. */
export const probeSentences: Record<CustomerLanguage, string> = {
  es: 'Hola. Esta es una prueba de la voz.',
  en: 'Hello. This is a test of the voice.',
  hi: 'नमस्ते। यह आवाज़ की जाँच है।',
  ja: 'こんにちは。音声のテストです。',
  ru: 'Здравствуйте. Это проверка голоса.',
  uk: 'Добрий день. Це перевірка голосу.',
  sv: 'Hej. Det här är ett test av rösten.',
  zh: '您好，这是一次语音测试。',
  pt: 'Olá. Este é um teste da voz.',
  nl: 'Hallo. Dit is een test van de stem.',
  tr: 'Merhaba. Bu bir ses denemesidir.',
  fr: 'Bonjour. Ceci est un essai de la voix.',
  de: 'Guten Tag. Das ist eine Probe der Stimme.',
  id: 'Halo. Ini adalah uji coba suara.',
  ko: '안녕하세요. 음성 시험입니다.',
  it: 'Buongiorno. Questa è una prova della voce.',
};

/** What somebody who answers is asked when tried. */
export const testQuestion = {
  knowledge: 'The office is open from nine in the morning to five in the afternoon.',
  question: 'When is the office open?',
};
