/*
 * How mail programs announce what was written before, in the languages of the product and those of its neighbours.
 * Every pattern is for one line without the signs of quoting, and runs in time that grows with the line alone.
 */

/** `On 15 Nov 2026, Ana <ana@…> wrote:`; the words between begin and end are looked at elsewhere. */
export const attributions: readonly { begins: RegExp; ends: RegExp }[] = [
  { begins: /^on\b/i, ends: /\bwrote\s*[:：]$/i },
  { begins: /^el\b/i, ends: /\bescribi[oó]\s*[:：]$/i },
  { begins: /^pada\b/i, ends: /\bmenulis\s*[:：]$/i },
  { begins: /^(在|于)?/, ends: /(写道|寫道|写信说|编写)\s*[:：]$/ },
  { begins: /^le\b/i, ends: /\ba écrit\s*[:：]$/i },
  { begins: /^am\b/i, ends: /\bschrieb\b.*[:：]$/i },
  { begins: /^em\b/i, ends: /\bescreveu\s*[:：]$/i },
];

/** A line that stands between what is new and what is old. */
export const dividers: readonly RegExp[] = [
  /^[-_=]{2,}\s*(original message|original-nachricht|ursprüngliche nachricht|message d'origine)\s*[-_=]{2,}$/i,
  /^[-_=]{2,}\s*(mensaje original|mensagem original)\s*[-_=]{2,}$/i,
  /^[-_=]{2,}\s*(pesan asli|pesan sebelumnya)\s*[-_=]{2,}$/i,
  /^[-_=]{2,}\s*(原始邮件|原邮件|原始郵件|邮件原件|回复的原邮件|原始消息)\s*[-_=]{2,}$/,
];

/** What follows such a line was handed on to be read: it is new. */
export const forwards: readonly RegExp[] = [
  /^[-_=]{2,}\s*(forwarded message|forwarded by|mensaje reenviado|pesan terusan|pesan yang diteruskan|转发的?邮件|转发的?消息|轉寄的?郵件)/i,
  /^(begin forwarded message|inicio del mensaje reenviado|pesan yang diteruskan|开始转发的邮件)\s*[:：]?$/i,
];

/** Subjects of mails that hand something on. */
export const forwardSubject =
  /^\s*((re|aw|sv|回复|答复)\s*[:：]\s*)*(fwd?|rv|reenv|trs|terusan|tr|wg|enc|转发|轉寄)\s*[:：]/i;

/** Lines of the head that is copied above an old mail; four kinds, of which three have to be there. */
export const copiedHead: readonly RegExp[] = [
  /^\*?(from|de|dari|von|发件人|寄件者|寄件人)\*?\s*[:：]/i,
  /^\*?(sent|date|enviado( el)?|fecha|enviada em|dikirim|tanggal|gesendet|datum|envoyé|发送时间|发送日期|日期|时间|寄件日期)\*?\s*[:：]/i,
  /^\*?(to|cc|para|cc|kepada|an|à|收件人|抄送|收件者)\*?\s*[:：]/i,
  /^\*?(subject|asunto|assunto|subjek|perihal|judul|betreff|objet|主题|主旨|标题)\*?\s*[:：]/i,
];

/** What telephones and programs put under a mail by themselves. */
export const ownAdvertising: readonly RegExp[] = [
  /^sent (from|via) (my )?[\p{L}\p{N} .'’+-]{2,40}$/iu,
  /^get outlook for (ios|android|mac)\b.{0,60}$/i,
  /^enviado (desde|con|de) (mi )?[\p{L}\p{N} .'’+-]{2,40}$/iu,
  /^(obtener|obtén|descarga) outlook para (ios|android|mac)\b.{0,60}$/i,
  /^(dikirim dari|terkirim dari) [\p{L}\p{N} .'’+-]{2,40}$/iu,
  /^dapatkan outlook untuk (ios|android|mac)\b.{0,60}$/i,
  /^(发自|來自|来自)我?的?\s?[\p{L}\p{N} .'’+-]{2,30}$/u,
  /^获取适用于 ?(ios|android)[的 ].{0,40}$/i,
];

/** Subjects of mails that a machine sends while somebody is away. */
export const awaySubject =
  /^\s*(automatic reply|auto[- ]?reply|autoreply|out of (the )?office|respuesta automática|fuera de (la )?oficina|balasan otomatis|di luar kantor|自动回复|自動回覆|自动答复|外出回复)\s*([:：]|$)/i;
