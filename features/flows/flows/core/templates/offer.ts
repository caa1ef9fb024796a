import type { Flow } from '#core/flow/flow.ts';
import { AGAIN, flowOf, NO, inFourLanguages, YES, type TemplatePlaces } from './build.ts';

/**
 * For calls that campaigns make: finds out who answered, makes an offer, and hands whoever wants to know more to a person. Taken and
 * declined by a key or a word. Machines and silence are hung up on.
 */
export const offer = ({ groupId = 1 }: TemplatePlaces = {}): Flow =>
  flowOf({
    nodes: {
      who: { kind: 'detect', name: 'Who answered' },
      nobody: { kind: 'hangUp', name: 'Nobody' },
      offer: {
        kind: 'menu',
        name: 'Offer',
        // Whoever answers still says hello.
        mayInterrupt: false,
        tries: 2,
        again: AGAIN,
        choices: [
          { key: '1', name: 'Yes', phrases: YES.examples },
          { key: '2', name: 'No', phrases: NO.examples },
        ],
        spoken: inFourLanguages(
          'Hello! We have a new offer for our customers. To hear more from a colleague, press one or say yes. If you would rather not, press two or say no.',
          '¡Hola! Tenemos una nueva oferta para nuestros clientes. Para saber más de un compañero, marque uno o diga sí. Si no le interesa, marque dos o diga no.',
          '您好！我们为客户准备了一项新优惠。想听同事介绍，请按一或者说是的。不需要，请按二或者说不用。',
          'Halo! Kami punya penawaran baru untuk pelanggan kami. Untuk penjelasan dari rekan kami, tekan satu atau katakan ya. Jika tidak berminat, tekan dua atau katakan tidak.',
        ),
      },
      connect: {
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
    ways: [
      'start next who',
      'who human offer',
      'who unknown offer',
      'who voicemail nobody',
      'who silence nobody',
      'offer 1 connect',
      'offer 2 bye',
      'offer other bye',
      'offer silent bye',
      'connect failed later',
    ],
  });
