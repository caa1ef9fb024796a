/** Where a mail server is: the address that was looked at, and the name its certificate must bear. */
export interface MailHost {
  host: string;
  servername?: string;
  tls: { ca?: string; servername?: string };
}

export type MailSide = 'imap' | 'smtp';

/** Finds mail servers that somebody named in a form, without letting them name ours: a name is resolved once, and exactly that address is connected to. */
export type MailNet = (side: MailSide, name: string) => Promise<MailHost>;
