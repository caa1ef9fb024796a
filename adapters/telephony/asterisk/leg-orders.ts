import type { RingOptions, Target } from '#core/telephony/telephony.port.ts';
import { isTooLate } from './ari-client.ts';
import { EdgeHeader, HouseEndpoint, LegVariable, REFUSE_CONTEXT } from './config/house-names.ts';
import type { ExchangeNode } from './exchange-node.ts';
import type { AriLeg } from './leg-book.ts';
import type { LineWay, OwnLines } from './lines/own-lines.ts';

/** What the carrier shall know the call by; Asterisk gives its calls names of its own. */
export const LINE_CALL_HEADER = 'X-Line-Call-Id';
/** Second argument of Stasis for what is no leg: snoops, programs. */
export const PART_ARGUMENT = 'part';
export const RUNG_ARGUMENT = 'rung';

/** A channel lives no longer, whoever stays away. */
const LONGEST_SEC = 14_400;
/** Ours ends the ringing; the node's is there should we be gone. */
const SPARE_SEC = 10;
const KEY_MS = 100;
const PAUSE_MS = 2_000;
/** Longest that can be refused with by the dial plan; a redirection is no refusal there. */
const LEAST_STATUS = 400;
const UNAVAILABLE = 480;

/** Creates the channel of a leg and dials once Stasis has it; before it could not be bridged while it rings. */
export async function dial(
  leg: AriLeg,
  target: Target,
  options: RingOptions,
  { domain, started, way }: { domain: string; started: Promise<void>; way: LineWay | null },
): Promise<void> {
  const { ari } = leg.node;
  await ari.post(
    '/channels/create',
    {
      endpoint: way?.endpoint ?? endpointOf(target, domain),
      channelId: leg.channel,
      app: leg.application,
      appArgs: RUNG_ARGUMENT,
    },
    { variables: variablesOf(target, options, way) },
  );
  await started;
  await ari.post(`/channels/${leg.channel}/dial`, { timeout: Math.ceil(options.timeoutMs / 1_000) + SPARE_SEC });
}

/** How a line of ours is dialled; null: it is the edge's, or a phone is rung. */
export const wayOf = (lines: OwnLines | undefined, target: Target, options: RingOptions): LineWay | number | null =>
  'line' in target ? (lines?.wayOf(target.line, { number: target.number, ...options }) ?? null) : null;

const endpointOf = (target: Target, domain: string): string =>
  'account' in target
    ? `PJSIP/${HouseEndpoint.phone}/sip:${target.account}@${domain}`
    : `PJSIP/${HouseEndpoint.line}/sip:${target.number}@${target.line}`;

function variablesOf(target: Target, options: RingOptions, way: LineWay | null): Record<string, string> {
  const { callerId, callerName } = way ?? options;
  const headers = {
    ...options.headers,
    ...(way === null && options.sipCallId !== undefined && { [LINE_CALL_HEADER]: options.sipCallId }),
    ...(way === null && 'line' in target && { [EdgeHeader.line]: target.line }),
    ...way?.headers,
  };
  return {
    'PJSIP_TRANSFER_HANDLING()': 'ari-only',
    'TIMEOUT(absolute)': String(LONGEST_SEC),
    'CONNECTEDLINE(num,i)': callerId,
    ...(callerName !== undefined && { 'CONNECTEDLINE(name,i)': callerName }),
    ...('account' in target ? { [LegVariable.account]: target.account } : { [LegVariable.line]: target.line }),
    ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [`PJSIP_HEADER(add,${name})`, value])),
  };
}

/** Does nothing to a channel that is gone. */
export async function order(leg: AriLeg, what: string, query?: Record<string, string | number>): Promise<void> {
  await leg.ready;
  await late(leg.node.ari.post(`/channels/${leg.channel}/${what}`, query));
}

export async function hangUpChannel(leg: AriLeg): Promise<void> {
  await leg.ready;
  await late(leg.node.ari.delete(`/channels/${leg.channel}`));
}

const refusal = (sipStatus: number) => ({
  context: REFUSE_CONTEXT,
  extension: sipStatus < LEAST_STATUS ? UNAVAILABLE : sipStatus,
  priority: 1,
});

export const refuseChannel = (leg: AriLeg, sipStatus: number): Promise<void> =>
  order(leg, 'continue', refusal(sipStatus));

/** The same of a channel that never became a leg. */
export const turnAway = ({ ari }: ExchangeNode, channel: string, sipStatus: number): Promise<void> =>
  late(ari.post(`/channels/${channel}/continue`, refusal(sipStatus)));

/** Keys between pauses are one order; `,` is a pause of ours. */
export async function pressKeys(leg: AriLeg, keys: string, gapMs: number): Promise<void> {
  const parts = keys.split(',');
  for (const [place, part] of parts.entries()) {
    if (leg.at === 'ended') return;
    if (part !== '') await order(leg, 'dtmf', { dtmf: part, between: Math.max(0, gapMs - KEY_MS), duration: KEY_MS });
    if (place < parts.length - 1)
      await new Promise((resolve) => {
        setTimeout(resolve, PAUSE_MS + part.length * gapMs);
      });
  }
}

/** Of the states Asterisk has for a transfer; 180 is none of them, and 100 it sends by itself. */
export function transferState(sipStatus: number): string | null {
  if (sipStatus < 200) return null;
  if (sipStatus < 300) return 'channel_answered';
  return sipStatus === 503 || sipStatus === 480 || sipStatus === 404 ? 'channel_unavailable' : 'channel_declined';
}

async function late(asked: Promise<unknown>): Promise<void> {
  await asked.catch((problem: unknown) => {
    if (!isTooLate(problem)) throw problem;
  });
}
