import type { IncomingRequestMessage } from 'sip.js/lib/core/index.js';
import type { CallWording } from '#core/trunk/call-wording.ts';
import { readCall, readWord } from '#core/trunk/call-wording.ts';
import { readNameAddr } from '../../embedded/sip/sip-text.ts';
import { callerOf, dialledIn } from '../../trunk/incoming-caller.ts';
import { networkWordOf } from '../../trunk/network-word.ts';
import { headerVariable } from '../config/house-names.ts';
import type { IncomingLineCall } from './own-lines.ts';

/** What a call from a carrier says, in numbers of ours; `asked` is whom its request asks for, `registeredAs` our own name there. */
export function readLineCall(
  wording: Pick<CallWording, 'dialledNumber' | 'callerNumber'>,
  variables: Readonly<Record<string, string>>,
  { asked, registeredAs }: { asked: string; registeredAs: string | null },
): IncomingLineCall {
  const message = messageOf(variables, asked);
  const ends = { from: callerOf(message).number, to: dialledIn(message, registeredAs) };
  return { ...readCall(wording, ends), networkWord: readWord(wording, networkWordOf(message)) };
}

/** As much of a request as is kept of it. */
function messageOf(variables: Readonly<Record<string, string>>, asked: string): IncomingRequestMessage {
  const of = (name: string): string | undefined => variables[headerVariable(name)] || undefined;
  const address = (name: string) => {
    const read = readNameAddr(of(name) ?? '');
    const displayName = /^\s*"?([^"<]*?)"?\s*</.exec(of(name) ?? '')?.[1] ?? '';
    return { uri: { user: read?.uri.user ?? '', host: read?.uri.host ?? '' }, displayName };
  };
  const kept = {
    from: address('From'),
    to: address('To'),
    ruri: { user: asked },
    getHeader: of,
    getHeaders: (name: string): string[] => [of(name) ?? []].flat(),
  };
  return kept as unknown as IncomingRequestMessage;
}
