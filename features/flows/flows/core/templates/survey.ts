import { VariableType } from '#shared/codes/variable-type.ts';
import type { Flow } from '#core/flow/flow.ts';
import { AGAIN, NO, YES, flowOf, inFourLanguages, variable } from './build.ts';

/** Asks how somebody was served, and why where they were not pleased. */
export const survey = (): Flow =>
  flowOf({
    variables: [variable('score', 'Score', VariableType.number), variable('reason', 'Reason', VariableType.text)],
    nodes: {
      may: {
        kind: 'listen',
        name: 'May we ask?',
        intents: [YES, NO],
        again: AGAIN,
        tries: 2,
        spoken: inFourLanguages(
          'Hello! May we ask you two short questions about our service?',
          '¡Hola! ¿Podemos hacerle dos preguntas breves sobre nuestro servicio?',
          '您好！可以问您两个关于我们服务的小问题吗？',
          'Halo! Boleh kami ajukan dua pertanyaan singkat tentang layanan kami?',
        ),
      },
      score: {
        kind: 'survey',
        name: 'Score',
        maxKey: 5,
        saveAs: 'score',
        again: AGAIN,
        spoken: inFourLanguages(
          'From 1, very bad, to 5, very good: how were we?',
          'Del 1, muy mal, al 5, muy bien: ¿cómo le atendimos?',
          '从 1 分很差到 5 分很好，您给我们打几分？',
          'Dari 1, sangat buruk, sampai 5, sangat baik: bagaimana layanan kami?',
        ),
      },
      low: {
        kind: 'condition',
        name: 'Pleased?',
        cases: [
          { key: 'low', name: 'Not pleased', join: 'all', tests: [{ attrKey: 'score', is: 'atMost', than: '2' }] },
        ],
      },
      why: {
        kind: 'listen',
        name: 'Why',
        saveAs: 'reason',
        tries: 1,
        silenceMs: 10_000,
        spoken: inFourLanguages(
          'I am sorry to hear that. What should we do better?',
          'Lamento oírlo. ¿Qué deberíamos mejorar?',
          '很抱歉。您觉得我们哪里需要改进？',
          'Maaf mendengarnya. Apa yang harus kami perbaiki?',
        ),
      },
      keep: { kind: 'updateCustomer', name: 'Keep it', fields: [{ field: 'note', value: '{{score}}/5 {{reason}}' }] },
      sorry: {
        kind: 'hangUp',
        name: 'Thanks, we do better',
        spoken: inFourLanguages(
          'Thank you. We will do better. Goodbye!',
          'Gracias. Vamos a mejorar. ¡Hasta luego!',
          '谢谢您，我们会改进。再见！',
          'Terima kasih. Kami akan memperbaikinya. Sampai jumpa!',
        ),
      },
      thanks: {
        kind: 'hangUp',
        name: 'Thanks',
        spoken: inFourLanguages(
          'Thank you very much. Goodbye!',
          'Muchas gracias. ¡Hasta luego!',
          '非常感谢，再见！',
          'Terima kasih banyak. Sampai jumpa!',
        ),
      },
      bye: {
        kind: 'hangUp',
        name: 'Another time',
        spoken: inFourLanguages(
          'Another time, then. Goodbye!',
          'Será en otra ocasión. ¡Hasta luego!',
          '那下次吧。再见！',
          'Lain kali saja. Sampai jumpa!',
        ),
      },
    },
    ways: [
      'start next may',
      'may yes score',
      'may no bye',
      'may other bye',
      'may silent bye',
      'score scored low',
      'score none bye',
      'low low why',
      'low other thanks',
      'why heard keep',
      'why silent sorry',
      'keep next sorry',
    ],
  });
