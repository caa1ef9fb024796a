/** Words that mean the same to carriers and regulators everywhere, and those people use in our four languages. */
const STOP = new Set([
  'STOP',
  'STOPALL',
  'STOP ALL',
  'UNSUBSCRIBE',
  'CANCEL',
  'END',
  'QUIT',
  'OPTOUT',
  'OPT OUT',
  'BAJA',
  'ALTO',
  'PARAR',
  'CANCELAR',
  'DETENER',
  'NO MAS',
  'BERHENTI',
  'HENTIKAN',
  'BATAL',
  'TD',
  'T',
  'TDD',
  '退订',
  '退訂',
  '取消',
  '停止',
]);
const START = new Set([
  'START',
  'UNSTOP',
  'SUBSCRIBE',
  'ALTA',
  'INICIAR',
  'REANUDAR',
  'MULAI',
  'LANJUT',
  'LANJUTKAN',
  '订阅',
  '訂閱',
  '恢复',
]);
/** These mean it also with a word of politeness behind them. */
const PLAIN = /^(?:STOP|UNSUBSCRIBE|BAJA|BERHENTI|退订|退訂)(?: \S+){1,2}$/;

/** What somebody who answers with nothing but such a word wants; null for any other answer. */
export function optWish(text: string): 'stop' | 'start' | null {
  const words = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toUpperCase();
  if (STOP.has(words) || PLAIN.test(words)) return 'stop';
  return START.has(words) ? 'start' : null;
}
