import { browserWords } from '#core/browser/user-agent.ts';
import { NO_PHONE_HERE, type EquipmentFacts } from '#core/equipment/equipment.ts';
import { echoApi } from '#features/office/echo/contract.ts';
import { lineCheckApi, type CheckBegun } from '../../contract.ts';
import type { CheckParts } from '../check-parts.ts';
import { call } from '#platform/web/call.ts';
import { TEST_CALL_NUMBER } from '#shared/call-headers.ts';

type Network = EquipmentFacts['network'];

const VERSIONS = [
  /\bEdg(?:A|iOS)?\/(\d+)/,
  /\bOPR\/(\d+)/,
  /\b(?:Firefox|FxiOS)\/(\d+)/,
  /\b(?:Chrome|CriOS)\/(\d+)/,
  /\bVersion\/(\d+)/,
];

/** What this browser can do; asked of the page's own window. */
export function browserFacts(
  permission: EquipmentFacts['microphone']['permission'],
  page: Pick<typeof globalThis, 'navigator'> & { WebSocket?: unknown; AudioContext?: unknown } = globalThis,
): EquipmentFacts['browser'] {
  const { browser, system } = browserWords(page.navigator.userAgent);
  // Whoever pretends to be Chrome says so first and its own name last.
  const version = VERSIONS.map((name) => name.exec(page.navigator.userAgent)?.[1]).find(Boolean) ?? '';
  return {
    name: [browser ?? '', version].filter(Boolean).join(' '),
    system: system ?? '',
    webSockets: typeof page.WebSocket === 'function',
    audioContext: typeof page.AudioContext === 'function',
    microphoneAllowed: permission === 'granted',
  };
}

const ECHOES = 5;

/** The middle of five answers; null when one of them did not come. */
export async function echoLatency(nowMs: () => number = () => performance.now()): Promise<number | null> {
  const took: number[] = [];
  try {
    for (let n = 0; n < ECHOES; n += 1) {
      const startMs = nowMs();
      await call(echoApi.echo, {});
      took.push(nowMs() - startMs);
    }
  } catch {
    return null;
  }
  return Math.round(took.sort((a, b) => a - b)[Math.floor(ECHOES / 2)]!);
}

export interface NetworkTest {
  parts: CheckParts;
  /** Is the socket to the server open, and is there a phone in this browser at all? */
  line(): { isLinked: boolean; isRefused: boolean };
  /** Where the test call is heard. */
  sink: string | null;
  /** What is known so far. */
  onProgress(part: Partial<Network> & { isCalling?: boolean }): void;
  /** The check was closed. */
  signal: AbortSignal;
}

/** Asks the server, looks for ways of the sound, and makes the test call; a call the server does not allow now is not made. */
export async function measureNetwork({ parts, line, sink, onProgress, signal }: NetworkTest): Promise<Network> {
  const echoMs = await echoLatency();
  // 0 is an open socket (specification W5).
  const { isLinked, isRefused } = line();
  const socketStatus = isLinked ? 0 : isRefused ? NO_PHONE_HERE : 1;
  onProgress({ echoMs, socketStatus });
  const begun = await call(lineCheckApi.begin, {}).catch(() => null);
  const ways = await parts.findWays(begun?.account.iceServers ?? []).catch(() => null);
  const known: Network = { echoMs, socketStatus, udp: ways?.udp ?? null, relay: ways?.relay ?? null, call: null };
  onProgress(known);
  if (!begun || signal.aborted) return known;
  onProgress({ isCalling: true });
  const made = await testCall(parts, begun, sink, signal);
  return { ...known, call: made };
}

/** Over the line in use: the exchange says a word and repeats what it hears. */
async function testCall(
  parts: CheckParts,
  begun: CheckBegun,
  sink: string | null,
  signal: AbortSignal,
): Promise<Network['call']> {
  const lines = begun.lines.filter(({ current }) => current);
  const { runCheck } = await import('../lines/run-check.ts');
  if (signal.aborted) return null;
  const running = runCheck(parts, { ...begun, lines }, { number: TEST_CALL_NUMBER, isHeard: true, sink });
  signal.addEventListener('abort', () => running.stop(), { once: true });
  const {
    at,
    lines: [line],
  } = await running.over;
  if (at === 'stopped' || !line) return null;
  return { answered: line.at === 'done' || line.why === 'lost' || line.why === 'silent', mos: line.score?.mos ?? null };
}
