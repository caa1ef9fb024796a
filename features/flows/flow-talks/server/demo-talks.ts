import type { CaseStep } from '#core/flow/case.ts';
import type { CustomerLanguage } from '#shared/codes/customer-language.ts';
import type { Language } from '#shared/languages.ts';

/** What somebody did in a conversation of the demo. */
export interface DemoTalk {
  /** A node only this flow has. */
  has: string;
  minutesAgo: number;
  isTest: boolean;
  language: CustomerLanguage;
  steps: readonly CaseStep[];
}

const spoken: Record<Language, CustomerLanguage> = { 'en-US': 'en', 'es-MX': 'es', 'zh-CN': 'zh', 'id-ID': 'id' };

const lines: Record<
  Language,
  {
    hello: string;
    book: string;
    day: string;
    time: string;
    yes: string;
    cancel: string;
    support: string;
    better: string;
  }
> = {
  'en-US': {
    hello: 'Hello, good afternoon',
    book: 'I want an appointment',
    day: 'tomorrow',
    time: '3 pm',
    yes: 'yes',
    cancel: 'cancel my appointment',
    support: 'I need help',
    better: 'I waited too long.',
  },
  'es-MX': {
    hello: 'Hola, buenas tardes',
    book: 'quiero una cita',
    day: 'mañana',
    time: '3 pm',
    yes: 'sí',
    cancel: 'cancelar mi cita',
    support: 'necesito ayuda',
    better: 'Esperé demasiado.',
  },
  'zh-CN': {
    hello: '你好',
    book: '我想预约',
    day: '明天',
    time: '15:00',
    yes: '是的',
    cancel: '取消预约',
    support: '需要帮助',
    better: '等得太久了。',
  },
  'id-ID': {
    hello: 'Halo, selamat sore',
    book: 'mau buat janji',
    day: 'besok',
    time: '15:00',
    yes: 'ya',
    cancel: 'batalkan',
    support: 'perlu bantuan',
    better: 'Saya menunggu terlalu lama.',
  },
};

/** Somebody books, somebody is handed over, somebody cancels by key, nobody answers, and a test by text. */
export function demoTalks(language: Language, name = 'Lucía Hernández'): DemoTalk[] {
  const { hello, book, day, time, yes, cancel, support, better } = lines[language];
  const on = { language: spoken[language], isTest: false };
  const spokenSteps = (...texts: readonly string[]): CaseStep[] => texts.map((words) => ({ heard: words }));
  return [
    { ...on, has: 'visitor', minutesAgo: 35, steps: spokenSteps(book, day, time, name, yes) },
    { ...on, has: 'menu', minutesAgo: 140, steps: spokenSteps(hello, support) },
    {
      ...on,
      has: 'reference',
      minutesAgo: 1_500,
      steps: [...spokenSteps(cancel), { keys: '4711#' }, ...spokenSteps(yes)],
    },
    { ...on, has: 'visitor', minutesAgo: 2_950, steps: [{ silent: true }, { silent: true }, { silent: true }] },
    {
      ...on,
      has: 'score',
      minutesAgo: 15,
      isTest: true,
      steps: [...spokenSteps(yes), { keys: '2' }, ...spokenSteps(better)],
    },
  ];
}
