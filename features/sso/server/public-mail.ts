/** Domains where anybody gets an address: to have one there proves nothing about the others. */
export const publicMail: ReadonlySet<string> = new Set([
  'gmail.com', 'googlemail.com', 'outlook.com', 'hotmail.com', 'live.com', 'msn.com', 'yahoo.com', 'yahoo.com.mx', 'ymail.com', 'icloud.com', 'me.com', 'mac.com', 'aol.com',
  'proton.me', 'protonmail.com', 'pm.me', 'gmx.com', 'gmx.net', 'gmx.de', 'web.de', 'mail.com', 'zoho.com', 'fastmail.com', 'hey.com', 'tutanota.com', 'yandex.com', 'yandex.ru', 'mail.ru',
  'qq.com', '163.com', '126.com', 'sina.com', 'sohu.com', 'foxmail.com', 'aliyun.com', 'hotmail.es', 'outlook.es', 'live.com.mx', 'prodigy.net.mx', 'yahoo.co.id', 'rocketmail.com',
]);
