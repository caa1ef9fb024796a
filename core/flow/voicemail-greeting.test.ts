import { expect, test } from 'vitest';
import { isVoicemailGreeting } from './voicemail-greeting.ts';

test.each([
  'Please leave a message after the tone.',
  'The number you have dialed is not in service.',
  'The subscriber cannot be reached.',
  'Sorry, I can’t take your call.',
  'Deja tu recado después del tono.',
  'El número que usted marcó no existe.',
  'El teléfono marcado está fuera del área de servicio.',
  'El buzón está lleno.',
  'Tinggalkan pesan setelah nada.',
  'Nomor ini tidak terdaftar.',
  'Nomor yang Anda hubungi sedang tidak aktif.',
  '您拨打的用户已关机。',
  '听到嘀声后请留言。',
  '您拨的号码是空号。',
])('[FLOW-11] “%s” is said by a machine', (text) => {
  expect(isVoicemailGreeting(text)).toBe(true);
});

test.each([
  'Hello?',
  'Northern Bank, good afternoon, this is Laura.',
  'Thank you for calling, how can I help?',
  'I cannot hear you.',
  'What number are you calling?',
  '¿Bueno?',
  'Sí, soy yo, ¿de qué número marca?',
  'Gracias por llamar, le atiende Laura.',
  'Halo, dengan siapa?',
  'Tidak, ini bukan Budi.',
  '喂，请问哪位？',
  '您好，请讲。',
])('[FLOW-11] “%s” may be a person', (text) => {
  expect(isVoicemailGreeting(text)).toBe(false);
});
