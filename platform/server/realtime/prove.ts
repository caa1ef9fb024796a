import type { IncomingMessage } from 'node:http';
import { CloseCode } from '#shared/channel.ts';
import { Failure, failureRow } from '#shared/errors.ts';
import { isUnavailable } from '../db/db.ts';
import { guestIdentity, type Identity } from '../http/caller.ts';
import { ForeignNetwork, refuseForeign } from '../sessions/allowed-networks.ts';
import type { ChannelsWorld, ServedChannel } from './channels.ts';

type ProofWorld = Pick<ChannelsWorld, 'sessions' | 'log' | 'addressOf'>;

/** Who it is that wants a socket, or the code to close it with. */
export async function prove(
  { sessions, log, addressOf = otherEnd }: ProofWorld,
  { channel, handler }: ServedChannel,
  request: IncomingMessage,
  address: URL,
): Promise<Identity | number> {
  const from = addressOf(request);
  const report = (problem: unknown): void => log.error({ err: problem, channel: channel.path }, 'proof failed');
  try {
    if (channel.proof === 'ticket') {
      const ticket = address.searchParams.get('token') ?? '';
      const purpose = channel.ticketPurpose?.(address.searchParams) ?? channel.path;
      const redeem = () => sessions.redeemTicket(ticket, purpose);
      const holder = await sessions.guard.ask(ticket, from, redeem, purpose);
      return refuseForeign(holder, from) ?? CloseCode.ticketSpent;
    }
    const token = request.headers['sec-websocket-protocol']?.split(',')[0]?.trim() ?? '';
    if (channel.proof === 'guest') {
      const admit = () => handler.admit!(token, address.searchParams);
      const guest = await sessions.guard.ask(token, from, admit, channel.path);
      return guest ? guestIdentity(guest) : CloseCode.sessionEnded;
    }
    return (token && (await sessions.identify(token, { address: from }))) || CloseCode.sessionEnded;
  } catch (problem) {
    if (problem instanceof ForeignNetwork) await sessions.noteForeign(problem.who).catch(report);
    if (problem instanceof Failure && problem.name === 'tooManyRequests') return CloseCode.tryLater;
    if (problem instanceof Failure && failureRow(problem.name).endsSession) return CloseCode.sessionEnded;
    if (!isUnavailable(problem)) report(problem);
    return CloseCode.serverStopping;
  }
}

export const otherEnd = ({ socket }: IncomingMessage): string => socket.remoteAddress ?? '';
