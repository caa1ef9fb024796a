import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import {
  CarrierRefusal,
  type Carrier,
  type CarrierAbilities,
  type CarrierAccount,
  type CarriedFile,
  type CarrierTrade,
  type OfferedTemplate,
  type Outgoing,
} from '#core/chat/carrier.port.ts';
import { WhatsappSettings } from '#core/chat/carrier-settings.ts';
import { graphCall, inOurWords, type GraphWorld } from './graph-call.ts';
import { readWebhook } from './read-webhook.ts';

const MB = 1_048_576;
const IMAGE_MOST = 5 * MB;
const SOUND_MOST = 16 * MB;
const images = ['image/jpeg', 'image/png'];
const sounds = ['audio/aac', 'audio/mp4', 'audio/mpeg', 'audio/amr', 'audio/ogg', 'audio/ogg; codecs=opus'];
const videos = ['video/mp4', 'video/3gpp'];
const documents = [
  'application/pdf',
  'text/plain',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
];
const TEMPLATE_PAGES = 5;

const abilities: CarrierAbilities = {
  files: [...images, ...sounds, ...videos, ...documents],
  fileBytesMost: 100 * MB,
  textMost: 4_096,
  windowHours: 24,
  templates: true,
  tells: ['delivered', 'read'],
  provesPhone: true,
};

/** WhatsApp by the Cloud API: messages go out by its calls, and come in by calls to us. */
export function whatsappCloud(world: GraphWorld): CarrierTrade {
  const openAccount = ({ settings, secrets }: CarrierAccount) => {
    const known = WhatsappSettings.parse(settings);
    return { ...known, at: { base: known.api_base, token: secrets['access_token'] ?? '' } };
  };

  function open(account: CarrierAccount): Carrier {
    const { at, phone_number_id: number, business_id: business } = openAccount(account);
    const messages = (json: object, sends: boolean) =>
      graphCall(world, at, {
        method: 'POST',
        path: `${number}/messages`,
        json: { messaging_product: 'whatsapp', ...json },
        sends,
      });

    async function upload(file: CarriedFile): Promise<string> {
      const { type, body } = await multipart(file);
      const { id } = await graphCall(world, at, { method: 'POST', path: `${number}/media`, form: { type, body } });
      if (typeof id !== 'string') throw new CarrierRefusal('unexpected', false);
      return id;
    }

    async function contentOf({ text, file, template }: Outgoing): Promise<object> {
      if (template)
        return {
          type: 'template',
          template: {
            name: template.name,
            language: { code: template.language },
            ...(template.values.length > 0
              ? {
                  components: [
                    {
                      type: 'body',
                      parameters: template.values.map((value) => ({ type: 'text', text: value.replace(/\s+/g, ' ') })),
                    },
                  ],
                }
              : {}),
          },
        };
      if (!file) return { type: 'text', text: { body: text, preview_url: false } };
      const kind = kindOf(file);
      if (kind === null) throw new CarrierRefusal('fileRefused', true);
      const id = await upload(file);
      return { type: kind, [kind]: { id, ...(kind === 'document' ? { filename: file.name } : {}) } };
    }

    return {
      kind: 'whatsapp',
      abilities,
      async send(message) {
        const content = await contentOf(message);
        const { messages: taken } = await messages(
          {
            recipient_type: 'individual',
            to: message.to.externalId,
            ...content,
            biz_opaque_callback_data: message.clientId,
          },
          true,
        );
        const externalId = Array.isArray(taken) ? (taken[0] as { id?: unknown } | undefined)?.id : undefined;
        if (typeof externalId !== 'string') throw new CarrierRefusal('unexpected', false, true);
        return { externalId };
      },
      async seen({ message }) {
        if (message) await messages({ status: 'read', message_id: message }, false);
      },
      async templates() {
        const found: OfferedTemplate[] = [];
        let path: string | null = `${business}/message_templates?fields=name,language,status,components&limit=100`;
        for (let page = 0; path !== null && page < TEMPLATE_PAGES; page += 1) {
          const answer: Record<string, unknown> = await graphCall(world, at, { path });
          found.push(...offered(answer['data']));
          const next = (answer['paging'] as { next?: unknown } | undefined)?.next;
          // The token goes nowhere else.
          path = typeof next === 'string' && URL.parse(next)?.origin === URL.parse(at.base)?.origin ? next : null;
        }
        return found;
      },
      async check() {
        await graphCall(world, at, { path: `${number}?fields=display_phone_number` }).catch(asProblem('badNumber'));
        await graphCall(world, at, { path: `${business}?fields=id` }).catch(asProblem('badBusiness'));
      },
      close: async () => {},
    };
  }

  return {
    kind: 'whatsapp',
    abilities,
    open,
    called: {
      prove({ secrets }, asked) {
        const word = secrets['verify_token'] ?? '';
        return asked['hub.mode'] === 'subscribe' && word !== '' && isSame(asked['hub.verify_token'] ?? '', word)
          ? (asked['hub.challenge'] ?? '')
          : null;
      },
      read({ settings, secrets }, { body, header }) {
        const secret = secrets['app_secret'] ?? '';
        if (
          secret === '' ||
          !isSame(header('x-hub-signature-256'), `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`)
        )
          return null;
        return readWebhook(body, String(settings['phone_number_id'] ?? ''));
      },
      async fetch(account, { id, name, mediaType }, bytesMost) {
        const { at, phone_number_id: number } = openAccount(account);
        const told = await graphCall(world, at, { path: `${encodeURIComponent(id)}?phone_number_id=${number}` });
        const bytes = Number(told['file_size'] ?? 0);
        // Whoever looks at the size refuses it before it is opened.
        if (bytes > bytesMost) return { name, mediaType, bytes, open: async () => none() };
        try {
          const answer = await world.outside({
            url: String(told['url'] ?? ''),
            headers: { authorization: `Bearer ${at.token}` },
            timeoutMs: 60_000,
            maxBytes: bytesMost,
            httpsOnly: !world.allowPrivate,
          });
          if (answer.status === 404 || answer.status === 410) throw new CarrierRefusal('unexpected', true);
          if (answer.status !== 200) throw new CarrierRefusal('unexpected', false);
          return { name, mediaType, bytes: answer.body.length, open: async () => whole(answer.body) };
        } catch (problem) {
          throw inOurWords(problem, false);
        }
      },
    },
  };
}

/** In time that tells nothing of where two words differ. */
function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function kindOf({ mediaType, bytes }: CarriedFile): 'image' | 'audio' | 'video' | 'document' | null {
  if (images.includes(mediaType)) return bytes <= IMAGE_MOST ? 'image' : null;
  if (sounds.includes(mediaType)) return bytes <= SOUND_MOST ? 'audio' : null;
  if (videos.includes(mediaType)) return bytes <= SOUND_MOST ? 'video' : null;
  return documents.includes(mediaType) && bytes <= abilities.fileBytesMost ? 'document' : null;
}

/** What a check found wrong besides the token and the network. */
const asProblem =
  (word: string) =>
  (thrown: unknown): never => {
    throw thrown instanceof CarrierRefusal &&
      thrown.isFinal &&
      !['badToken', 'privateAddress', 'badAddress'].includes(thrown.reason)
      ? new CarrierRefusal(word, true)
      : thrown;
  };

async function multipart(file: CarriedFile): Promise<{ type: string; body: Uint8Array }> {
  const edge = `openseat-${randomUUID()}`;
  const field = (name: string, value: string) =>
    `--${edge}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const mediaType = file.mediaType.split(';')[0]!;
  const parts: Uint8Array[] = [];
  for await (const part of await file.open()) parts.push(part);
  const head = `${field('messaging_product', 'whatsapp')}${field('type', mediaType)}--${edge}\r\ncontent-disposition: form-data; name="file"; filename="${encodeURIComponent(file.name)}"\r\ncontent-type: ${mediaType}\r\n\r\n`;
  return {
    type: `multipart/form-data; boundary=${edge}`,
    body: Buffer.concat([Buffer.from(head), ...parts, Buffer.from(`\r\n--${edge}--\r\n`)]),
  };
}

interface Component {
  type?: unknown;
  format?: unknown;
  text?: unknown;
  buttons?: unknown;
}

/** Approved ones whose only places are in their text: for others we have no form. */
function offered(data: unknown): OfferedTemplate[] {
  if (!Array.isArray(data)) return [];
  return (data as { name?: unknown; language?: unknown; status?: unknown; components?: unknown }[]).flatMap(
    ({ name, language, status, components }) => {
      const parts = Array.isArray(components) ? (components as Component[]) : [];
      const body = parts.find(({ type }) => type === 'BODY')?.text;
      const isPlain = parts.every(
        ({ type, format, text, buttons }) =>
          type === 'BODY' ||
          type === 'FOOTER' ||
          (type === 'HEADER' && format === 'TEXT' && !String(text).includes('{{')) ||
          (type === 'BUTTONS' && !JSON.stringify(buttons ?? []).includes('{{')),
      );
      const isNumbered = typeof body === 'string' && !/\{\{(?!\d{1,2}\}\})/.test(body);
      return status === 'APPROVED' && isPlain && isNumbered && typeof name === 'string' && typeof language === 'string'
        ? [{ name, language, body: body as string }]
        : [];
    },
  );
}

async function* whole(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
async function* none(): AsyncGenerator<Uint8Array> {}
