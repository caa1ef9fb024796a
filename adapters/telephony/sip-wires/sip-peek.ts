/** The few things that decide about a message before it is read as a whole. */
export interface PeekedMessage {
  isRequest: boolean;
  status: number;
  method: string;
  branch: string;
  callId: string;
  /** Within a dialog. */
  hasToTag: boolean;
  /** Of a request: the user and host it asks for. */
  user: string;
  host: string;
  /** Of a request: where it goes next, by its route or the address it asks for. */
  next: string;
}

const FIRST = /^(?:SIP\/2\.0 ([1-6]\d\d)(?: |\r)|([A-Z]{1,20}) (\S{1,1024}) SIP\/2\.0\r)/;
const HEAD_CHARS = 16_384;

/** Null for what is no SIP. */
export function peekMessage(text: string): PeekedMessage | null {
  const first = FIRST.exec(text.slice(0, 1_100));
  if (!first) return null;
  const end = text.indexOf('\r\n\r\n');
  const head = text.slice(0, Math.min(end < 0 ? text.length : end + 2, HEAD_CHARS)).replace(/\r\n[ \t]+/g, ' ');
  const line = (name: string): string =>
    new RegExp(`^(?:${name})[ \\t]*:([^\\r\\n]*)`, 'im').exec(head)?.[1]?.trim() ?? '';
  const branch = /;[ \t]*branch[ \t]*=[ \t]*([^;,\s]{1,250})/i.exec(line('via|v').split(',', 1)[0]!)?.[1];
  const method = /^\d{1,10}[ \t]+([A-Z]{1,20})$/.exec(line('cseq'))?.[1];
  const callId = line('call-id|i');
  if (!branch || !method || !callId) return null;
  const asked = first[3] ?? '';
  const [, user = '', host = ''] = /^sips?:(?:([^@;?:]*)(?::[^@]*)?@)?(\[[^\]]+\]|[^:;?]+)/i.exec(asked) ?? [];
  const route = first[2] ? /<([^>]+)>/.exec(line('route'))?.[1] : undefined;
  return {
    isRequest: first[2] !== undefined,
    status: Number(first[1] ?? 0),
    method: first[2] ?? method,
    branch,
    callId,
    hasToTag: /;[ \t]*tag[ \t]*=/i.test(line('to|t')),
    user,
    host: host.toLowerCase(),
    next: route ?? asked,
  };
}
