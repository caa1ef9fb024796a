import { openSipLine } from '#adapters/browser/sip/open-sip-line.ts';
import { openSound } from '#adapters/browser/sound/open-sound.ts';
import { browserTabs, openTabs } from '#adapters/browser/tabs/open-tabs.ts';
import type { PhoneTabs } from '#adapters/browser/tabs/tabs.ts';
import type { LineAccount, LineEvent } from '#core/phone/phone-line.port.ts';
import type { EdgePhone } from './edge-page.ts';

/** The product's own telephone edge in a page, driven by a journey instead of the product's decisions. */
const BIN = 2_048;
const events: (LineEvent & { atMs: number })[] = [];
const connections: RTCPeerConnection[] = [];
const sent: ReturnType<EdgePhone['sent']> = [];
const dead = new WeakSet<WebSocket>();
const sockets: WebSocket[] = [];
let context: AudioContext | undefined;
let ear: AnalyserNode | undefined;
let account: LineAccount | undefined;
let tabs: PhoneTabs<{ talks: boolean }, string> | undefined;
const commands: string[] = [];

// Whatever the phone makes can be looked at, and taken away.
const Real = RTCPeerConnection;
window.RTCPeerConnection = class extends Real {
  constructor(configuration?: RTCConfiguration) {
    super(configuration);
    connections.push(this);
  }
};
const send = WebSocket.prototype.send;
WebSocket.prototype.send = function (data) {
  if (typeof data === 'string' && this.protocol === 'sip') {
    if (!sockets.includes(this)) sockets.push(this);
    sent.push({
      atMs: Date.now(),
      what: data.slice(0, data.indexOf(' ')),
      candidates: data.match(/a=candidate/g)?.length ?? 0,
    });
  }
  if (!dead.has(this)) send.call(this, data);
};

async function speakWith(hz: number): Promise<void> {
  const sound = (context ??= new AudioContext());
  await sound.resume();
  navigator.mediaDevices.getUserMedia = async () => {
    const [tone, volume, out] = [sound.createOscillator(), sound.createGain(), sound.createMediaStreamDestination()];
    tone.frequency.value = hz;
    volume.gain.value = 0.3;
    tone.connect(volume).connect(out);
    tone.start();
    return out.stream;
  };
}

const sound = openSound();
const line = openSipLine({
  sound: {
    openMicrophone: () => sound.openMicrophone(),
    playVoice(voice) {
      sound.playVoice(voice);
      if (!voice) return;
      context ??= new AudioContext();
      ear = context.createAnalyser();
      ear.fftSize = BIN;
      ear.smoothingTimeConstant = 0;
      context.createMediaStreamSource(voice).connect(ear);
    },
  },
});
line.onEvent((event) => void events.push({ ...event, atMs: Date.now() }));

const edge: EdgePhone = {
  async start(given, hz) {
    account = given;
    await speakWith(hz);
    line.start(given);
  },
  again: () => line.start(account!),
  register: () => line.register(),
  check: () => line.check(),
  call: (session, to, headers) => line.call(session, to, headers),
  answer: (session) => line.answer(session),
  hangUp: (session) => line.hangUp(session),
  hold: (session, on) => line.hold(session, on),
  mute: (session, on) => line.mute(session, on),
  tone: (session, tone) => line.sendTone(session, tone),
  look: () => line.look(),
  volume: (which, value) => sound.setVolume(which, value),
  events: () => JSON.parse(JSON.stringify(events)) as ReturnType<EdgePhone['events']>,
  sent: () => sent,
  noMicrophone() {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('None.', 'NotFoundError'));
  },
  killSocket: () => void dead.add(sockets.at(-1)!),
  closeSocket: () => sockets.at(-1)!.close(),
  networkChanged: () => void window.dispatchEvent(new Event('online')),
  async way() {
    const way = { user: '', packets: 0 };
    (await connections.at(-1)!.getStats()).forEach((row: Record<string, unknown>) => {
      if (row['type'] === 'transport') way.user = String(row['iceLocalUsernameFragment']);
      if (row['type'] === 'inbound-rtp') way.packets = Number(row['packetsReceived']);
    });
    return way;
  },
  async hears(ms) {
    const [wave, spectrum] = [new Float32Array(BIN), new Float32Array(BIN / 2)];
    const heard = new Map<number, number>();
    let [sum, times] = [0, 0];
    for (const end = performance.now() + ms; performance.now() < end;) {
      await new Promise((resolve) => setTimeout(resolve, 25));
      times += 1;
      if (!ear) continue;
      ear.getFloatTimeDomainData(wave);
      ear.getFloatFrequencyData(spectrum);
      const loudness = Math.sqrt(wave.reduce((total, value) => total + value * value, 0) / BIN);
      sum += loudness;
      if (loudness < 0.004) continue;
      const loudest = spectrum.indexOf(Math.max(...spectrum));
      const hz = Math.round((loudest * context!.sampleRate) / BIN / 50) * 50;
      heard.set(hz, (heard.get(hz) ?? 0) + 1);
    }
    const [most] = [...heard].sort(([, a], [, b]) => b - a);
    return { loudness: sum / Math.max(1, times), hz: most && most[1] > times / 3 ? most[0] : null };
  },
  join(name) {
    tabs = openTabs<{ talks: boolean }, string>(name, browserTabs(name), {
      carry: () => void commands.push('carry'),
      drop: () => void commands.push('drop'),
      perform: (command) => void commands.push(command),
      isInCall: ({ talks }) => talks,
    });
  },
  show: (talks) => tabs!.show({ talks }),
  command: (command) => tabs!.command(command),
  tabs: () => ({ ...tabs!.current(), commands: [...commands] }),
};

Object.assign(window, { edge });
