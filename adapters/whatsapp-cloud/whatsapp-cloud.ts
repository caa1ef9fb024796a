import { createHmac, timingSafeEqual } from 'node:crypto';
import { CarrierRefusal, type CarrierTrade } from '#core/chat/carrier.port.ts';
import { graphCall, inOurWords, type GraphWorld } from './graph-call.ts';
import { accountOf, openWhatsappNumber } from './open-whatsapp-number.ts';
import { readWebhook } from './read-webhook.ts';
import { abilities } from './whatsapp-files.ts';

/** WhatsApp by the Cloud API: messages go out by its calls, and come in by calls to us. */
export function whatsappCloud(world: GraphWorld): CarrierTrade {
  return {
    kind: 'whatsapp',
    abilities,
    open: (account) => openWhatsappNumber(world, account),
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
        const { at, phone_number_id: number } = accountOf(account);
        const media = await graphCall(world, at, { path: `${encodeURIComponent(id)}?phone_number_id=${number}` });
        const bytes = Number(media['file_size'] ?? 0);
        // Whoever looks at the size refuses it before it is opened.
        if (bytes > bytesMost) return { name, mediaType, bytes, open: async () => none() };
        try {
          const answer = await world.outside({
            url: String(media['url'] ?? ''),
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

async function* whole(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
async function* none(): AsyncGenerator<Uint8Array> {}
