import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const NUMBER_ID = '106540352242922';
export const BUSINESS_ID = '102290129340398';
export const TOKEN = 'EAAJB-good-token';
export const APP_SECRET = 'an-app-secret';

export interface SentMessage {
  id: string;
  to: string;
  type: string;
  text?: { body: string };
  template?: { name: string; language: { code: string }; components?: { parameters: { text: string }[] }[] };
  image?: { id: string };
  document?: { id: string; filename: string };
  audio?: { id: string };
  status?: string;
  message_id?: string;
  biz_opaque_callback_data?: string;
}

type Next = 'refuse' | 'busy' | 'hang' | 'cut' | 'windowOver' | 'takeAndCut';

/** A server that speaks as much of the WhatsApp Cloud API as we use, on a port of this machine. */
export async function openCloudApi({ port = 0 } = {}) {
  const sent: SentMessage[] = [];
  const seen: string[] = [];
  const media = new Map<string, { bytes: Buffer; mediaType: string; name: string }>();
  const turns: Next[] = [];
  let token = TOKEN;
  let templates: object[] = [
    {
      name: 'order_update',
      language: 'en_US',
      status: 'APPROVED',
      components: [
        { type: 'BODY', text: 'Hello {{1}}, your order {{2}} is on its way.' },
        { type: 'FOOTER', text: 'OpenSeat' },
      ],
    },
    {
      name: 'with_picture',
      language: 'en_US',
      status: 'APPROVED',
      components: [
        { type: 'HEADER', format: 'IMAGE' },
        { type: 'BODY', text: 'Look' },
      ],
    },
    { name: 'not_yet', language: 'en_US', status: 'PENDING', components: [{ type: 'BODY', text: 'Hello' }] },
  ];

  const answer = (reply: ServerResponse, status: number, body: object) =>
    reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  const error = (reply: ServerResponse, status: number, code: number, message: string) =>
    answer(reply, status, { error: { message, code, type: 'OAuthException', fbtrace_id: 'x' } });

  function take(body: Omit<SentMessage, 'id'>, reply: ServerResponse): void {
    if (body.status === 'read') {
      seen.push(body.message_id!);
      return void answer(reply, 200, { success: true });
    }
    const turn = turns.shift();
    if (turn === 'refuse') return void error(reply, 400, 131026, 'Message undeliverable');
    if (turn === 'windowOver') return void error(reply, 400, 131047, 'Re-engagement message');
    if (turn === 'busy') return void error(reply, 400, 130429, 'Rate limit hit');
    if (turn === 'hang') return;
    if (turn === 'cut') return void reply.destroy();
    const id = `wamid.${randomUUID()}`;
    sent.push({ ...body, id });
    if (turn === 'takeAndCut') return void reply.destroy();
    answer(reply, 200, {
      messaging_product: 'whatsapp',
      contacts: [{ input: body.to, wa_id: body.to }],
      messages: [{ id }],
    });
  }

  async function handle(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts);
    const { pathname } = new URL(request.url!, 'http://x');
    if (request.headers.authorization !== `Bearer ${token}`)
      return void error(reply, 401, 190, 'Invalid OAuth access token.');
    if (pathname === `/v23.0/${NUMBER_ID}/messages`) return take(JSON.parse(body.toString()) as never, reply);
    if (pathname === `/v23.0/${NUMBER_ID}/media`) {
      const text = body.toString('latin1');
      const edge = /boundary=(.+)$/.exec(request.headers['content-type'] ?? '')![1]!;
      const found = /name="file"; filename="([^"]*)"\r\ncontent-type: ([^\r]+)\r\n\r\n/i.exec(text)!;
      const start = found.index + found[0].length;
      const id = String(1_000 + media.size);
      media.set(id, {
        bytes: body.subarray(start, text.indexOf(`\r\n--${edge}`, start)),
        mediaType: found[2]!,
        name: found[1]!,
      });
      return void answer(reply, 200, { id });
    }
    if (pathname === `/v23.0/${BUSINESS_ID}/message_templates`)
      return void answer(reply, 200, { data: templates, paging: {} });
    if (pathname === `/v23.0/${NUMBER_ID}`)
      return void answer(reply, 200, { id: NUMBER_ID, display_phone_number: '+1 555 0100' });
    if (pathname === `/v23.0/${BUSINESS_ID}`) return void answer(reply, 200, { id: BUSINESS_ID });
    const [, kind, id] = /^\/(v23\.0|bytes)\/(\d+)$/.exec(pathname) ?? [];
    const file = media.get(id ?? '');
    if (file && kind === 'bytes') return void reply.writeHead(200, { 'content-type': file.mediaType }).end(file.bytes);
    if (file)
      return void answer(reply, 200, {
        id,
        url: `${origin()}/bytes/${id}`,
        mime_type: file.mediaType,
        file_size: file.bytes.length,
        messaging_product: 'whatsapp',
      });
    error(reply, 400, 100, 'Unsupported get request.');
  }
  const server = createServer((request, reply) => void handle(request, reply).catch(() => reply.destroy()));
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    base: `${origin()}/v23.0`,
    sent,
    seen,
    media,
    /** What becomes of the next messages, one word each. */
    next: (...words: Next[]) => void turns.push(...words),
    setToken: (next: string) => void (token = next),
    setTemplates: (next: object[]) => void (templates = next),
    /** Something a customer sends; the id is what a webhook names. */
    putMedia(bytes: Buffer, mediaType: string): string {
      const id = String(5_000 + media.size);
      media.set(id, { bytes, mediaType, name: '' });
      return id;
    },
    close: () =>
      new Promise<void>((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}

const enveloped = (value: object) => ({
  object: 'whatsapp_business_account',
  entry: [
    {
      id: BUSINESS_ID,
      changes: [
        {
          field: 'messages',
          value: {
            messaging_product: 'whatsapp',
            metadata: { display_phone_number: '15550100', phone_number_id: NUMBER_ID },
            ...value,
          },
        },
      ],
    },
  ],
});

/** The body of a call that tells of a message. */
export const messageBody = (
  from: string,
  message: Record<string, unknown>,
  { id = `wamid.${randomUUID()}`, name = 'Lucía Díaz', atMs = Date.now() } = {},
) =>
  enveloped({
    contacts: [{ profile: { name }, wa_id: from }],
    messages: [{ from, id, timestamp: String(Math.floor(atMs / 1_000)), ...message }],
  });

/** The body of a call that tells how far a message got. */
export const statusBody = (id: string, status: string, more: object = {}) =>
  enveloped({
    statuses: [
      { id, status, timestamp: String(Math.floor(Date.now() / 1_000)), recipient_id: '5215512345678', ...more },
    ],
  });

/** The bytes of a call and the signature over them. */
export function signed(body: object, secret = APP_SECRET): { payload: string; headers: Record<string, string> } {
  const payload = JSON.stringify(body);
  return {
    payload,
    headers: {
      'content-type': 'application/json',
      'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(payload).digest('hex')}`,
    },
  };
}
