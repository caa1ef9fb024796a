import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { wavSamples } from '#core/sound/wav-samples.ts';
import { pcmWav } from '#core/telephony/pcm-wav.ts';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { aViewer, showPage } from '#platform/web/page.fixture.tsx';
import { soundsApi, type UploadedSound } from '../contract.ts';
import { asWav, decoder } from './as-wav.ts';
import { sounds } from './index.ts';
import { openPlayer } from './player.ts';
import SoundsPage from './sounds-page.tsx';

afterEach(() => vi.unstubAllGlobals());

const ding: UploadedSound = {
  id: 4,
  name: 'Ding',
  remark: 'short',
  durationMs: 2_000,
  spokenText: '',
  language: '',
  voice: '',
  updatedBy: 'Sofía',
  updatedAt: '2026-11-15 10:00:00',
  uses: 2,
};
const hello: UploadedSound = {
  ...ding,
  id: 5,
  name: 'Hello',
  spokenText: 'Good day',
  language: 'en',
  voice: 'x',
  uses: 0,
};

async function show(functions = ['sounds.view', 'sounds.edit'], list = [ding, hello]) {
  const asked = fakeServer(({ url }) => ({
    data:
      url === soundsApi.list.path
        ? { list, total: list.length }
        : url === soundsApi.uses.path
          ? [{ kind: 'flow', id: 1, name: 'Reception' }]
          : url === soundsApi.speak.path
            ? { id: 9 }
            : null,
  }));
  await showPage(<SoundsPage />, { viewer: aViewer({ functions: new Set(functions) }), feature: sounds });
  return { sent: (path: string) => asked.filter(({ url }) => url === path).map(({ body }) => body) };
}

test('[CC-06] the list says how long sounds are, what they say, and where they are used', async () => {
  await show();
  expect(await screen.findByText('English: Good day')).toBeTruthy();
  expect(screen.getByText('Not used')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: /Where Ding is used/ }));
  expect(
    await within(await screen.findByRole('dialog', { name: 'Where “Ding” is played' })).findByText('Reception'),
  ).toBeTruthy();
});

test('[CC-06] from where a sound is used one gets to the flow', async () => {
  await show(['sounds.view', 'flows.view']);
  fireEvent.click(await screen.findByRole('button', { name: /Where Ding is used/ }));
  expect((await screen.findByRole('link', { name: 'Reception' })).getAttribute('href')).toBe('/robot/flows/1');
});

test('[CC-06] a sound is renamed, and deleted after a question', async () => {
  const { sent } = await show();
  fireEvent.click(await screen.findByRole('button', { name: 'Change Ding' }));
  const panel = within(await screen.findByRole('dialog', { name: 'Change sound' }));
  fireEvent.change(panel.getByRole('textbox', { name: /Name/ }), { target: { value: 'Dong' } });
  fireEvent.click(panel.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent(soundsApi.update.path)).toEqual([{ id: 4, name: 'Dong', remark: 'short' }]));
  fireEvent.click(screen.getByRole('button', { name: 'Delete Hello' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(sent(soundsApi.delete.path)).toEqual([{ id: 5 }]));
});

test('[CC-06] a text is spoken and kept; a spoken sound is spoken again in its place', async () => {
  const { sent } = await show();
  fireEvent.click(await screen.findByRole('button', { name: 'Replace Hello' }));
  const panel = within(await screen.findByRole('dialog', { name: 'Speak again' }));
  fireEvent.change(panel.getByRole('textbox', { name: /Text/ }), { target: { value: 'Good evening' } });
  fireEvent.click(panel.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sent(soundsApi.speak.path)).toEqual([
      { id: 5, name: 'Hello', remark: 'short', text: 'Good evening', language: 'en', voice: null, speed: 1 },
    ]),
  );
});

test('[CC-06] readers listen and have no deeds', async () => {
  await show(['sounds.view']);
  expect(await screen.findByRole('button', { name: 'Listen to Ding' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Upload|Speak|Change|Replace|Delete/ })).toBeNull();
});

test('[CC-06] a WAV file goes as it is, an MP3 file is decoded here first, and what cannot be is said', async () => {
  const wav = new File(
    [pcmWav(Int16Array.from([1, 2]), { rate: 8_000, channels: 1 }) as Uint8Array<ArrayBuffer>],
    'a.wav',
  );
  expect(await asWav(wav)).toBe(wav);
  const decode = vi.spyOn(decoder, 'decode').mockResolvedValue({
    numberOfChannels: 2,
    length: 2,
    getChannelData: (channel) => Float32Array.from(channel === 0 ? [1, 0] : [0, -3]) as never,
  });
  const made = await asWav(new File(['ID3 song'], 'song.mp3'));
  expect(made?.name).toBe('song.wav');
  expect(wavSamples(new Uint8Array(await made!.arrayBuffer()))).toEqual({
    rate: 16_000,
    samples: Int16Array.from([16_384, -32_767]),
  });
  decode.mockRejectedValue(new Error('no sound'));
  expect(await asWav(new File(['text'], 'song.mp3'))).toBeNull();
});

test('[CC-06] one sound plays at a time; choosing it again stops it', async () => {
  const deeds: string[] = [];
  vi.stubGlobal(
    'Audio',
    class {
      src: string;
      onended: (() => void) | null = null;
      constructor(src: string) {
        this.src = src;
        ended = () => this.onended?.();
      }
      async play() {
        deeds.push('play');
      }
      pause() {
        deeds.push('pause');
      }
    },
  );
  let ended = (): void => {};
  const failed = vi.fn<(error: unknown) => void>();
  const player = openPlayer(failed);
  await player.toggle('one', async () => new Blob(['x']));
  await player.toggle('two', async () => new Blob(['x']));
  expect([player.playing(), ...deeds]).toEqual(['two', 'play', 'pause', 'play']);
  await player.toggle('two', async () => new Blob(['x']));
  expect(player.playing()).toBeNull();
  await player.toggle('one', async () => new Blob(['x']));
  act(() => ended());
  expect(player.playing()).toBeNull();
  await player.toggle('gone', () => Promise.reject(new Error('gone')));
  expect([player.playing(), failed.mock.calls.length]).toEqual([null, 1]);
});
