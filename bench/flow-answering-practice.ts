import { drawnCalls, type Stock } from './flow-answering-drawn.ts';
import type { RecordedCall } from './flow-answering.ts';

/** What the rule was made with the second time: look at these as often as you like. */
const practice: Stock = {
  seed: 20_261,
  languages: ['en', 'es', 'zh', 'id'],
  people: {
    en: [
      'Hello?',
      'Yeah?',
      'Hello, good afternoon.',
      'Hi, Peter speaking.',
      'Yes, who is calling?',
      'Northern Bank, good afternoon, this is Laura speaking.',
      'Garden Hotel reception, how can I help?',
      'Hello? Can you hear me?',
    ],
    es: [
      '¿Bueno?',
      '¿Sí?',
      '¿Hola, buenas noches?',
      'Sí, habla Pedro.',
      '¿De parte de quién?',
      'Banco del Norte, buenas tardes, le atiende Laura.',
      'Hotel Jardín, recepción, a sus órdenes.',
      '¿Bueno? ¿Me escucha?',
    ],
    zh: [
      '喂？',
      '喂，您好。',
      '哎，哪里？',
      '我是张伟，请讲。',
      '喂，请问你找谁？',
      '您好，北方银行，我是客服小李。',
      '花园酒店前台，您好。',
      '喂？听得见吗？',
    ],
    id: [
      'Halo?',
      'Ya?',
      'Halo, selamat malam.',
      'Ya, dengan Budi di sini.',
      'Maaf, ini siapa?',
      'Bank Utara, selamat siang, dengan Laras.',
      'Resepsionis Hotel Taman, ada yang bisa kami bantu?',
      'Halo? Kedengaran tidak?',
    ],
  },
  machines: {
    en: [
      'Hello. This is Peter. I am not able to come to the phone. Leave me a message and I will get back to you.',
      'The number you have dialed is not in service. Please check the number and dial again.',
      'Thank you for calling the Northern Bank. All our agents are busy. Please hold the line.',
      'Welcome to the voice mail of five five two, one four seven. Record your message after the signal.',
    ],
    es: [
      'Hola. Habla Pedro. No puedo atender el teléfono. Déjame un mensaje y te llamo más tarde.',
      'El teléfono que usted marcó está fuera del área de servicio. Le sugerimos llamar más tarde.',
      'Gracias por llamar al Banco del Norte. Todos nuestros ejecutivos están ocupados. Espere en la línea.',
      'Buzón de voz del cinco cinco dos, uno cuatro siete. Grabe su mensaje al escuchar la señal.',
    ],
    zh: [
      '你好。我是张伟。我现在不方便接电话。请给我留言，我会尽快回复。',
      '您拨打的号码是空号。请核对后再拨。',
      '欢迎致电北方银行。所有客服都在忙。请您稍候，不要挂机。',
      '您已进入五五二一四七的语音信箱。请在听到信号后录音。',
    ],
    id: [
      'Halo. Ini Budi. Saya belum bisa mengangkat telepon. Tinggalkan pesan dan saya akan menghubungi Anda.',
      'Nomor yang Anda hubungi sedang tidak aktif. Cobalah beberapa saat lagi.',
      'Terima kasih telah menghubungi Bank Utara. Semua petugas kami sedang sibuk. Mohon tunggu sebentar.',
      'Anda terhubung ke kotak suara lima lima dua, satu empat tujuh. Rekam pesan setelah bunyi nada.',
    ],
  },
  curt: {
    en: ['Leave a message after the beep.', 'Peter. Leave a message.', 'You know what to do.'],
    es: ['Deja tu recado después del tono.', 'Pedro. Deja un mensaje.', 'Ya sabes qué hacer.'],
    zh: ['听到嘀声后请留言。', '我是张伟，请留言。', '请说。'],
    id: ['Tinggalkan pesan setelah bunyi bip.', 'Budi. Tinggalkan pesan.', 'Silakan bicara.'],
  },
  brief: {
    en: ['The subscriber cannot be reached.', 'This mailbox is full.', 'Your call cannot be completed as dialed.'],
    es: ['El número marcado no existe.', 'El buzón está lleno.', 'Su llamada no puede ser completada.'],
    zh: ['您拨打的用户已关机。', '您呼叫的用户正忙。', '对不起，您拨的号码不存在。'],
    id: ['Nomor ini tidak terdaftar.', 'Kotak suara penuh.', 'Panggilan Anda tidak dapat diteruskan.'],
  },
  voices: [null, 'm1', 'm4', 'f1', 'f3'],
  speeds: [0.85, 1, 1.15, 1.3],
  rings: [
    { where: 'Mexico', hz: [425], beats: [[1_000, 4_000]] },
    { where: 'the United States', hz: [440, 480], beats: [[2_000, 4_000]] },
    {
      where: 'Ireland',
      hz: [400, 450],
      beats: [
        [400, 200],
        [400, 2_000],
      ],
    },
    { where: 'China', hz: [450], beats: [[1_000, 4_000]] },
    { where: 'Spain', hz: [425], beats: [[1_500, 3_000]] },
    { where: 'Austria', hz: [420], beats: [[1_000, 5_000]] },
    { where: 'Russia', hz: [425], beats: [[800, 3_200]] },
  ],
  engaged: [
    { where: 'Mexico', hz: [425], beats: [[250, 250]] },
    { where: 'the United States', hz: [480, 620], beats: [[500, 500]] },
    { where: 'Ireland', hz: [400], beats: [[375, 375]] },
  ],
  outOfOrder: [950, 1_400, 1_800],
  beeps: [
    { hz: [1_000], ms: 500 },
    { hz: [440], ms: 400 },
    { hz: [1_400], ms: 200 },
    { hz: [750], ms: 800 },
    { hz: [1_600], ms: 300 },
  ],
  noises: [40, 100, 250, 500, 800],
  tones: [1_500, 3_000, 6_000, 10_000],
  gains: [0.4, 0.7, 1],
  firstMs: [100, 2_500],
  pauseMs: [250, 800],
  beepAfterMs: [300, 1_500],
};

export const practiceCalls = (): RecordedCall[] => drawnCalls(practice, 12);
