import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { aViewer, showPage } from '#platform/web/page.fixture.tsx';
import { deliverEvent } from '#platform/web/user-events.ts';
import { SPEECH_EMBEDDED, speechApi, type SpeechProvider, type SpeechSettings, type SpeechTest } from '../contract.ts';
import { speech } from './index.ts';
import SpeechPage from './speech-page.tsx';

const model: SpeechProvider = {
  id: 1,
  version: 3,
  use: 'brain',
  channel: 3,
  protocol: 'openai',
  name: '',
  address: 'https://api.example/v1',
  model: 'model-1',
  languages: [],
  voices: [],
  isOn: true,
  hasSecret: true,
  secretEnd: 'wxyz',
};
const second: SpeechProvider = {
  ...model,
  id: 2,
  channel: 6,
  name: 'Our own',
  isOn: false,
  hasSecret: false,
  secretEnd: '',
};
const outcome: SpeechTest = {
  trouble: null,
  firstByteMs: 120,
  totalMs: 480,
  text: 'From nine to five.',
  said: 'When is the office open?',
  wav: '',
};

async function show({
  providers = [model, second],
  embedded = { at: 'missing', hears: ['en'], hearsPhrases: ['es'], speaks: ['en', 'es'] },
  tested = outcome,
}: Partial<SpeechSettings> & { tested?: SpeechTest } = {}) {
  const asked = fakeServer(({ url }) => ({
    data:
      url === speechApi.settings.path
        ? { providers, embedded }
        : url === speechApi.test.path
          ? tested
          : url === speechApi.prepare.path
            ? { at: 'fetching', doneBytes: 0, totalBytes: 0 }
            : url === speechApi.add.path
              ? { id: 9 }
              : null,
  }));
  await showPage(<SpeechPage />, { viewer: aViewer({ functions: new Set(['speech.settings']) }), feature: speech });
  return (path: string) => asked.filter(({ url }) => url === path).map(({ body }) => body as Record<string, unknown>);
}
const models = async () => within(await screen.findByRole('list', { name: 'Language models' }));

test('[FLOW-12] providers stand in their order with all but their key; this machine is the last of every use', async () => {
  await show();
  expect((await models()).getAllByRole('listitem').map((row) => row.getAttribute('aria-label'))).toEqual([
    'OpenAI-compatible',
    'Our own',
    'This machine',
  ]);
  const row = within((await models()).getByRole('listitem', { name: 'OpenAI-compatible' }));
  expect(row.getByText('OpenAI-compatible · model-1 · api.example · Key ends in wxyz')).toBeTruthy();
  expect(within((await models()).getByRole('listitem', { name: 'Our own' })).getByText('Off')).toBeTruthy();
  expect(screen.getByText('No provider yet: this machine listens alone.')).toBeTruthy();
});

test('[FLOW-12] the order is changed by arrows', async () => {
  const sent = await show();
  fireEvent.click(await screen.findByRole('button', { name: 'Ask Our own earlier' }));
  await waitFor(() => expect(sent(speechApi.order.path)).toEqual([{ use: 'brain', ids: [2, 1] }]));
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Ask OpenAI-compatible earlier' }).disabled).toBe(true);
});

test('[FLOW-12] a provider is really called, and the page says what came of it', async () => {
  const sent = await show();
  fireEvent.click(await screen.findByRole('button', { name: 'Test OpenAI-compatible: Language models' }));
  expect(await screen.findByText('First answer after 120 ms, all of it after 480 ms')).toBeTruthy();
  expect(screen.getByText('Asked “When is the office open?”, answered “From nine to five.”')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Test This machine: Voices' }));
  await waitFor(() =>
    expect(sent(speechApi.test.path)).toEqual([
      { id: 1, use: 'brain', language: 'en' },
      { use: 'voice', language: 'en' },
    ]),
  );
});

test('[FLOW-12] a voice is played, and trouble is told in words', async () => {
  await show({ tested: { ...outcome, wav: btoa('RIFF') } });
  fireEvent.click(await screen.findByRole('button', { name: 'Test This machine: Voices' }));
  const sound = await screen.findByLabelText<HTMLAudioElement>('Listen to the voice');
  expect([sound.tagName, sound.src.startsWith('blob:')]).toEqual(['AUDIO', true]);
});

test('[FLOW-12] trouble of a provider is told in words', async () => {
  await show({ tested: { ...outcome, trouble: 'refused', firstByteMs: null } });
  fireEvent.click(await screen.findByRole('button', { name: 'Test OpenAI-compatible: Language models' }));
  expect(await screen.findByText('The provider refused. Check the key, the model and the voice.')).toBeTruthy();
});

test('[FLOW-12] a new voice is described: the channel proposes address and model, voices go by language', async () => {
  const sent = await show();
  fireEvent.click(await screen.findByRole('button', { name: 'Add provider: Voices' }));
  const panel = within(await screen.findByRole('dialog'));
  fireEvent.click(panel.getByRole('combobox', { name: 'Channel' }));
  expect(screen.queryByRole('option', { name: /Discontinued|Built-in/, hidden: true })).toBeNull();
  fireEvent.click(await screen.findByRole('option', { name: 'ElevenLabs-compatible', hidden: true }));
  expect(panel.getByLabelText<HTMLInputElement>(/^Address/).value).toBe('https://api.elevenlabs.io/v1');
  fireEvent.change(panel.getByLabelText(/^Key/), { target: { value: 'sk-top' } });
  fireEvent.click(panel.getByRole('combobox', { name: 'Add a language' }));
  fireEvent.click((await screen.findAllByRole('option', { name: 'Spanish', hidden: true })).at(-1)!);
  fireEvent.change(panel.getByLabelText('Voice for Spanish'), { target: { value: 'Lucía' } });
  fireEvent.click(panel.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sent(speechApi.add.path)).toEqual([
      {
        use: 'voice',
        channel: 5,
        protocol: 'elevenlabs',
        name: '',
        address: 'https://api.elevenlabs.io/v1',
        model: 'eleven_flash_v2_5',
        languages: [],
        voices: [{ language: 'es', voice: 'Lucía' }],
        isOn: true,
        secret: 'sk-top',
      },
    ]),
  );
});

test('[FLOW-12] changing a provider shows no key, and an empty field keeps it', async () => {
  const sent = await show();
  fireEvent.click(await screen.findByRole('button', { name: 'Change OpenAI-compatible' }));
  const panel = within(await screen.findByRole('dialog'));
  expect(panel.getByLabelText<HTMLInputElement>(/^Key/).value).toBe('');
  expect(panel.getByText('Leave empty to keep the one that is set.')).toBeTruthy();
  fireEvent.change(panel.getByLabelText(/^Model/), { target: { value: 'model-2' } });
  fireEvent.click(panel.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sent(speechApi.update.path)).toMatchObject([{ id: 1, version: 3, model: 'model-2', secret: '' }]),
  );
});

test('[FLOW-12] this machine is prepared by a button, and how far it is comes by itself', async () => {
  const sent = await show({ providers: [] });
  fireEvent.click(await screen.findByRole('button', { name: 'Prepare' }));
  await waitFor(() => expect(sent(speechApi.prepare.path)).toHaveLength(1));
  expect(await screen.findByRole('progressbar')).toBeTruthy();
  act(() => deliverEvent(SPEECH_EMBEDDED, { at: 'fetching', doneBytes: 60_000_000, totalBytes: 100_000_000 }));
  expect(await screen.findByText('60 of 100 MB')).toBeTruthy();
  act(() => deliverEvent(SPEECH_EMBEDDED, { at: 'unavailable', why: 'no network' }));
  expect(await screen.findByText('Why: no network')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  act(() => deliverEvent(SPEECH_EMBEDDED, { at: 'ready' }));
  expect(await screen.findByText('Ready')).toBeTruthy();
  expect(sent(speechApi.settings.path)).toHaveLength(1);
});

test('[FLOW-12] settings that do not come are told, with a way to ask again', async () => {
  fakeServer(() => ({ code: 503, data: null, msg: '' }) as never);
  await showPage(<SpeechPage />, { viewer: aViewer({ functions: new Set(['speech.settings']) }), feature: speech });
  expect(await screen.findByRole('button', { name: /try again|retry/i })).toBeTruthy();
});
