import type { Flow } from '#core/flow/flow.ts';
import { AGAIN, NO, YES, flowOf, joined, inFourLanguages, type TemplatePart, type TemplatePlaces } from './build.ts';

/** By hours and in the caller's language: what it is about. */
const welcoming: TemplatePart = {
  nodes: {
    hours: { kind: 'hours', name: 'Open?' },
    language: {
      kind: 'detectLanguage',
      name: 'Language',
      spoken: inFourLanguages(
        'Hello! Hola! 您好！ Halo! How may I help you?',
        '¡Hola! Hello! 您好！ Halo! ¿En qué puedo ayudarle?',
        '您好！ Hello! ¡Hola! Halo! 请问有什么可以帮您？',
        'Halo! Hello! ¡Hola! 您好！ Ada yang bisa dibantu?',
      ),
    },
    menu: {
      kind: 'menu',
      name: 'What for',
      again: AGAIN,
      spoken: inFourLanguages(
        'For sales press 1 or say sales. For support press 2. For our opening hours press 3. To talk to somebody press 0.',
        'Para ventas marque 1 o diga ventas. Para soporte marque 2. Para nuestro horario marque 3. Para hablar con alguien marque 0.',
        '销售请按 1 或说销售，技术支持请按 2，营业时间请按 3，人工服务请按 0。',
        'Untuk penjualan tekan 1 atau katakan penjualan. Untuk bantuan tekan 2. Untuk jam buka tekan 3. Untuk bicara dengan staf tekan 0.',
      ),
      choices: [
        {
          key: '1',
          name: 'Sales',
          phrases: [
            'sales',
            'I want to buy something',
            'ventas',
            'quiero comprar',
            '销售',
            '我想买',
            'penjualan',
            'mau beli',
          ],
        },
        {
          key: '2',
          name: 'Support',
          phrases: [
            'support',
            'I need help',
            'it does not work',
            'soporte',
            'necesito ayuda',
            '技术支持',
            '需要帮助',
            'bantuan',
            'perlu bantuan',
          ],
        },
        {
          key: '3',
          name: 'Opening hours',
          phrases: [
            'opening hours',
            'when are you open',
            'horario',
            'cuándo abren',
            '营业时间',
            '几点开门',
            'jam buka',
          ],
        },
        {
          key: '0',
          name: 'Somebody',
          phrases: [
            'a person',
            'operator',
            'una persona',
            'operador',
            '人工',
            '人工服务',
            'operator manusia',
            'bicara dengan orang',
          ],
        },
      ],
    },
    open: {
      kind: 'say',
      name: 'Opening hours',
      spoken: inFourLanguages(
        'We are here Monday to Friday, from nine to six.',
        'Atendemos de lunes a viernes, de nueve a seis.',
        '我们周一至周五九点到六点营业。',
        'Kami buka Senin sampai Jumat, jam sembilan sampai enam.',
      ),
    },
  },
  ways: [
    'start next hours',
    'hours open language',
    'hours closed closed',
    'language detected menu',
    'language unknown menu',
    'menu 1 sales',
    'menu 2 support',
    'menu 3 open',
    'menu 0 desk',
    'menu other desk',
    'menu silent bye',
    'open next menu',
  ],
};

/** To whom it concerns. */
const connecting = (groupId: number): TemplatePart => ({
  nodes: {
    sales: {
      kind: 'transfer',
      name: 'To sales',
      to: { kind: 'group', groupId },
      spoken: inFourLanguages(
        'I connect you with sales.',
        'Le comunico con ventas.',
        '正在为您转接销售。',
        'Saya sambungkan ke bagian penjualan.',
      ),
    },
    support: {
      kind: 'transfer',
      name: 'To support',
      to: { kind: 'group', groupId },
      spoken: inFourLanguages(
        'I connect you with support.',
        'Le comunico con soporte.',
        '正在为您转接技术支持。',
        'Saya sambungkan ke bagian bantuan.',
      ),
    },
    desk: {
      kind: 'transfer',
      name: 'To somebody',
      to: { kind: 'group', groupId },
      spoken: inFourLanguages('One moment, please.', 'Un momento, por favor.', '请稍等。', 'Mohon tunggu sebentar.'),
    },
  },
  ways: ['sales failed offer', 'support failed offer', 'desk failed offer'],
});

/** Nobody is free: we call, if they like. */
const callingBack = (groupId: number): TemplatePart => ({
  nodes: {
    offer: {
      kind: 'listen',
      name: 'Call back?',
      intents: [YES, NO],
      again: AGAIN,
      tries: 2,
      spoken: inFourLanguages(
        'Nobody is free right now. Shall we call you back?',
        'Nadie está libre ahora. ¿Quiere que le llamemos?',
        '现在没有空闲的同事。需要我们给您回电吗？',
        'Saat ini belum ada yang bebas. Mau kami telepon kembali?',
      ),
    },
    callback: { kind: 'callback', name: 'Call back', groupId },
    soon: {
      kind: 'hangUp',
      name: 'We call back',
      spoken: inFourLanguages(
        'We call you back as soon as somebody is free. Goodbye!',
        'Le llamaremos en cuanto alguien esté libre. ¡Hasta luego!',
        '有空闲时我们会马上给您回电。再见！',
        'Kami telepon kembali begitu ada yang bebas. Sampai jumpa!',
      ),
    },
  },
  ways: [
    'offer yes callback',
    'offer no mailbox',
    'offer other mailbox',
    'offer silent bye',
    'callback next soon',
    'callback failed mailbox',
  ],
});

/** Nobody is there, or they would rather speak now. */
const takingAMessage = (mailbox: string): TemplatePart => ({
  nodes: {
    closed: {
      kind: 'say',
      name: 'Closed',
      spoken: inFourLanguages(
        'Thank you for calling. We are closed right now.',
        'Gracias por llamar. En este momento está cerrado.',
        '感谢来电。现在是非营业时间。',
        'Terima kasih telah menelepon. Saat ini kami tutup.',
      ),
    },
    mailbox: {
      kind: 'voicemail',
      name: 'Message',
      mailbox,
      spoken: inFourLanguages(
        'Please leave a message after the tone.',
        'Por favor deje un mensaje después del tono.',
        '请在提示音后留言。',
        'Silakan tinggalkan pesan setelah nada.',
      ),
    },
    bye: {
      kind: 'hangUp',
      name: 'Goodbye',
      spoken: inFourLanguages(
        'Thank you. Goodbye!',
        'Gracias. ¡Hasta luego!',
        '谢谢，再见！',
        'Terima kasih. Sampai jumpa!',
      ),
    },
  },
  ways: ['closed next mailbox', 'mailbox done bye', 'mailbox failed bye'],
});

/** Answers for a small firm: by hours, in the caller's language, to somebody, or a callback, or a message. */
export const reception = ({ groupId = 1, mailbox = 'main' }: TemplatePlaces = {}): Flow =>
  flowOf(joined(welcoming, connecting(groupId), callingBack(groupId), takingAMessage(mailbox)));
