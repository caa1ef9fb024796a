import { afterAll, describe, expect, test } from 'vitest';
import { openOutsideFetch } from '#adapters/http/open-outside-fetch.ts';
import { carrierSuite } from '#core/chat/carrier.suite.ts';
import { CarrierRefusal, type CarrierAccount } from '#core/chat/carrier.port.ts';
import {
  APP_SECRET,
  BUSINESS_ID,
  NUMBER_ID,
  openCloudApi,
  signed,
  messageBody,
  statusBody,
  TOKEN,
} from './cloud-api.fixture.ts';
import { correspondent } from './read-webhook.ts';
import { whatsappCloud } from './whatsapp-cloud.ts';

const outside = openOutsideFetch({ allowPrivate: true });
const trade = whatsappCloud({ outside, allowPrivate: true, patienceMs: 500 });
const accountAt = (base: string): CarrierAccount => ({
  tenantId: 1,
  channelId: 1,
  settings: {
    phone_number_id: NUMBER_ID,
    business_id: BUSINESS_ID,
    display_number: '+1 555 0100',
    api_base: base,
    templates: [],
  },
  secrets: { access_token: TOKEN, app_secret: APP_SECRET, verify_token: 'a word' },
});
const lucia = correspondent('5215512345678', 'Lucía');

describe('WhatsApp', () => {
  carrierSuite(async () => {
    const api = await openCloudApi();
    const carrier = trade.open(accountAt(api.base));
    return {
      carrier,
      to: lucia,
      refusedType: 'image/gif',
      next: api.next,
      spoil: () => api.setToken('another'),
      close: api.close,
      taken: async () =>
        api.sent.map(({ text, document, biz_opaque_callback_data: clientId }) => ({
          text: text?.body ?? '',
          clientId: clientId ?? '',
          file: document ? { name: document.filename, bytes: api.media.get(document.id)!.bytes.length } : null,
        })),
    };
  });
});

describe('calls of WhatsApp', async () => {
  const api = await openCloudApi();
  afterAll(api.close);
  const account = accountAt(api.base);
  const carrier = trade.open(account);
  const readHook = (body: object, secret?: string) => {
    const { payload, headers } = signed(body, secret);
    return trade.called!.read(account, { body: Buffer.from(payload), header: (name) => headers[name] ?? '' });
  };
  const words = (message: Record<string, unknown>) =>
    readHook(messageBody(lucia.externalId, message))!.received.map(({ text, files }) => ({
      text,
      files: files.map(({ name }) => name),
    }));

  test('the question that proves the address is answered to whoever knows the word', () => {
    const asked = { 'hub.mode': 'subscribe', 'hub.verify_token': 'a word', 'hub.challenge': '1158201444' };
    expect(trade.called!.prove(account, asked)).toBe('1158201444');
    expect(trade.called!.prove(account, { ...asked, 'hub.verify_token': 'another' })).toBeNull();
    expect(trade.called!.prove(account, { ...asked, 'hub.mode': 'unsubscribe' })).toBeNull();
    expect(
      trade.called!.prove(
        { ...account, secrets: { ...account.secrets, verify_token: '' } },
        { ...asked, 'hub.verify_token': '' },
      ),
    ).toBeNull();
  });

  test('a call without the right signature says nothing', () => {
    expect(
      readHook(messageBody(lucia.externalId, { type: 'text', text: { body: 'hi' } }), 'not the secret'),
    ).toBeNull();
    expect(trade.called!.read(account, { body: Buffer.from('{}'), header: () => '' })).toBeNull();
    expect(trade.called!.read({ ...account, secrets: {} }, { body: Buffer.from('{}'), header: () => '' })).toBeNull();
  });

  test.each<[string, Record<string, unknown>, { text: string; files: string[] }]>([
    ['a text', { type: 'text', text: { body: 'Hola' } }, { text: 'Hola', files: [] }],
    [
      'a picture with words',
      { type: 'image', image: { id: '7', mime_type: 'image/jpeg', caption: 'See' } },
      { text: 'See', files: ['image.jpg'] },
    ],
    [
      'a document',
      { type: 'document', document: { id: '7', mime_type: 'application/pdf', filename: 'bill.pdf' } },
      { text: '', files: ['bill.pdf'] },
    ],
    [
      'a voice message',
      { type: 'audio', audio: { id: '7', mime_type: 'audio/ogg; codecs=opus', voice: true } },
      { text: '', files: ['audio.ogg'] },
    ],
    ['a video', { type: 'video', video: { id: '7', mime_type: 'video/mp4' } }, { text: '', files: ['video.mp4'] }],
    [
      'a sticker',
      { type: 'sticker', sticker: { id: '7', mime_type: 'image/webp' } },
      { text: '', files: ['sticker.webp'] },
    ],
    [
      'a place',
      { type: 'location', location: { latitude: 19.4, longitude: -99.1, name: 'Office' } },
      { text: '📍 Office\nhttps://www.openstreetmap.org/?mlat=19.4&mlon=-99.1#map=16/19.4/-99.1', files: [] },
    ],
    [
      'a contact',
      { type: 'contacts', contacts: [{ name: { formatted_name: 'Juan' }, phones: [{ phone: '+52 55 1' }] }] },
      { text: '👤 Juan · +52 55 1', files: [] },
    ],
    ['a reaction', { type: 'reaction', reaction: { message_id: 'wamid.1', emoji: '👍' } }, { text: '👍', files: [] }],
    ['a button of a template', { type: 'button', button: { text: 'Yes', payload: 'y' } }, { text: 'Yes', files: [] }],
    [
      'a button',
      { type: 'interactive', interactive: { type: 'button_reply', button_reply: { id: 'a', title: 'Sales' } } },
      { text: 'Sales', files: [] },
    ],
    [
      'a line of a list',
      {
        type: 'interactive',
        interactive: { type: 'list_reply', list_reply: { id: 'a', title: 'Blue', description: 'Size 4' } },
      },
      { text: 'Blue\nSize 4', files: [] },
    ],
    ['something newer than us', { type: 'hologram', hologram: {} }, { text: '⚠ hologram', files: [] }],
  ])('%s is told in readable form', (_name, message, expected) => expect(words(message)).toEqual([expected]));

  test('a reaction that was taken back, other numbers and broken pieces are left out; the rest counts', () => {
    expect(words({ type: 'reaction', reaction: { message_id: 'wamid.1', emoji: '' } })).toEqual([]);
    const good = messageBody(lucia.externalId, { type: 'text', text: { body: 'good' } });
    const value = good.entry[0]!.changes[0]!.value as unknown as {
      messages: unknown[];
      metadata: { phone_number_id: string };
    };
    value.messages.unshift({ nonsense: 1 }, null);
    expect(readHook(good)!.received).toHaveLength(1);
    value.metadata.phone_number_id = '999999';
    expect(readHook(good)!.received).toEqual([]);
    expect(readHook({ entry: 'no' })).toEqual({ received: [], fates: [] });
  });

  test('who writes is known by number, in the form people dial', () => {
    const from = readHook(messageBody('5215512345678', { type: 'text', text: { body: 'x' } }))!.received[0]!.from;
    expect(from).toEqual({ externalId: '5215512345678', name: 'Lucía Díaz', email: '', phone: '525512345678' });
    expect(correspondent('5491123456789', '').phone).toBe('541123456789');
    expect(correspondent('8613800138000', '').phone).toBe('8613800138000');
  });

  test('fates come with our id; a failure in our words where we have some', () => {
    expect(readHook(statusBody('wamid.1', 'delivered', { biz_opaque_callback_data: 'mine' }))!.fates).toMatchObject([
      { externalId: 'wamid.1', clientId: 'mine', status: 'delivered', reason: '' },
    ]);
    const failed = (code: number, title: string) =>
      readHook(statusBody('wamid.1', 'failed', { errors: [{ code, title }] }))!.fates[0]!.reason;
    expect([failed(131047, 'Re-engagement message'), failed(999_999, 'Something new')]).toEqual([
      'windowOver',
      'Something new',
    ]);
  });

  test('a file of a message is fetched by its id, and not when it is too large', async () => {
    const id = api.putMedia(Buffer.from('%PDF-1.4 hello'), 'application/pdf');
    const file = await trade.called!.fetch(account, { id, name: 'a.pdf', mediaType: 'application/pdf' }, 1_000);
    let text = '';
    for await (const part of await file.open()) text += Buffer.from(part).toString();
    expect([text, file.bytes]).toEqual(['%PDF-1.4 hello', 14]);
    expect((await trade.called!.fetch(account, { id, name: 'a.pdf', mediaType: 'application/pdf' }, 5)).bytes).toBe(14);
    await expect(trade.called!.fetch(account, { id: '404', name: 'a', mediaType: '' }, 5)).rejects.toMatchObject({
      isFinal: true,
    });
  });

  test('templates with places in their text alone are offered; one is sent with its values', async () => {
    expect(await carrier.templates!()).toEqual([
      { name: 'order_update', language: 'en_US', body: 'Hello {{1}}, your order {{2}} is on its way.' },
    ]);
    await carrier.send({
      to: lucia,
      clientId: 'x',
      text: '',
      file: null,
      template: { name: 'order_update', language: 'en_US', values: ['Lucía', '42'] },
      thread: {},
      agentName: '',
    });
    expect(api.sent.at(-1)).toMatchObject({
      type: 'template',
      to: '5215512345678',
      template: {
        name: 'order_update',
        language: { code: 'en_US' },
        components: [{ type: 'body', parameters: [{ text: 'Lucía' }, { text: '42' }] }],
      },
    });
  });

  test('the window that closed and a wrong token are told by name; reading is told', async () => {
    api.next('windowOver');
    const plain = { to: lucia, clientId: 'x', text: 'x', file: null, template: null, thread: {}, agentName: '' };
    await expect(carrier.send(plain)).rejects.toMatchObject({ reason: 'windowOver', isFinal: true });
    await carrier.seen!({ message: 'wamid.read' });
    expect(api.seen).toEqual(['wamid.read']);
    api.setToken('another');
    await expect(carrier.send(plain)).rejects.toMatchObject({ reason: 'badToken', isFinal: true });
    api.setToken(TOKEN);
  });

  test('an address in a private network is refused where those are not allowed', async () => {
    const careful = whatsappCloud({ outside: openOutsideFetch(), allowPrivate: true }).open(account);
    await expect(careful.check()).rejects.toMatchObject({ reason: 'privateAddress', isFinal: true });
    await expect(careful.check()).rejects.toBeInstanceOf(CarrierRefusal);
  });
});
