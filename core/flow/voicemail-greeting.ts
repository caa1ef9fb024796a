/** By language: what is said after a beep, and by a network that does not get through. */
const GREETINGS = [
  /\b(leave (?:me |us )?(?:a|your) (?:message|name)|after the (?:tone|beep)|at the tone|voice ?mail|mailbox|not available (?:right now|to take)|can(?:'|no)?t (?:come|take) (?:to the phone|your call)|(?:number|person|party|subscriber|customer) you (?:have|are|'ve) (?:dial|call|try)|not in service|cannot be (?:reached|completed))/,
  /\b(dej[ae] (?:un|su|tu) (?:mensaje|recado)|despues del tono|buzon|no (?:puedo|podemos) (?:atender|contestar)|(?:numero|telefono) (?:que (?:usted )?)?marc(?:o|ado)\b|fuera del? (?:area|servicio)|no puede ser completada)/,
  /\b(tinggalkan (?:pesan|nama)|setelah (?:nada|bunyi)|kotak suara|tidak dapat (?:menjawab|menerima|dihubungi|diteruskan)|nomor yang anda (?:tuju|hubungi)|tidak (?:aktif|terdaftar))/,
  /留言|语音信箱|嘀.?声|提示音|您(?:拨|呼叫)|暂时无法接(?:听|通)|空号|关机|号码不存在/,
];

/** Whether it sounds like what a machine says when nobody answers. */
export function isVoicemailGreeting(text: string): boolean {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replaceAll('’', "'")
    .toLowerCase();
  return GREETINGS.some((greeting) => greeting.test(plain));
}
