import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { encodeUlaw } from '#core/telephony/g711.ts';
import type { LeftRecording } from '#core/telephony/exchange-facts.ts';
import type { TelephonyEvent } from '#core/telephony/telephony.port.ts';
import { lasting, wavHeader } from '../embedded/sound/wav.ts';
import { isTooLate } from './ari-client.ts';
import type { ExchangeNode } from './exchange-node.ts';
import type { AriLeg } from './leg-book.ts';

/** On the channel: under which name the node knows what records it, and what we call that. */
const MONITOR_VARIABLE = 'OS_MONITOR';
const RECORDING_VARIABLE = 'OS_RECORDING';
const LOOK_EVERY_MS = 40;
const PATIENCE_MS = 10_000;

interface RecorderOptions {
  folder: string;
  emit(event: Extract<TelephonyEvent, { type: 'recorded' }>): void;
  report(problem: unknown): void;
}

interface Running {
  leg: AriLeg;
  name: string;
  /** Done when the node records. */
  started: Promise<void>;
}

/** Records legs by MixMonitor: one raw file of two channels at the node, fetched when it is closed and kept as ours are. */
export class Recorder {
  readonly #options: RecorderOptions;
  readonly #running = new Map<string, Running>();
  readonly #fetching = new Set<Promise<void>>();
  /** Closed at a node when we last looked. */
  #closed: ReadonlySet<string> = new Set();

  constructor(options: RecorderOptions) {
    this.#options = options;
  }

  async start(leg: AriLeg, recordingId: string): Promise<void> {
    if (!/^[\w.-]+$/.test(recordingId)) throw new Error('A recording is named by letters, digits, dots and dashes.');
    if (this.#running.has(recordingId)) return;
    const running = { leg, name: recordingId, started: this.#begin(leg, recordingId) };
    this.#running.set(recordingId, running);
    await running.started.catch((problem: unknown) => {
      this.#running.delete(recordingId);
      if (!isTooLate(problem)) throw problem;
    });
  }

  /** What ran before this process did; null: nothing is recorded, whatever was meant to be. */
  async adopt(leg: AriLeg): Promise<string | null> {
    const [recordingId, monitor] = await Promise.all(
      [RECORDING_VARIABLE, MONITOR_VARIABLE].map((name) => variable(leg.node, leg.channel, name).catch(() => '')),
    );
    if (!recordingId || !monitor) return null;
    this.#running.set(recordingId, { leg, name: recordingId, started: Promise.resolve() });
    return recordingId;
  }

  /** Others lead the leg now, and fetch what is recorded of it. */
  left(leg: AriLeg): void {
    for (const [recordingId, running] of this.#running) if (running.leg === leg) this.#running.delete(recordingId);
  }

  async stop(recordingId: string): Promise<void> {
    const running = this.#running.get(recordingId);
    if (!running) return;
    this.#running.delete(recordingId);
    const { leg, name, started } = running;
    await started;
    try {
      const { node, channel } = leg;
      const id = await variable(node, channel, MONITOR_VARIABLE);
      await node.ami.ask('StopMixMonitor', { Channel: await nameOf(node, channel), MixMonitorID: id });
      // The next one has a name before it runs: nobody shall take this one's for its.
      await set(node, channel, MONITOR_VARIABLE, '');
    } catch (problem) {
      // It ended with its leg, whose end may not have been told yet.
      if (leg.at !== 'ended' && !isTooLate(problem) && (await isThere(leg))) this.#options.report(problem);
    }
    this.#fetch(leg, name);
  }

  /** The leg is gone, and its recordings are closed with it. */
  ended(leg: AriLeg): void {
    for (const [recordingId, running] of this.#running) {
      if (running.leg !== leg) continue;
      this.#running.delete(recordingId);
      this.#fetch(leg, running.name);
    }
  }

  /** Until everything that was closed is fetched. */
  async written(): Promise<void> {
    await Promise.all(this.#fetching);
  }

  async #begin({ node, channel, ready }: AriLeg, name: string): Promise<void> {
    await ready;
    const file = `${node.recordingsFolder}/${name}.raw`;
    // Before it runs: whoever finds it running must know whose it is, or would begin it anew over what is there.
    await set(node, channel, RECORDING_VARIABLE, name);
    await node.ami.ask('MixMonitor', {
      Channel: await nameOf(node, channel),
      File: file,
      // Two channels side by side; its name in a variable.
      Options: `Di(${MONITOR_VARIABLE})`,
      // Run when the file is closed, which nothing else tells.
      Command: `touch ${node.recordingsFolder}/${closedMark(name)}.raw`,
    });
  }

  #fetch(leg: AriLeg, recordingId: string): void {
    const fetching = this.#take(leg, recordingId)
      .catch((problem: unknown) => this.#options.report(problem))
      .finally(() => this.#fetching.delete(fetching));
    this.#fetching.add(fetching);
  }

  async #take({ id, node }: AriLeg, recordingId: string): Promise<void> {
    for (let waited = 0; waited < PATIENCE_MS; waited += LOOK_EVERY_MS) {
      if ((await node.ari.file(`${stored(closedMark(recordingId))}/file`)) !== null) break;
      await new Promise((resolve) => {
        setTimeout(resolve, LOOK_EVERY_MS);
      });
    }
    const kept = await this.#keep(node, recordingId);
    if (!kept) return;
    this.#options.emit({ type: 'recorded', leg: id, ...kept });
    await remove(node, recordingId);
  }

  /** As files of ours, in our folder; null where nothing was said. */
  async #keep(
    { ari }: ExchangeNode,
    recordingId: string,
  ): Promise<{ recordingId: string; path: string; durationMs: number; bytes: number } | null> {
    const { folder } = this.#options;
    const raw = await ari.file(`${stored(recordingId)}/file`);
    if (!raw || raw.length < 4) return null;
    const sound = encodeUlaw(samplesIn(raw));
    await mkdir(folder, { recursive: true });
    const path = join(folder, `${recordingId}.wav`);
    await writeFile(path, Buffer.concat([wavHeader(sound.length), sound]));
    const bytes = wavHeader(0).length + sound.length;
    return { recordingId, path, durationMs: lasting(sound.length), bytes };
  }

  /** What was closed and nobody fetched between two looks: whoever led its call was gone. */
  async collectLeft(nodes: readonly ExchangeNode[]): Promise<LeftRecording[]> {
    const left: LeftRecording[] = [];
    const seen = new Set<string>();
    for (const node of nodes) {
      const names = await node.ari.get<{ name: string }[]>('/recordings/stored').catch(() => []);
      for (const recordingId of names.flatMap(({ name }) => nameOfMark(name) ?? [])) {
        seen.add(recordingId);
        if (!this.#closed.has(recordingId)) continue;
        const kept = await this.#keep(node, recordingId);
        if (kept) left.push(kept);
        await remove(node, recordingId);
      }
    }
    this.#closed = seen;
    return left;
  }
}

const MARK = 'closed-';
const closedMark = (name: string): string => `${MARK}${name}`;
const nameOfMark = (name: string): string | null => (name.startsWith(MARK) ? name.slice(MARK.length) : null);
const stored = (name: string): string => `/recordings/stored/${encodeURIComponent(name)}`;

async function remove({ ari }: ExchangeNode, recordingId: string): Promise<void> {
  for (const name of [recordingId, closedMark(recordingId)]) await ari.delete(stored(name)).catch(() => {});
}

/** Whole pairs of samples, wherever the file was cut. */
function samplesIn(raw: Buffer): Int16Array {
  const samples = new Int16Array(Math.floor(raw.length / 4) * 2);
  for (let at = 0; at < samples.length; at++) samples[at] = raw.readInt16LE(at * 2);
  return samples;
}

const nameOf = async (node: ExchangeNode, channel: string): Promise<string> =>
  (await node.ari.get<{ name: string }>(`/channels/${channel}`)).name;

const set = (node: ExchangeNode, channel: string, name: string, value: string): Promise<void> =>
  node.ari.post(`/channels/${channel}/variable`, { variable: name, value });

const isThere = ({ node, channel }: AriLeg): Promise<boolean> =>
  nameOf(node, channel).then(
    () => true,
    (problem: unknown) => !isTooLate(problem),
  );

const variable = async (node: ExchangeNode, channel: string, name: string): Promise<string> =>
  (await node.ari.get<{ value: string }>(`/channels/${channel}/variable`, { variable: name })).value;
