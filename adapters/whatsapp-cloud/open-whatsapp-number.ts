import {
  CarrierRefusal,
  type ChatCarrier,
  type CarriedFile,
  type CarrierAccount,
  type OfferedTemplate,
  type OutgoingMessage,
} from '#core/chat/carrier.port.ts';
import { WhatsappSettings } from '#core/chat/carrier-settings.ts';
import { graphCall, type GraphWorld } from './graph-call.ts';
import { abilities, kindOf, multipart } from './whatsapp-files.ts';
import { offered } from './whatsapp-templates.ts';

const TEMPLATE_PAGES = 5;

/** What an account says, and where its calls go. */
export const accountOf = ({ settings, secrets }: CarrierAccount) => {
  const known = WhatsappSettings.parse(settings);
  return { ...known, at: { base: known.api_base, token: secrets['access_token'] ?? '' } };
};

/** One number of a business: its messages go out by the API's calls. */
export function openWhatsappNumber(world: GraphWorld, account: CarrierAccount): ChatCarrier {
  const { at, phone_number_id: number, business_id: business } = accountOf(account);
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

  async function contentOf({ text, file, template }: OutgoingMessage): Promise<object> {
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
