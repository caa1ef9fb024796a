import { drawnCalls, type Stock } from './flow-answering-drawn.ts';
import type { RecordedCall } from './flow-answering.ts';

/**
 * Written after words were used as well as sound (the commit before has the rule and its words): sentences, voices, rings, beeps, levels and pauses
 * of no other set. A rule or a list of words that is changed because of one of these needs a new set.
 */
const fresh: Stock = {
  seed: 424_243,
  languages: ['en', 'es', 'zh', 'id', 'pt', 'fr'],
  people: {
    en: [
      'Hullo?',
      'Yep?',
      'Good day.',
      'Julia here.',
      'Hi there, who do you want to talk to?',
      'Maple Street Garage, Dave speaking, what is the trouble?',
      'Front desk, one moment please.',
      'Hello, sorry, I was in the garden.',
    ],
    es: [
      '¿Hola?',
      '¿Qué pasó?',
      'Buen día.',
      'Habla Julia.',
      '¿Con quién desea hablar?',
      'Taller de la calle Arce, habla David, ¿cuál es el problema?',
      'Recepción, un momento por favor.',
      'Hola, perdón, estaba en el jardín.',
    ],
    zh: [
      '喂，您好？',
      '嗯？',
      '下午好。',
      '我是小朱。',
      '你想找哪一位？',
      '枫叶修车厂，我姓戴，车子怎么了？',
      '前台，请稍等。',
      '喂，不好意思，刚才在院子里。',
    ],
    id: [
      'Halo, ya?',
      'Hmm?',
      'Selamat siang.',
      'Di sini Yuli.',
      'Mau bicara dengan siapa?',
      'Bengkel Jalan Mawar, dengan Dedi, mobilnya kenapa?',
      'Meja depan, sebentar ya.',
      'Halo, maaf, tadi saya di kebun.',
    ],
    pt: [
      'Oi, alô?',
      'Sim?',
      'Boa tarde.',
      'Aqui é a Júlia.',
      'Com quem deseja falar?',
      'Oficina da rua das Flores, Davi falando, qual é o problema?',
      'Portaria, um momento.',
      'Alô, desculpe, eu estava no jardim.',
    ],
    fr: [
      'Oui, allô ?',
      'Allô, j’écoute.',
      'Bonsoir.',
      'C’est Julie.',
      'À qui voulez-vous parler ?',
      'Garage de la rue des Érables, David, quel est le souci ?',
      'Accueil, un instant.',
      'Allô, pardon, j’étais au jardin.',
    ],
  },
  machines: {
    en: [
      'Hiya, Julia is out and about. Say something nice and I will ring you when I am home.',
      'The wireless customer you dialed has travelled outside the coverage area. Please hang up and try your call once more.',
      'Maple Street Garage is open Monday to Saturday. For towing, press one. For the workshop, press two.',
      'This phone does not accept calls from unknown people. Please text your name.',
    ],
    es: [
      'Qué onda, Julia anda fuera. Di algo bonito y te marco cuando llegue a casa.',
      'El celular al que llamó se encuentra fuera de la zona de cobertura. Cuelgue y marque más tarde.',
      'El taller de la calle Arce abre de lunes a sábado. Para grúas, marque uno. Para el taller, marque dos.',
      'Este teléfono no acepta llamadas de desconocidos. Envíe un texto con su nombre.',
    ],
    zh: [
      '你好呀，小朱出门了。有话请说，到家我打给你。',
      '您所拨打的手机不在覆盖范围内。请您挂断后再试一次。',
      '枫叶修车厂周一到周六营业。拖车请按一。修车请按二。',
      '本机不接听陌生来电。请发短信说明姓名。',
    ],
    id: [
      'Hai, Yuli sedang keluar. Katakan sesuatu dan nanti saya telepon kalau sudah di rumah.',
      'Ponsel yang Anda hubungi berada di luar jangkauan. Tutup dan cobalah lain waktu.',
      'Bengkel Jalan Mawar buka Senin sampai Sabtu. Untuk derek, tekan satu. Untuk bengkel, tekan dua.',
      'Telepon ini tidak menerima panggilan dari orang tak dikenal. Kirimkan nama Anda lewat teks.',
    ],
    pt: [
      'Oi, a Júlia saiu. Diga alguma coisa boa e eu ligo quando chegar em casa.',
      'O celular que você chamou está fora da área de cobertura. Desligue e tente mais tarde.',
      'A oficina da rua das Flores abre de segunda a sábado. Para guincho, tecle um. Para a oficina, tecle dois.',
      'Este aparelho não aceita ligações de desconhecidos. Envie um texto com o seu nome.',
    ],
    fr: [
      'Coucou, Julie est sortie. Dites quelque chose de gentil et je rappelle en rentrant.',
      'Le portable que vous appelez est hors de la zone de couverture. Raccrochez et rappelez plus tard.',
      'Le garage de la rue des Érables est ouvert du lundi au samedi. Pour une dépanneuse, tapez un. Pour l’atelier, tapez deux.',
      'Ce téléphone n’accepte pas les inconnus. Envoyez un texte avec votre nom.',
    ],
  },
  curt: {
    en: ['Talk after the beep.', 'Julia, leave a note.', 'Messages only.'],
    es: ['Habla después del pitido.', 'Julia, deja un recado.', 'Solo mensajes.'],
    zh: ['听到哔声请说话。', '小朱，请留个话。', '只收留言。'],
    id: ['Bicara setelah bip.', 'Yuli, tinggalkan catatan.', 'Hanya pesan.'],
    pt: ['Fale depois do bipe.', 'Júlia, deixe um recado.', 'Só mensagens.'],
    fr: ['Parlez après le bip.', 'Julie, laissez un mot.', 'Messages seulement.'],
  },
  brief: {
    en: ['The party you called is not answering.', 'Calls to this line are barred.'],
    es: ['El abonado no contesta.', 'Esta línea no recibe llamadas.'],
    zh: ['被叫用户无人接听。', '此电话已经欠费。'],
    id: ['Pelanggan tidak menjawab.', 'Nomor tujuan salah.'],
    pt: ['O assinante não atende.', 'Esta linha não recebe chamadas.'],
    fr: ['Votre correspondant ne répond pas.', 'Cette ligne est suspendue.'],
  },
  voices: ['m3', 'f2', 'f5'],
  speeds: [0.95, 1.1, 1.25],
  rings: [
    { where: 'Norway', hz: [425], beats: [[1_000, 4_000]] },
    {
      where: 'Singapore',
      hz: [400, 425],
      beats: [
        [400, 200],
        [400, 2_000],
      ],
    },
    { where: 'Canada', hz: [440, 480], beats: [[2_000, 4_000]] },
    { where: 'Taiwan', hz: [440, 480], beats: [[1_000, 2_000]] },
    { where: 'Finland', hz: [425], beats: [[1_000, 4_500]] },
    {
      where: 'New Zealand',
      hz: [400, 450],
      beats: [
        [400, 200],
        [400, 2_000],
      ],
    },
  ],
  engaged: [
    { where: 'Brazil', hz: [425], beats: [[250, 250]] },
    { where: 'Poland', hz: [425], beats: [[500, 500]] },
    { where: 'Taiwan', hz: [480, 620], beats: [[500, 500]] },
  ],
  outOfOrder: [914, 1_429, 1_777],
  beeps: [
    { hz: [1_050], ms: 300 },
    { hz: [620], ms: 450 },
    { hz: [1_500], ms: 220 },
    { hz: [800], ms: 900 },
  ],
  noises: [50, 150, 300, 600],
  tones: [1_800, 3_500, 7_000],
  gains: [0.45, 0.65, 0.95],
  firstMs: [150, 2_800],
  pauseMs: [280, 820],
  beepAfterMs: [250, 1_600],
};

export const freshCalls = (): RecordedCall[] => drawnCalls(fresh, 2);
