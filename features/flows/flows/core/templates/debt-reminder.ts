import { DateFormat } from '#shared/codes/date-format.ts';
import { VariableType } from '#shared/codes/variable-type.ts';
import type { Flow } from '#core/flow/flow.ts';
import {
  AGAIN,
  NO,
  YES,
  flowOf,
  joined,
  inFourLanguages,
  variable,
  type TemplatePart,
  type TemplatePlaces,
} from './build.ts';

const variables = [
  variable('amount', 'Amount', VariableType.price, { currency: 'USD' }),
  variable('dueDay', 'Due', VariableType.date, { valueFormat: DateFormat.dayFirst }),
  variable('payLink', 'Where to pay', VariableType.text),
  variable('today', 'Today', VariableType.date),
  variable('latest', 'Latest day', VariableType.date),
  variable('promised', 'Promised day', VariableType.date, { valueFormat: DateFormat.dayFirst }),
];

/** Who answered, and whether it is the one: until then not a word of the debt. */
const findingThePerson: TemplatePart = {
  nodes: {
    who: { kind: 'detect', name: 'Who answered' },
    machine: {
      kind: 'hangUp',
      name: 'Machine',
      spoken: inFourLanguages(
        'Hello, this is a message for {{customer_full_name}}. Please call us back. Thank you.',
        'Hola, este es un mensaje para {{customer_full_name}}. Por favor llámenos. Gracias.',
        '您好，这是给 {{customer_full_name}} 的留言，请给我们回电。谢谢。',
        'Halo, ini pesan untuk {{customer_full_name}}. Mohon hubungi kami kembali. Terima kasih.',
      ),
    },
    nobody: { kind: 'hangUp', name: 'Nobody' },
    person: {
      kind: 'listen',
      name: 'Right person?',
      intents: [YES, NO],
      again: AGAIN,
      tries: 2,
      spoken: inFourLanguages(
        'Hello! Am I speaking with {{customer_full_name}}?',
        '¡Hola! ¿Hablo con {{customer_full_name}}?',
        '您好！请问是 {{customer_full_name}} 吗？',
        'Halo! Apakah saya berbicara dengan {{customer_full_name}}?',
      ),
    },
    wrong: {
      kind: 'hangUp',
      name: 'Wrong person',
      spoken: inFourLanguages(
        'Sorry for the trouble. Goodbye!',
        'Disculpe la molestia. ¡Hasta luego!',
        '抱歉打扰了。再见！',
        'Maaf mengganggu. Sampai jumpa!',
      ),
    },
  },
  ways: [
    'start next who',
    'who human person',
    'who voicemail machine',
    'who silence nobody',
    'who unknown person',
    'person yes dates',
    'person no wrong',
    'person other wrong',
    'person silent nobody',
  ],
};

/** What is due, and what they say to it. */
const reminding: TemplatePart = {
  nodes: {
    dates: {
      kind: 'setVariable',
      name: 'Which days',
      sets: [
        { attrKey: 'today', expression: 'today()' },
        { attrKey: 'latest', expression: 'addDays(today(), 14)' },
      ],
    },
    remind: {
      kind: 'listen',
      name: 'Reminder',
      again: AGAIN,
      spoken: inFourLanguages(
        'An amount of {{amount}} was due on {{dueDay}}. Would you like to pay now, name a day, or talk to somebody?',
        'Un monto de {{amount}} venció el {{dueDay}}. ¿Quiere pagar ahora, decir un día o hablar con alguien?',
        '您有一笔 {{amount}} 的款项已于 {{dueDay}} 到期。您想现在付款、约定日期，还是转人工？',
        'Tagihan {{amount}} jatuh tempo pada {{dueDay}}. Mau bayar sekarang, menentukan hari, atau bicara dengan staf?',
      ),
      intents: [
        {
          key: 'pay',
          name: 'Pay now',
          examples: ['pay now', 'I pay it now', 'pagar ahora', 'lo pago ahora', '现在付', '现在付款', 'bayar sekarang'],
        },
        {
          key: 'later',
          name: 'Name a day',
          examples: [
            'name a day',
            'next week',
            'I pay later',
            'decir un día',
            'la próxima semana',
            '约定日期',
            '下周',
            '晚点付',
            'menentukan hari',
            'minggu depan',
          ],
        },
        {
          key: 'paid',
          name: 'Already paid',
          examples: [
            'I already paid',
            'it is paid',
            'ya pagué',
            'ya está pagado',
            '已经付了',
            '付过了',
            'sudah bayar',
            'sudah saya bayar',
          ],
        },
        {
          key: 'person',
          name: 'Somebody',
          examples: [
            'talk to somebody',
            'a person',
            'that is wrong',
            'hablar con alguien',
            'una persona',
            '转人工',
            '人工',
            'bicara dengan staf',
          ],
        },
      ],
    },
  },
  ways: [
    'dates next remind',
    'remind pay link',
    'remind later day',
    'remind paid check',
    'remind person desk',
    'remind other desk',
    'remind silent nobody',
  ],
};

/** The way to pay, by message. */
const payingNow: TemplatePart = {
  nodes: {
    link: { kind: 'sms', name: 'Where to pay', text: '{{payLink}}' },
    sent: {
      kind: 'hangUp',
      name: 'Sent',
      spoken: inFourLanguages(
        'We sent you a message with the way to pay. Thank you!',
        'Le enviamos un mensaje con la forma de pago. ¡Gracias!',
        '付款方式已通过短信发给您。谢谢！',
        'Kami sudah mengirim pesan berisi cara membayar. Terima kasih!',
      ),
    },
  },
  ways: ['link next sent', 'link failed desk'],
};

/** A day within two weeks, kept with the customer. */
const promising: TemplatePart = {
  nodes: {
    day: {
      kind: 'collect',
      name: 'Which day',
      attrKey: 'promised',
      min: '{{today}}',
      max: '{{latest}}',
      again: AGAIN,
      tries: 2,
      spoken: inFourLanguages(
        'On which day, within two weeks?',
        '¿Qué día, dentro de dos semanas?',
        '两周之内，哪一天？',
        'Hari apa, dalam dua minggu ini?',
      ),
      confirm: inFourLanguages(
        'On {{promised}}, right?',
        'El {{promised}}, ¿correcto?',
        '{{promised}}，对吗？',
        'Tanggal {{promised}}, benar?',
      ),
    },
    promise: {
      kind: 'updateCustomer',
      name: 'Keep it',
      fields: [{ field: 'note', value: '{{amount}}: {{promised}}' }],
    },
    thanks: {
      kind: 'hangUp',
      name: 'Thanks',
      spoken: inFourLanguages(
        'Thank you, we note {{promised}}. Goodbye!',
        'Gracias, anotamos el {{promised}}. ¡Hasta luego!',
        '谢谢，我们记下了 {{promised}}。再见！',
        'Terima kasih, kami catat {{promised}}. Sampai jumpa!',
      ),
    },
  },
  ways: ['day collected promise', 'day invalid desk', 'day silent nobody', 'promise next thanks'],
};

/** They say they paid, or want somebody. */
const leavingItToUs = (groupId: number): TemplatePart => ({
  nodes: {
    check: {
      kind: 'hangUp',
      name: 'We check',
      spoken: inFourLanguages(
        'Thank you, we will check that. Goodbye!',
        'Gracias, lo verificaremos. ¡Hasta luego!',
        '谢谢，我们会核实。再见！',
        'Terima kasih, akan kami periksa. Sampai jumpa!',
      ),
    },
    desk: {
      kind: 'transfer',
      name: 'To somebody',
      to: { kind: 'group', groupId },
      spoken: inFourLanguages(
        'I connect you. One moment.',
        'Le comunico. Un momento.',
        '正在为您转接，请稍等。',
        'Saya sambungkan. Mohon tunggu.',
      ),
    },
    later: {
      kind: 'hangUp',
      name: 'We call again',
      spoken: inFourLanguages(
        'Nobody is free right now. We call you again. Goodbye!',
        'Nadie está libre ahora. Le volveremos a llamar. ¡Hasta luego!',
        '现在没有空闲的同事，我们会再给您打电话。再见！',
        'Belum ada yang bebas. Kami akan menelepon lagi. Sampai jumpa!',
      ),
    },
  },
  ways: ['desk failed later'],
});

/**
 * Reminds of an open amount: first who answered, then whether it is the right person; nothing of the debt is said to a machine or to somebody
 * else. Takes a promise of a day, sends the way to pay, or hands over.
 */
export const debtReminder = ({ groupId = 1 }: TemplatePlaces = {}): Flow =>
  flowOf({ variables, ...joined(findingThePerson, reminding, payingNow, promising, leavingItToUs(groupId)) });
