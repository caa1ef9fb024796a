import { openMetronome } from '#adapters/telephony/embedded/sound/open-metronome.ts';
import { openProbePhone, type SoundPhone } from '#adapters/telephony/embedded/sound/sound-phone.fixture.ts';

/** Phones in a process of their own: speak 50 times a second, count what they hear. */
const phones: SoundPhone[] = [];
const payload = new Uint8Array(160).fill(0x40);
let sequence = 0;

process.on('message', async (message: { open?: number; answers?: string[]; count?: boolean }) => {
  if (message.open !== undefined) {
    const offers: string[] = [];
    for (let n = 0; n < message.open; n += 1) {
      const phone = openProbePhone();
      phones.push(phone);
      offers.push(await phone.offer());
    }
    process.send!({ offers });
  }
  if (message.answers) {
    message.answers.forEach((answer, at) => phones[at]!.accept(answer));
    await Promise.all(phones.map(({ connected }) => connected));
    openMetronome().subscribe(() => {
      sequence += 1;
      for (const phone of phones) phone.send({ payload, sequence: sequence & 0xffff, timestamp: sequence * 160 });
    });
    process.send!({ ready: true });
  }
  if (message.count) {
    process.send!({ heard: phones.map(({ packets }) => packets.length) });
    for (const { packets } of phones) packets.length = 0;
  }
});
