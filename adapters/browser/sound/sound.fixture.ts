import type { ChoiceStorage } from './stored-choices.ts';

/** A machine with microphones and loudspeakers that can be plugged and unplugged. */
export function fakeMedia(...devices: { kind: MediaDeviceKind; deviceId: string; label: string; groupId?: string }[]) {
  const target = new EventTarget();
  const opened: { deviceId: string; track: FakeTrack }[] = [];
  const media = Object.assign(target, {
    devices,
    /** Set to refuse the microphone. */
    refusal: null as DOMException | null,
    opened,
    enumerateDevices: async () => [...media.devices] as MediaDeviceInfo[],
    async getUserMedia({ audio }: MediaStreamConstraints): Promise<MediaStream> {
      if (media.refusal) throw media.refusal;
      const inputs = media.devices.filter(({ kind }) => kind === 'audioinput');
      const wanted = ((audio as MediaTrackConstraints).deviceId as { exact: string } | undefined)?.exact;
      const found = wanted === undefined ? inputs[0] : inputs.find(({ deviceId }) => deviceId === wanted);
      if (!found)
        throw new DOMException('No such device.', wanted === undefined ? 'NotFoundError' : 'OverconstrainedError');
      const track = new FakeTrack();
      track.label = found.label;
      opened.push({ deviceId: found.deviceId, track });
      return fakeStream(track);
    },
    unplug(deviceId: string) {
      media.devices = media.devices.filter((device) => device.deviceId !== deviceId);
      for (const one of opened) if (one.deviceId === deviceId && one.track.readyState === 'live') one.track.end();
      target.dispatchEvent(new Event('devicechange'));
    },
    plug(device: (typeof devices)[number]) {
      media.devices = [...media.devices, device];
      target.dispatchEvent(new Event('devicechange'));
    },
  });
  return media;
}

export class FakeTrack extends EventTarget {
  kind = 'audio';
  label = '';
  enabled = true;
  readyState: 'live' | 'ended' = 'live';
  stop(): void {
    this.readyState = 'ended';
  }
  /** As when its device is gone. */
  end(): void {
    this.readyState = 'ended';
    this.dispatchEvent(new Event('ended'));
  }
}

export const fakeStream = (track = new FakeTrack()): MediaStream =>
  ({ getTracks: () => [track], getAudioTracks: () => [track] }) as unknown as MediaStream;

class FakeNode {
  to: unknown[] = [];
  connect<T>(node: T): T {
    this.to.push(node);
    return node;
  }
  disconnect(): void {
    this.to = [];
  }
}

class FakeSource extends FakeNode {
  buffer: unknown = null;
  loop = false;
  onended: (() => void) | null = null;
  startedAt: number | null = null;
  stoppedAt: number | null = null;
  start(): void {
    this.startedAt = 0;
  }
  stop(at = 0): void {
    this.stoppedAt = at;
  }
}

/** An audio context that plays nothing and remembers everything. */
export class FakeContext extends EventTarget {
  state: AudioContextState;
  sampleRate = 8_000;
  currentTime = 0;
  /** The browser lets it run. */
  mayRun: boolean;
  gains: { gain: { value: number; setTargetAtTime(to: number): void } }[] = [];
  analysers: { fftSize: number; smoothingTimeConstant: number }[] = [];
  sources: FakeSource[] = [];
  microphones: FakeNode[] = [];
  /** What stands everywhere in the spectrum of an analyser. */
  hears: () => number = () => 75;
  constructor(mayRun: boolean) {
    super();
    this.mayRun = mayRun;
    this.state = mayRun ? 'running' : 'suspended';
  }
  async resume(): Promise<void> {
    if (this.mayRun) this.become('running');
  }
  async suspend(): Promise<void> {
    this.become('suspended');
  }
  become(state: AudioContextState): void {
    if (state === this.state) return;
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
  createGain() {
    const node = Object.assign(new FakeNode(), {
      context: this,
      gain: { value: 1, setTargetAtTime: (to: number) => void (node.gain.value = to) },
    });
    this.gains.push(node);
    return node;
  }
  createAnalyser() {
    const node = Object.assign(new FakeNode(), {
      fftSize: 0,
      smoothingTimeConstant: 0,
      getByteFrequencyData: (into: Uint8Array) => into.fill(this.hears()),
    });
    this.analysers.push(node);
    return node;
  }
  createMediaStreamDestination() {
    return Object.assign(new FakeNode(), { stream: fakeStream() });
  }
  createMediaStreamSource(stream: MediaStream) {
    const node = Object.assign(new FakeNode(), { stream });
    this.microphones.push(node);
    return node;
  }
  createBuffer = (_: number, length: number) => ({ length, copyToChannel: () => {} });
  createBufferSource() {
    const source = new FakeSource();
    this.sources.push(source);
    return source;
  }
}

/** A room whose browser lets it sound or not until somebody touches the page. */
export function fakeRoom(wasTouched = true) {
  const context = new FakeContext(wasTouched);
  const window = new EventTarget();
  const room = {
    touched: wasTouched,
    context,
    source: { make: () => context as unknown as AudioContext, wasTouched: () => room.touched, window },
    touch() {
      room.touched = true;
      context.mayRun = true;
      window.dispatchEvent(new Event('pointerdown'));
    },
  };
  return room;
}

/** An audio element that may be refused. */
export function fakeElement() {
  const element = {
    srcObject: null as MediaProvider | null,
    volume: 1,
    muted: false,
    autoplay: false,
    sink: '',
    isPlaying: false,
    refusal: null as DOMException | null,
    missing: new Set<string>(),
    async play(): Promise<void> {
      if (element.refusal) throw element.refusal;
      element.isPlaying = true;
    },
    pause: () => void (element.isPlaying = false),
    async setSinkId(id: string): Promise<void> {
      if (element.missing.has(id)) throw new DOMException('Gone.', 'NotFoundError');
      element.sink = id;
    },
  };
  return element;
}

export function fakeStorage(kept: Record<string, string> = {}): ChoiceStorage & { kept: Record<string, string> } {
  return {
    kept,
    getItem: (key) => kept[key] ?? null,
    setItem: (key, value) => void (kept[key] = value),
    removeItem: (key) => void delete kept[key],
  };
}
