import type { Language } from '#shared/languages.ts';

/** Who says what: visitors and agents in turn, the visitor first. */
export type DemoChat = readonly string[];

/** What customers of a travel company write about. */
export const demoTalks: Record<Language, readonly DemoChat[]> = {
  'en-US': [
    [
      'Hi, can I change the date of my flight?',
      'Good morning! Of course. Which booking is it?',
      'AU-20417, I would like to leave two days later.',
      'There is a seat at the same price. Shall I change it?',
      'Yes please!',
      'Done, the new ticket is in your mail.',
    ],
    [
      'My suitcase did not arrive.',
      'I am sorry to hear that. Do you have the tag number?',
      '0731 558 220',
      'Thank you. It is in Lisbon and comes with the evening flight.',
      'Great, thanks for looking.',
    ],
    [
      'Do you have rooms with a sea view in July?',
      'We do, from the 4th on. For how many people?',
      'Two adults and one child.',
      'I put three offers together for you and send them now.',
    ],
    ['Is breakfast included?', 'Yes, for everybody in the room.'],
    [
      'I was charged twice for the same trip.',
      'I see both payments. The second one goes back to your card today.',
      'How long does it take?',
      'Three to five working days.',
    ],
    ['Can we bring our dog?', 'Small dogs are welcome. Please tell the hotel a week before.'],
  ],
  'es-MX': [
    [
      'Hola, ¿puedo cambiar la fecha de mi vuelo?',
      '¡Buenos días! Claro que sí. ¿Cuál es su reservación?',
      'AU-20417, quisiera salir dos días después.',
      'Hay lugar al mismo precio. ¿Hago el cambio?',
      'Sí, por favor.',
      'Listo, el boleto nuevo está en su correo.',
    ],
    [
      'Mi maleta no llegó.',
      'Lo siento mucho. ¿Tiene el número de la etiqueta?',
      '0731 558 220',
      'Gracias. Está en Lisboa y llega en el vuelo de la noche.',
      'Muchas gracias por buscarla.',
    ],
    [
      '¿Tienen habitaciones con vista al mar en julio?',
      'Sí, a partir del día 4. ¿Para cuántas personas?',
      'Dos adultos y un niño.',
      'Le preparé tres opciones y se las envío ahora.',
    ],
    ['¿Incluye el desayuno?', 'Sí, para todos los de la habitación.'],
    [
      'Me cobraron dos veces el mismo viaje.',
      'Veo los dos pagos. Hoy regresamos el segundo a su tarjeta.',
      '¿Cuánto tarda?',
      'De tres a cinco días hábiles.',
    ],
    ['¿Podemos llevar a nuestro perro?', 'Los perros pequeños son bienvenidos. Avise al hotel una semana antes.'],
  ],
  'zh-CN': [
    [
      '您好，我可以改签航班日期吗？',
      '早上好！可以的，请问您的订单号是？',
      'AU-20417，我想晚两天出发。',
      '还有同价座位，需要帮您改签吗？',
      '好的，谢谢！',
      '已改好，新机票已发到您的邮箱。',
    ],
    [
      '我的行李没有到。',
      '非常抱歉，请问行李牌号码是多少？',
      '0731 558 220',
      '谢谢，行李在里斯本，今晚的航班会送到。',
      '太好了，辛苦了。',
    ],
    ['七月有海景房吗？', '4 号起有房，请问几位入住？', '两大一小。', '我整理了三个方案，现在发给您。'],
    ['含早餐吗？', '含，房间里每位客人都有。'],
    ['同一趟行程扣了我两次款。', '我看到了两笔付款，第二笔今天退回您的卡。', '要多久到账？', '三到五个工作日。'],
    ['可以带狗吗？', '小型犬可以，请提前一周告知酒店。'],
  ],
  'id-ID': [
    [
      'Halo, bisakah saya mengubah tanggal penerbangan?',
      'Selamat pagi! Tentu. Nomor pemesanannya berapa?',
      'AU-20417, saya ingin berangkat dua hari kemudian.',
      'Ada kursi dengan harga sama. Saya ubah?',
      'Ya, tolong.',
      'Sudah, tiket barunya ada di email Anda.',
    ],
    [
      'Koper saya tidak tiba.',
      'Kami mohon maaf. Ada nomor labelnya?',
      '0731 558 220',
      'Terima kasih. Kopernya di Lisabon dan ikut penerbangan malam.',
      'Bagus, terima kasih.',
    ],
    [
      'Ada kamar dengan pemandangan laut bulan Juli?',
      'Ada, mulai tanggal 4. Untuk berapa orang?',
      'Dua dewasa dan satu anak.',
      'Saya siapkan tiga penawaran dan kirim sekarang.',
    ],
    ['Sarapan termasuk?', 'Ya, untuk semua tamu di kamar.'],
    [
      'Saya ditagih dua kali untuk perjalanan yang sama.',
      'Saya lihat kedua pembayarannya. Yang kedua dikembalikan hari ini.',
      'Berapa lama?',
      'Tiga sampai lima hari kerja.',
    ],
    ['Boleh membawa anjing?', 'Anjing kecil boleh. Beri tahu hotel seminggu sebelumnya.'],
  ],
};
