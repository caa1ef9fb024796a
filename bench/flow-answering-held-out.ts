import type { CustomerLanguage } from '#shared/codes/customer-language.ts';
import type { Answer, Part, Speaker } from './flow-answering.ts';

/*
 * Calls the rule never heard while it was made: other sentences, voices, beeps, rings of other countries, and lines with noise. They
 * are measured and left alone: a rule that is changed because of one of these needs a new set. After the second measuring it was, so the
 * measure is now flow-answering-unheard.ts.
 */

/** Unlike those the rule was made with, and each on another line. */
const speakers: readonly Speaker[] = [
  { variant: 'm3', speed: 0.9, noise: 40 },
  { variant: 'f2', speed: 1.1, noise: 150 },
  { variant: 'm7', speed: 1.05, noise: 400 },
  { variant: 'f5', speed: 0.95, noise: 800 },
];

/** Pairs of on and off, in milliseconds, again and again. */
interface Ring {
  where: string;
  hz: readonly number[];
  beats: readonly [on: number, off: number][];
}
const rings: readonly Ring[] = [
  {
    where: 'United Kingdom',
    hz: [400, 450],
    beats: [
      [400, 200],
      [400, 2_000],
    ],
  },
  { where: 'France', hz: [440], beats: [[1_500, 3_500]] },
  { where: 'Japan', hz: [384, 416], beats: [[1_000, 2_000]] },
  { where: 'Sweden', hz: [425], beats: [[1_000, 5_000]] },
];
const beeps = [
  { hz: [1_100], ms: 300 },
  { hz: [620], ms: 1_000 },
  { hz: [2_000], ms: 200 },
  { hz: [480, 620], ms: 500 },
];

const people: Record<'en' | 'es' | 'zh' | 'id', readonly string[]> = {
  en: [
    'Good evening?',
    'Speaking.',
    'Who is this, please?',
    'Harbour Clinic, how may I help you?',
    'Hi, sorry, one second. Yes, hello?',
    'Tom here.',
  ],
  es: [
    '¿Sí, dígame?',
    '¿Aló?',
    'Buenas tardes, ¿con quién tengo el gusto?',
    'Clínica del Puerto, ¿en qué le puedo ayudar?',
    'Sí, un momento. Ya, ¿quién es?',
    'Soy Tomás.',
  ],
  zh: [
    '哪位？',
    '你好，我是小王。',
    '喂，听得到吗？',
    '您好，海港诊所，有什么可以帮您？',
    '等一下。好了，你说。',
    '是我。',
  ],
  id: [
    'Selamat sore?',
    'Siapa ya?',
    'Iya, ada apa?',
    'Klinik Pelabuhan, ada yang bisa dibantu?',
    'Sebentar ya. Iya, halo, siapa?',
    'Saya Tomi.',
  ],
};
const machines: Record<'en' | 'es' | 'zh' | 'id', readonly string[]> = {
  en: [
    'You have called the Miller family. We are out at the moment, but if you tell us who you are we will call you back.',
    'Your call has been forwarded to an automatic voice message system.',
    'We are closed. Our opening hours are from nine to five on weekdays. Leave a message and somebody will return your call tomorrow.',
    'Not here, talk to the machine.',
  ],
  es: [
    'Se ha comunicado con la familia Molina. Ahora no estamos en casa, pero si nos dice quién es le devolvemos la llamada.',
    'Su llamada será transferida al buzón de voz.',
    'Nuestro horario de atención es de nueve a cinco, de lunes a viernes. Grabe su recado y mañana le llamamos.',
    'No estoy, hable con la máquina.',
  ],
  zh: [
    '这里是李家，我们现在不在家，请告诉我们您是谁，我们会尽快给您回电话。',
    '您的来电已被转接至自动语音留言系统。',
    '我们的营业时间是周一至周五上午九点到下午五点，请您留下口信，明天会有同事联系您。',
    '我不在，请对机器说话。',
  ],
  id: [
    'Anda menghubungi keluarga Wijaya. Kami sedang tidak di rumah, sebutkan nama Anda dan kami akan menelepon kembali.',
    'Panggilan Anda dialihkan ke kotak suara.',
    'Jam buka kami pukul sembilan sampai lima, Senin sampai Jumat. Rekam pesan Anda dan besok kami hubungi.',
    'Saya tidak ada, bicara dengan mesin saja.',
  ],
};

const ringing = ({ hz, beats }: Ring, times: number): Part[] =>
  Array.from({ length: times }, () => beats.flatMap(([on, off]): Part[] => [{ hz, ms: on }, off])).flat();

function answersIn(language: 'en' | 'es' | 'zh' | 'id', at: number): { answer: Answer; how: Speaker }[] {
  const own = rings[at]!;
  const other = rings[(at + 1) % rings.length]!;
  const beep = (turn: number): Part => beeps[(at + turn) % beeps.length]!;
  const phrases = people[language];
  const greetings = machines[language];
  const answers: Omit<Answer, 'language'>[] = [
    ...phrases.map((words, index) => ({
      is: 'human' as const,
      what: words,
      parts: [150 + index * 300, { words }, 3_500],
    })),
    {
      is: 'human',
      what: `ringing as in ${own.where}, ${phrases[2]}`,
      parts: [...ringing(own, 2), { words: phrases[2]! }, 3_500],
    },
    {
      is: 'human',
      what: `ringing as in ${other.where}, ${phrases[0]}`,
      parts: [...ringing(other, 1), { words: phrases[0]! }, 3_500],
    },
    ...greetings.map((words, index) => ({
      is: 'voicemail' as const,
      what: words,
      parts: [400 + index * 200, { words }, 700, beep(index), 3_000],
    })),
    { is: 'voicemail', what: `${greetings[0]} (no beep)`, parts: [600, { words: greetings[0]! }, 4_000] },
    {
      is: 'voicemail',
      what: `ringing as in ${own.where}, ${greetings[2]}`,
      parts: [...ringing(own, 2), { words: greetings[2]! }, 400, beep(1), 3_000],
    },
    {
      is: 'voicemail',
      what: `ringing as in ${other.where}, ${greetings[1]}`,
      parts: [...ringing(other, 1), { words: greetings[1]! }, 900, beep(2), 3_000],
    },
    { is: 'silence', what: 'a line with noise and nobody', parts: [12_000] },
    { is: 'silence', what: `ringing as in ${own.where}, then nobody`, parts: [...ringing(own, 3), 12_000] },
  ];
  return answers.map((answer, index) => ({
    answer: { language: language satisfies CustomerLanguage, ...answer },
    how: speakers[(at + index) % speakers.length]!,
  }));
}

/** 68 calls in four languages. */
export const heldOutCalls: readonly { answer: Answer; how: Speaker }[] = (['en', 'es', 'zh', 'id'] as const).flatMap(
  answersIn,
);
