import { Inviter, Registerer, RegistererState, SessionState, UserAgent, type Invitation, type Session } from 'sip.js';
import type { SessionDescriptionHandler } from 'sip.js/lib/platform/web/index.js';
import type { PhoneAccount, HeardSound, BrowserPhone } from './phone-page.ts';

/**
 * A bare telephone in a browser page, for journeys: SIP.js and Chromium's own WebRTC, with a tone instead of a
 * microphone so that a listener can tell who speaks.
 */
const LOUD_ENOUGH = 0.004;
/** A tone counts when it stands this far above the loudest other one. */
const NEAR_LOUDEST_DB = 14;
const BIN = 2_048;

const log: string[] = [];
let agent: UserAgent | undefined;
let registerer: Registerer | undefined;
/** Newest last; a consult call is a second one. */
let sessions: Session[] = [];
let incoming: Invitation | undefined;
let sound: AudioContext | undefined;
let analyser: AnalyserNode | undefined;
let answersBySelf = false;

const note = (line: string): void => void log.push(line);
const current = (): Session => sessions.at(-1)!;
const lineOf = (session: Session): RTCPeerConnection =>
  (session.sessionDescriptionHandler as SessionDescriptionHandler).peerConnection!;
const microphone = { sessionDescriptionHandlerOptions: { constraints: { audio: true, video: false } } };

function speakWith(hz: number): void {
  navigator.mediaDevices.getUserMedia = async () => {
    sound ??= new AudioContext();
    await sound.resume();
    const [tone, volume, out] = [sound.createOscillator(), sound.createGain(), sound.createMediaStreamDestination()];
    tone.frequency.value = hz;
    volume.gain.value = 0.3;
    tone.connect(volume).connect(out);
    tone.start();
    return out.stream;
  };
}

function listenTo(session: Session): void {
  sound ??= new AudioContext();
  void sound.resume();
  const stream = new MediaStream(
    lineOf(session)
      .getReceivers()
      .map((receiver) => receiver.track),
  );
  // Chromium feeds an analyser from a remote stream only while an element plays it.
  const player = new Audio();
  player.srcObject = stream;
  player.muted = true;
  void player.play().catch(() => {});
  analyser = sound.createAnalyser();
  analyser.fftSize = BIN;
  analyser.smoothingTimeConstant = 0;
  sound.createMediaStreamSource(stream).connect(analyser);
}

function follow(session: Session): void {
  sessions.push(session);
  session.stateChange.addListener((state) => {
    note(`state ${state}`);
    if (state === SessionState.Established) listenTo(session);
    if (state === SessionState.Terminated) sessions = sessions.filter((one) => one !== session);
  });
}

const untilState = (session: Session, wanted: SessionState): Promise<void> =>
  new Promise((resolve) => {
    if (session.state === wanted) return resolve();
    session.stateChange.addListener((state) => state === wanted && resolve());
  });

const phone: BrowserPhone = {
  log: () => [...log],
  state: () => (sessions.length > 0 ? current().state : 'none'),

  async start({ url, domain, account, ha1, hz }: PhoneAccount) {
    speakWith(hz);
    agent = new UserAgent({
      uri: UserAgent.makeURI(`sip:${account}@${domain}`)!,
      authorizationUsername: account,
      authorizationHa1: ha1,
      contactName: account,
      // As the product's own phone has it: an edge outside the product finds its newest connection by it.
      instanceIdAlwaysAdded: true,
      logLevel: 'error',
      reconnectionAttempts: 20,
      reconnectionDelay: 1,
      transportOptions: { server: url, keepAliveInterval: 20 },
      sessionDescriptionHandlerFactoryOptions: {
        iceGatheringTimeout: 500,
        peerConnectionConfiguration: { iceServers: [] },
      },
      delegate: {
        onConnect: () => {
          if (registerer?.state === RegistererState.Registered || registerer?.state === RegistererState.Unregistered)
            void registerer.register();
        },
        onDisconnect: () => note('disconnected'),
        onInvite(invitation) {
          note(`incoming ${invitation.request.getHeader('X-Customer-Number') ?? invitation.remoteIdentity.uri.user}`);
          incoming = invitation;
          invitation.stateChange.addListener((state) => state === SessionState.Terminated && note('incoming gone'));
          if (
            answersBySelf ||
            invitation.request.getHeader('X-Eavesdrop-Target') ||
            invitation.request.getHeader('X-Call-Resume')
          )
            void phone.answer();
        },
      },
    });
    await agent.start();
    registerer = new Registerer(agent, { expires: 300 });
    await new Promise<void>((resolve, reject) => {
      registerer!.stateChange.addListener((state) => {
        note(`registration ${state}`);
        if (state === RegistererState.Registered) resolve();
      });
      void registerer!.register({
        requestDelegate: {
          onReject: ({ message }) => reject(new Error(`registration refused: ${message.statusCode}`)),
        },
      });
    });
  },

  answerBySelf: (on) => void (answersBySelf = on),
  waitingCall: () =>
    incoming?.state === SessionState.Initial
      ? Object.fromEntries(
          Object.keys(incoming.request.headers).map((name) => [name, incoming!.request.getHeader(name) ?? '']),
        )
      : null,

  call: (to, headers = {}) =>
    new Promise((resolve) => {
      const uri = UserAgent.makeURI(`sip:${to}@${agent!.configuration.uri.host}`)!;
      const inviter = new Inviter(agent!, uri, {
        ...microphone,
        earlyMedia: true,
        extraHeaders: Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      });
      follow(inviter);
      inviter.stateChange.addListener((state) => state === SessionState.Established && resolve('established'));
      void inviter.invite({
        requestDelegate: {
          onReject: ({ message }) => resolve(`rejected ${message.statusCode}`),
          onProgress: ({ message }) => note(`progress ${message.statusCode}`),
        },
      });
    }),
  async answer() {
    const taken = incoming!;
    follow(taken);
    await taken.accept(microphone);
    await untilState(taken, SessionState.Established);
  },
  decline: async () => void (await incoming!.reject()),
  cancel: async () => void (await (current() as Inviter).cancel()),
  hangUp: async () => void (await current().bye()),

  hold: (on) =>
    new Promise((resolve) => {
      const session = current();
      session.sessionDescriptionHandlerOptionsReInvite = { hold: on } as never;
      for (const sender of lineOf(session).getSenders()) if (sender.track) sender.track.enabled = !on;
      void session.invite({
        requestDelegate: {
          onAccept: () => resolve('held'),
          onReject: ({ message }) => resolve(`rejected ${message.statusCode}`),
        },
      });
    }),
  mute(on) {
    for (const sender of lineOf(current()).getSenders()) if (sender.track) sender.track.enabled = !on;
  },
  key: (key) =>
    (current().sessionDescriptionHandler as SessionDescriptionHandler).sendDtmf(key, {
      duration: 160,
      interToneGap: 70,
    }),
  keyByInfo: async (key) =>
    void (await current().info({
      requestOptions: {
        body: {
          contentDisposition: 'render',
          contentType: 'application/dtmf-relay',
          content: `Signal=${key}\r\nDuration=160`,
        },
      },
    })),
  refer: (to) =>
    new Promise((resolve) => {
      const uri = UserAgent.makeURI(`sip:${to}@${agent!.configuration.uri.host}`)!;
      void current().refer(uri, {
        onNotify(notification) {
          void notification.accept();
          note(`transfer ${notification.request.body.trim()}`);
        },
        requestDelegate: {
          onAccept: () => resolve('accepted'),
          onReject: ({ message }) => resolve(`rejected ${message.statusCode}`),
        },
      });
    }),

  dropConnection: () => void (agent!.transport as unknown as { ws: WebSocket }).ws.close(),
  async unregister() {
    await registerer!.unregister();
    await agent!.stop();
  },

  async hears(ms): Promise<HeardSound> {
    if (!analyser || sessions.length === 0) return { loudness: 0, hz: [] };
    const wave = new Float32Array(BIN);
    const spectrum = new Float32Array(BIN / 2);
    const counts = new Map<number, number>();
    let [sum, times] = [0, 0];
    for (const end = performance.now() + ms; performance.now() < end;) {
      await new Promise((resolve) => setTimeout(resolve, 25));
      analyser.getFloatTimeDomainData(wave);
      analyser.getFloatFrequencyData(spectrum);
      const loudness = Math.sqrt(wave.reduce((total, sample) => total + sample * sample, 0) / BIN);
      sum += loudness;
      times += 1;
      if (loudness < LOUD_ENOUGH) continue;
      for (const hz of peaks(spectrum, sound!.sampleRate)) counts.set(hz, (counts.get(hz) ?? 0) + 1);
    }
    // A tone that was there for less than a third of the time was a click, not a voice.
    return {
      loudness: sum / Math.max(1, times),
      hz: Array.from(counts)
        .filter(([, count]) => count > times / 3)
        .map(([hz]) => hz)
        .sort((a, b) => a - b),
    };
  },
  async statistics() {
    const found: Record<string, number> = {};
    (await lineOf(current()).getStats()).forEach((report: Record<string, unknown>) => {
      if (report['type'] === 'inbound-rtp')
        Object.assign(found, {
          packetsReceived: report['packetsReceived'],
          packetsLost: report['packetsLost'],
          energy: report['totalAudioEnergy'],
        });
      if (report['type'] === 'outbound-rtp') found['packetsSent'] = Number(report['packetsSent']);
      if (report['type'] === 'remote-inbound-rtp') found['roundTripMs'] = Number(report['roundTripTime']) * 1_000;
    });
    return found;
  },
};

/** Frequencies that stand out, to the nearest 50 Hz. */
function peaks(spectrum: Float32Array, sampleRate: number): number[] {
  const loudest = spectrum.reduce((a, b) => Math.max(a, b), -Infinity);
  const found = new Set<number>();
  for (let bin = 2; bin < spectrum.length - 2; bin += 1) {
    const here = spectrum[bin]!;
    if (here < loudest - NEAR_LOUDEST_DB || here < spectrum[bin - 1]! || here < spectrum[bin + 1]!) continue;
    found.add(Math.round((bin * sampleRate) / BIN / 50) * 50);
  }
  return [...found];
}

Object.assign(window, { phone });
