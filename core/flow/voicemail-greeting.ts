const GREETING = /\b(leave (?:me |us )?(?:a|your) (?:message|name)|after the (?:tone|beep)|at the tone|voice ?mail|mailbox|not available (?:right now|to take)|can(?:'|no)?t (?:come|take) (?:to the phone|your call)|deje (?:un|su) mensaje|despues del tono|buzon de voz|no (?:puedo|podemos) (?:atender|contestar)|tinggalkan pesan|setelah (?:nada|bunyi)|kotak suara|tidak dapat (?:menjawab|menerima)|nomor yang anda (?:tuju|hubungi))\b|请.{0,4}留言|语音信箱|嘀.?声|提示音|您拨打的(?:电话|用户)|暂时无法接(?:听|通)/;

/** Whether it sounds like what a machine says when nobody answers. */
export const isVoicemailGreeting = (text: string): boolean => GREETING.test(text.normalize('NFKD').replace(/\p{Mark}/gu, '').replaceAll('’', "'").toLowerCase());
