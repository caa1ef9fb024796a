/** What a push message says, as the server wrote it. */
export interface ShownNotice {
  title: string;
  body: string;
  /** A page of ours. */
  address: string;
  tag: string;
}

/** What is shown when a message cannot be read: a browser must show something for each. */
const UNKNOWN: ShownNotice = { title: 'OpenSeat', body: '', address: '/home', tag: 'openseat' };

/** Reads a message. What it leads to is a page of this site and no other. */
export function noticeOf(text: string | undefined, origin: string): ShownNotice {
  try {
    const pushed = JSON.parse(text ?? '') as Partial<Record<keyof ShownNotice, unknown>>;
    const word = (name: keyof ShownNotice): string =>
      typeof pushed[name] === 'string' && pushed[name] !== '' ? pushed[name] : UNKNOWN[name];
    return { title: word('title'), body: word('body'), tag: word('tag'), address: ownPage(word('address'), origin) };
  } catch {
    return UNKNOWN;
  }
}

function ownPage(address: string, origin: string): string {
  const url = URL.parse(address, origin);
  return url && url.origin === origin ? `${url.pathname}${url.search}` : UNKNOWN.address;
}
