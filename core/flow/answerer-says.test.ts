import { expect, test } from 'vitest';
import { answererSays } from './answerer-says.ts';

test.each([
  ['machine', 'Please leave a message after the tone.'],
  ['machine', 'Su llamada no puede ser completada.'],
  ['machine', 'Nomor yang Anda tuju tidak dapat dihubungi.'],
  ['machine', '您拨打的用户已关机。'],
  ['person', 'Garden Hotel reception, how can I help?'],
  ['person', 'Banco del Norte, ¿en qué le puedo ayudar?'],
  ['person', 'Ada yang bisa kami bantu?'],
  ['person', '喂，请问你找谁？'],
  [null, 'Hello, this is Ana.'],
  [null, ''],
] as const)('[FLOW-11] a %s says “%s”', (who, text) => {
  expect(answererSays(text)).toBe(who);
});
