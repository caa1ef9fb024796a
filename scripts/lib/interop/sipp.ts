import { execFile, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from '#adapters/telephony/asterisk/config/find-program.ts';

/** What to do before it can be used; null: nothing. */
export const sippLacks = (): string | null =>
  findProgram('sipp')
    ? null
    : 'It needs SIPp: apt-get install --no-install-recommends sip-tester, or unpacked into a folder that ASTERISK_TREE names.';

export function sippVersion(): string {
  const [program = '', ...before] = findProgram('sipp')!.command;
  // It ends as if that were a failure.
  return (
    /SIPp v\d[\w.]*/.exec(spawnSync(program, [...before, '-v']).stdout.toString())?.[0] ?? 'a SIPp without a version'
  );
}

const PATIENCE_MS = 30_000;

interface SippOptions {
  scenario: string;
  /** The address it has, and the port it is called at. */
  at: { address: string; port: number };
  /** Where its sound is; what comes there is sent back. */
  mediaPort: number;
  /** Whom it calls; without it, it waits for calls. */
  calls?: { address: string; port: number; number: string };
  patienceMs?: number;
}

const playing = new Set<ChildProcess>();

/** Whatever a failed check left playing. */
export function stopSipp(): void {
  for (const program of playing) program.kill('SIGKILL');
}

/** A caller or a callee that keeps to its scenario and nothing else; its own checks decide whether it was content. */
export function playSipp({ scenario, at, mediaPort, calls, patienceMs = PATIENCE_MS }: SippOptions) {
  const home = mkdtempSync(join(tmpdir(), 'openseat-sipp-'));
  const [play, errors, messagesFile] = ['scenario.xml', 'errors', 'messages'].map((name) => join(home, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(play, scenario);
  const media = ['-mi', at.address, '-mp', String(mediaPort), '-rtp_echo'];
  const whom = calls ? ['-s', calls.number, `${calls.address}:${calls.port}`] : [];
  const [program = '', ...before] = findProgram('sipp')!.command;
  const words = [...before, '-sf', play, '-i', at.address, '-p', String(at.port), ...media, '-m', '1', '-nostdin'];
  words.push('-trace_err', '-error_file', errors, '-trace_msg', '-message_file', messagesFile, ...whom);
  // It does not always keep its own limit of time: it is ended from outside.
  const limits = {
    timeout: patienceMs,
    killSignal: 'SIGKILL' as const,
    maxBuffer: 1 << 26,
    env: { ...process.env, TERM: 'dumb' },
  };
  let spoken: string | null = null;
  const ended = new Promise<void>((done, fail) => {
    const running = execFile(program, words, limits, (problem) => {
      playing.delete(running);
      const complaints = readOr(errors);
      spoken = readOr(messagesFile);
      rmSync(home, { recursive: true, force: true });
      const how = problem && (problem.code ?? problem.signal);
      if (problem) fail(new Error(`SIPp was not content (${how}): ${complaints.slice(0, 1_500)}`));
      else done();
    });
    playing.add(running);
  });
  // Whoever asks later learns it then.
  ended.catch(() => {});
  return {
    ended,
    /** What it sent and heard so far, as it writes it down. */
    messages: (): string => spoken ?? readOr(messagesFile),
  };
}

function readOr(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
