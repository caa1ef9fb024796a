import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decodeUlaw } from '#core/telephony/g711.ts';
import { pcmWav } from '#core/telephony/pcm-wav.ts';
import { SAMPLE_RATE } from '#core/telephony/sound.ts';
import { openSoundShelf } from '../embedded/sound/open-sound-shelf.ts';
import type { SoundServer } from './sound-server.ts';

/** Sounds kept for nodes that have not fetched them yet, the newest ones. */
const KEPT = 500;
/** A node gives the path of its copy no more room than the address has: one in a deep folder would not be found. */
const LONG = 'sound-'.repeat(40);

export async function openSoundServer(address: string, port = 0): Promise<SoundServer> {
  const shelf = openSoundShelf();
  const files = new Map<string, Uint8Array>();
  const server = createServer((request, response) => {
    const file = files.get(request.url ?? '');
    if (!file) return void response.writeHead(404).end();
    response.writeHead(200, {
      'content-type': 'audio/wav',
      'content-length': file.length,
      'cache-control': 'max-age=86400',
    });
    response.end(request.method === 'HEAD' ? undefined : file);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, address, resolve);
  });
  const origin = `http://${address}:${(server.address() as AddressInfo).port}`;

  return {
    put(sound) {
      const bytes = shelf.render(sound);
      const path = `/${LONG}/${createHash('sha1').update(bytes).digest('hex')}.wav`;
      if (!files.has(path)) files.set(path, pcmWav(decodeUlaw(bytes), { rate: SAMPLE_RATE, channels: 1 }));
      for (const oldest of files.keys()) {
        if (files.size <= KEPT) break;
        files.delete(oldest);
      }
      return { url: origin + path, durationMs: (bytes.length * 1_000) / SAMPLE_RATE };
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
