import { DateFormat } from '#shared/codes/date-format.ts';
import { TimeFormat } from '#shared/codes/time-format.ts';
import { VariableType } from '#shared/codes/variable-type.ts';
import type { Flow } from '#core/flow/flow.ts';
import { AGAIN, flowOf, joined, inFourLanguages, variable, type TemplatePart, type TemplatePlaces } from './build.ts';

const variables = [
  variable('today', 'Today', VariableType.date, { valueFormat: DateFormat.yearFirst }),
  variable('latest', 'Latest day', VariableType.date, { valueFormat: DateFormat.yearFirst }),
  variable('day', 'Day', VariableType.date, { valueFormat: DateFormat.dayFirst }),
  variable('time', 'Time', VariableType.time, { valueFormat: TimeFormat.hours12 }),
  variable('visitor', 'Name', VariableType.text),
  variable('reference', 'Reference', VariableType.sequence),
];

/** What it is about. */
const greeting: TemplatePart = {
  nodes: {
    dates: {
      kind: 'setVariable',
      name: 'Which days',
      sets: [
        { attrKey: 'today', expression: 'today()' },
        { attrKey: 'latest', expression: 'addDays(today(), 90)' },
      ],
    },
    what: {
      kind: 'listen',
      name: 'What for',
      again: AGAIN,
      spoken: inFourLanguages(
        'Hello! Would you like to make an appointment, or cancel one?',
        '¡Hola! ¿Quiere hacer una cita o cancelar una?',
        '您好！您想预约还是取消预约？',
        'Halo! Mau membuat janji atau membatalkan janji?',
      ),
      intents: [
        {
          key: 'book',
          name: 'Book',
          examples: [
            'make an appointment',
            'I want an appointment',
            'book',
            'hacer una cita',
            'quiero una cita',
            '我想预约',
            '预约',
            'membuat janji',
            'mau buat janji',
          ],
        },
        {
          key: 'cancel',
          name: 'Cancel',
          examples: [
            'cancel',
            'cancel my appointment',
            'cancelar',
            'cancelar mi cita',
            '取消',
            '取消预约',
            'batalkan',
            'membatalkan janji',
          ],
        },
      ],
    },
  },
  ways: [
    'start next dates',
    'dates next what',
    'what book day',
    'what cancel reference',
    'what other desk',
    'what silent bye',
  ],
};

/** Day, time and name, until all of it is right. */
const booking: TemplatePart = {
  nodes: {
    day: {
      kind: 'collect',
      name: 'Which day',
      attrKey: 'day',
      min: '{{today}}',
      max: '{{latest}}',
      again: AGAIN,
      spoken: inFourLanguages(
        'Which day suits you?',
        '¿Qué día le conviene?',
        '您想约哪一天？',
        'Hari apa yang cocok?',
      ),
    },
    time: {
      kind: 'collect',
      name: 'What time',
      attrKey: 'time',
      min: '09:00',
      max: '17:30',
      again: AGAIN,
      spoken: inFourLanguages(
        'At what time, between nine and half past five?',
        '¿A qué hora, entre las nueve y las cinco y media?',
        '几点？我们从九点到下午五点半。',
        'Jam berapa, antara jam sembilan dan setengah enam sore?',
      ),
    },
    visitor: {
      kind: 'collect',
      name: 'Who',
      attrKey: 'visitor',
      minLength: 2,
      maxLength: 60,
      again: AGAIN,
      spoken: inFourLanguages(
        'And your name, please?',
        '¿Y su nombre, por favor?',
        '请问您贵姓大名？',
        'Boleh tahu nama Anda?',
      ),
    },
    right: {
      kind: 'listen',
      name: 'All right?',
      again: AGAIN,
      tries: 2,
      spoken: inFourLanguages(
        '{{visitor}}, on {{day}} at {{time}}. Is that right?',
        '{{visitor}}, el {{day}} a las {{time}}. ¿Es correcto?',
        '{{visitor}}，{{day}} {{time}}。对吗？',
        '{{visitor}}, tanggal {{day}} jam {{time}}. Benar?',
      ),
      intents: [
        {
          key: 'yes',
          name: '',
          examples: [
            'yes',
            'that is right',
            'correct',
            'sí',
            'correcto',
            'es correcto',
            '对的',
            '是的',
            '没错',
            'ya',
            'benar',
            'betul',
          ],
        },
        {
          key: 'no',
          name: '',
          examples: [
            'no',
            'wrong',
            'another day',
            'no es correcto',
            'otro día',
            '不对',
            '不是',
            'tidak',
            'salah',
            'hari lain',
          ],
        },
      ],
    },
    text: { kind: 'sms', name: 'Confirmation', text: '{{visitor}}: {{day}} {{time}}' },
    booked: {
      kind: 'hangUp',
      name: 'Booked',
      spoken: inFourLanguages(
        'You are booked. See you then!',
        'Su cita está hecha. ¡Nos vemos!',
        '预约成功。到时候见！',
        'Janji Anda sudah dibuat. Sampai bertemu!',
      ),
    },
  },
  ways: [
    'day collected time',
    'day invalid desk',
    'day silent bye',
    'time collected visitor',
    'time invalid desk',
    'time silent bye',
    'visitor collected right',
    'visitor invalid desk',
    'visitor silent bye',
    'right yes text',
    'right no day',
    'right other desk',
    'right silent bye',
    'text next booked',
    'text failed booked',
  ],
};

/** Takes one back, by its reference. */
const cancelling: TemplatePart = {
  nodes: {
    reference: {
      kind: 'collect',
      name: 'Which one',
      attrKey: 'reference',
      minLength: 4,
      maxLength: 8,
      again: AGAIN,
      spoken: inFourLanguages(
        'Please say or press your reference number, then hash.',
        'Diga o marque su número de referencia y luego gato.',
        '请说出或输入您的预约编号，按井号结束。',
        'Sebutkan atau tekan nomor referensi, lalu tanda pagar.',
      ),
      confirm: inFourLanguages(
        'Cancel number {{reference}}?',
        '¿Cancelar el número {{reference}}?',
        '取消编号 {{reference}}，对吗？',
        'Batalkan nomor {{reference}}?',
      ),
    },
    cancelled: {
      kind: 'hangUp',
      name: 'Cancelled',
      spoken: inFourLanguages(
        'Number {{reference}} is cancelled. Goodbye!',
        'El número {{reference}} queda cancelado. ¡Hasta luego!',
        '编号 {{reference}} 已取消。再见！',
        'Nomor {{reference}} sudah dibatalkan. Sampai jumpa!',
      ),
    },
  },
  ways: ['reference collected cancelled', 'reference invalid desk', 'reference silent bye'],
};

/** Somebody helps, or nobody can; and whoever is silent is let go. */
const helping = (groupId: number): TemplatePart => ({
  nodes: {
    desk: {
      kind: 'transfer',
      name: 'To somebody',
      to: { kind: 'group', groupId },
      spoken: inFourLanguages(
        'Somebody will help you. One moment.',
        'Alguien le ayudará. Un momento.',
        '马上为您转接人工，请稍等。',
        'Staf kami akan membantu. Mohon tunggu.',
      ),
    },
    sorry: {
      kind: 'hangUp',
      name: 'Nobody is free',
      spoken: inFourLanguages(
        'Nobody is free right now. Please call again later.',
        'Nadie está libre ahora. Por favor llame más tarde.',
        '现在没有空闲的同事，请稍后再拨。',
        'Belum ada yang bebas. Silakan telepon lagi nanti.',
      ),
    },
    bye: {
      kind: 'hangUp',
      name: 'Goodbye',
      spoken: inFourLanguages(
        'I cannot hear you. Goodbye!',
        'No le escucho. ¡Hasta luego!',
        '我听不到您的声音。再见！',
        'Saya tidak mendengar Anda. Sampai jumpa!',
      ),
    },
  },
  ways: ['desk failed sorry'],
});

/** Makes an appointment by day, time and name, or takes one back; somebody helps where it cannot. */
export const appointment = ({ groupId = 1 }: TemplatePlaces = {}): Flow =>
  flowOf({ variables, ...joined(greeting, booking, cancelling, helping(groupId)) });
