import type { OutsideFailure } from '#core/http/outside-fetch.port.ts';
import type { OutsideStreamRequest } from '#core/http/outside-wire.port.ts';
import { SpeechFailure, type SpeechFailureReason } from '#core/speech/speech-failure.ts';
import type { StopSignal } from '#core/speech/stop-signal.ts';

/** Nothing at all for that long: nobody is there any more. */
export const PATIENCE_MS = 15_000;

/** What a status means to whoever asked; null for a good one. */
export function reasonOfStatus(status: number): SpeechFailureReason | null {
  if (status >= 200 && status < 300) return null;
  if (status === 429 || status === 503 || status === 529) return 'busy';
  if (status === 408 || status === 504) return 'slow';
  return status >= 500 ? 'cut' : 'refused';
}

export const reasonOfOutside = ({ reason }: OutsideFailure): SpeechFailureReason =>
  reason === 'tooSlow' ? 'slow' : reason === 'unreachable' ? 'cut' : 'refused';

interface ReadOptions {
  /** Types of content that can be what was asked for; a page of some proxy is not. */
  accepts: RegExp;
}

/** Calls of one provider by HTTP, each read while it comes, all ended when the provider is closed. */
export interface ProviderCalls {
  /** Pieces of a good answer; whatever goes wrong is a `SpeechFailure`. Whoever stops reading hangs up. */
  ask(request: OutsideStreamRequest, signal: StopSignal, options: ReadOptions): AsyncIterable<Uint8Array>;
  close(): void;
}

/** The whole of a short answer, as the JSON it must be. */
export async function jsonOf(pieces: AsyncIterable<Uint8Array>, maxBytes = 1_000_000): Promise<unknown> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of pieces) {
    parts.push(piece);
    if ((bytes += piece.length) > maxBytes) throw new SpeechFailure('garbage', 'too long');
  }
  return parsed(Buffer.concat(parts).toString('utf8'));
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new SpeechFailure('garbage', 'no json');
  }
}

/** `https://host/v1/` and `https://host/v1` are the same place. */
export const under = (address: string, path: string): string => `${address.replace(/\/+$/, '')}/${path}`;
export const asSocket = (address: string): string => address.replace(/^http/i, 'ws');
export const bearer = (key: string): Record<string, string> => (key === '' ? {} : { authorization: `Bearer ${key}` });
