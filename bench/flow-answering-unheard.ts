import { drawnCalls, type Stock } from './flow-answering-drawn.ts';
import type { RecordedCall } from './flow-answering.ts';

/**
 * Written after the rule was finished: sentences, two languages, voices, rings, beeps, levels and pauses it was not made with. A rule that
 * is changed because of one of these needs a new set.
 */
const unheard: Stock = {
  seed: 777_013,
  languages: ['en', 'es', 'zh', 'id', 'pt', 'fr'],
  people: {
    en: [
      'Hey?',
      'Yes, hello?',
      'Morning!',
      'This is she.',
      'Sorry, who am I speaking to?',
      'Riverside Dental, Karen here, what can I do for you?',
      'City Library, information desk.',
      'Hello, hang on, let me turn the radio down.',
    ],
    es: [
      '¿Mande?',
      '¿Sí, bueno?',
      '¡Buenas!',
      'Ella habla.',
      'Disculpe, ¿con quién hablo?',
      'Dental del Río, Carmen a sus órdenes, ¿qué se le ofrece?',
      'Biblioteca Central, informes.',
      'Bueno, espéreme, que bajo el radio.',
    ],
    zh: [
      '喂喂？',
      '嗯，你好？',
      '早！',
      '我就是。',
      '不好意思，您是哪位？',
      '河边牙科，我是小陈，您需要什么？',
      '市图书馆服务台。',
      '喂，等等，我把音乐关小一点。',
    ],
    id: [
      'Ya, halo?',
      'Hei?',
      'Pagi!',
      'Saya sendiri.',
      'Maaf, saya bicara dengan siapa?',
      'Klinik Gigi Sungai, dengan Karin, bisa dibantu?',
      'Perpustakaan Kota, bagian informasi.',
      'Halo, tunggu, saya kecilkan radionya dulu.',
    ],
    pt: [
      'Alô?',
      'Oi?',
      'Pronto!',
      'É ela.',
      'Desculpe, quem está falando?',
      'Dentista do Rio, aqui é a Carla, em que posso ajudar?',
      'Biblioteca Municipal, informações.',
      'Alô, espera, vou baixar o rádio.',
    ],
    fr: [
      'Allô ?',
      'Oui ?',
      'Bonjour !',
      'Elle-même.',
      'Pardon, qui est à l’appareil ?',
      'Cabinet dentaire de la Rive, Claire à votre service.',
      'Bibliothèque municipale, bonjour.',
      'Allô, attendez, je baisse la radio.',
    ],
  },
  machines: {
    en: [
      'Hey, it is Karen. I am probably driving. Text me, or talk after the tone.',
      'The person you are trying to reach has a voice mailbox that has not been set up yet. Goodbye.',
      'You have reached Riverside Dental. Our office is closed for the holidays. In an emergency, please go to the nearest hospital.',
      'We are sorry, this number has been disconnected or is no longer in use.',
    ],
    es: [
      'Qué tal, soy Carmen. Seguramente voy manejando. Mándame un mensaje de texto o habla después del tono.',
      'La persona a la que llama aún no ha activado su buzón. Hasta luego.',
      'Está llamando a Dental del Río. Nuestro consultorio cierra por vacaciones. En caso de urgencia, acuda al hospital más cercano.',
      'Lo sentimos, este número fue desconectado o ya no está en uso.',
    ],
    zh: [
      '嗨，我是小陈。我大概在开车。请发短信，或者在哔声后说话。',
      '您所呼叫的用户尚未开通留言功能。再见。',
      '这里是河边牙科。节日期间我们休息。如有急诊，请前往最近的医院。',
      '很抱歉，这个号码已经停用，请查询后再打。',
    ],
    id: [
      'Hai, ini Karin. Mungkin saya sedang menyetir. Kirim pesan singkat, atau bicara setelah nada.',
      'Orang yang Anda hubungi belum mengaktifkan kotak pesan. Sampai jumpa.',
      'Anda menelepon Klinik Gigi Sungai. Kami tutup selama hari raya. Untuk keadaan darurat, silakan ke rumah sakit terdekat.',
      'Mohon maaf, nomor ini sudah diputus atau tidak dipakai lagi.',
    ],
    pt: [
      'Oi, é a Carla. Devo estar dirigindo. Mande uma mensagem ou fale depois do sinal.',
      'A pessoa chamada ainda não ativou a caixa postal. Até logo.',
      'Você ligou para o Dentista do Rio. Estamos fechados no feriado. Em caso de emergência, procure o hospital mais próximo.',
      'Desculpe, este número foi desligado ou não existe mais.',
    ],
    fr: [
      'Salut, c’est Claire. Je suis sans doute au volant. Envoyez un message ou parlez après le bip.',
      'La personne appelée n’a pas encore activé sa messagerie. Au revoir.',
      'Vous êtes au cabinet dentaire de la Rive. Nous sommes fermés pendant les fêtes. En cas d’urgence, rendez-vous à l’hôpital le plus proche.',
      'Désolé, ce numéro n’est plus attribué ou n’est plus en service.',
    ],
  },
  curt: {
    en: ['Speak now.', 'Karen, not here, go ahead.', 'Your message, please.'],
    es: ['Hable ahora.', 'Carmen, no estoy, adelante.', 'Su mensaje, por favor.'],
    zh: ['现在请讲。', '小陈不在，请说吧。', '请留下口信。'],
    id: ['Bicara sekarang.', 'Karin tidak ada, silakan.', 'Pesan Anda, silakan.'],
    pt: ['Fale agora.', 'Carla, não estou, pode falar.', 'Seu recado, por favor.'],
    fr: ['Parlez maintenant.', 'Claire, absente, allez-y.', 'Votre message, merci.'],
  },
  brief: {
    en: ['All lines are busy.', 'This number is not assigned.'],
    es: ['Todas las líneas están ocupadas.', 'Este número no está asignado.'],
    zh: ['线路正忙。', '该号码没有分配。'],
    id: ['Semua saluran sedang sibuk.', 'Nomor ini belum terpasang.'],
    pt: ['Todas as linhas estão ocupadas.', 'Este número não existe.'],
    fr: ['Toutes les lignes sont occupées.', 'Ce numéro n’existe pas.'],
  },
  voices: ['m2', 'm5', 'f4'],
  speeds: [0.9, 1.05, 1.2],
  rings: [
    { where: 'South Korea', hz: [440, 480], beats: [[1_000, 2_000]] },
    {
      where: 'India',
      hz: [375, 425],
      beats: [
        [400, 200],
        [400, 2_000],
      ],
    },
    { where: 'Turkey', hz: [450], beats: [[2_000, 4_000]] },
    { where: 'Romania', hz: [450], beats: [[1_850, 4_150]] },
    { where: 'Portugal', hz: [425], beats: [[1_000, 5_000]] },
    { where: 'Israel', hz: [400], beats: [[1_000, 3_000]] },
    {
      where: 'Hong Kong',
      hz: [440, 480],
      beats: [
        [400, 200],
        [400, 3_000],
      ],
    },
    {
      where: 'Australia',
      hz: [413, 438],
      beats: [
        [400, 200],
        [400, 2_000],
      ],
    },
  ],
  engaged: [
    { where: 'Germany', hz: [425], beats: [[480, 480]] },
    { where: 'Italy', hz: [425], beats: [[200, 200]] },
    { where: 'South Korea', hz: [480, 620], beats: [[300, 200]] },
    { where: 'Japan', hz: [400], beats: [[500, 500]] },
  ],
  outOfOrder: [985, 1_370, 1_777],
  beeps: [
    { hz: [900], ms: 350 },
    { hz: [1_200], ms: 180 },
    { hz: [660], ms: 600 },
    { hz: [1_800], ms: 250 },
    { hz: [500], ms: 1_000 },
  ],
  noises: [60, 200, 350, 650, 900],
  tones: [1_200, 2_500, 5_000, 9_000],
  gains: [0.35, 0.6, 0.9],
  firstMs: [200, 3_000],
  pauseMs: [300, 950],
  beepAfterMs: [200, 1_800],
};

export const unheardCalls = (): RecordedCall[] => drawnCalls(unheard, 4);
