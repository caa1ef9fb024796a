import type { SmsAccount } from '#core/sms/sms-provider.port.ts';

/** What `SMS_URL` and its companions say. */
export interface SmsUrlSettings {
  url: string;
  from: string;
  secret: string;
  headers: Record<string, string>;
  body: string;
}

const SMPP_PORT = 2775;
const SMPP_TLS_PORT = 3550;

/** The installation's own SMS carrier: a message centre (`smpp://name:password@host`), or an address that messages are posted to. */
export function smsAccountOf({ url, from, secret, headers, body }: SmsUrlSettings): SmsAccount {
  const parsed = new URL(url);
  if (!parsed.protocol.startsWith('smpp'))
    return {
      kind: 'http',
      url,
      method: 'POST',
      headers,
      body,
      from,
      secret,
      refPath: '',
      repeatable: false,
      report: { ref: '', status: '', delivered: [], failed: [], pending: [] },
      reply: { ref: '', from: '', to: '', text: '' },
    };
  const tls = parsed.protocol === 'smpps:';
  return {
    kind: 'smpp',
    host: parsed.hostname,
    port: Number(parsed.port) || (tls ? SMPP_TLS_PORT : SMPP_PORT),
    tls,
    systemId: decodeURIComponent(parsed.username),
    secret: decodeURIComponent(parsed.password) || secret,
    systemType: '',
    from,
    longAs: 'parts',
  };
}
