import { CloseCode, type Channel } from '#shared/channel.ts';
import { Failure } from '#shared/errors.ts';
import { isUnavailable } from '../db/db.ts';
import type { SocketOpening } from '../homes/home-door.ts';
import type { ChannelsWorld } from './channels.ts';

/**
 * Leads a socket to the home of its tenant, which asks for proof itself. True: it is there. False: it is to be opened here, or
 * nobody knows whose it is, which the proof will tell. A number: the code to close it with.
 */
export async function leadHome(
  { sessions, door }: Pick<ChannelsWorld, 'sessions' | 'door'>,
  channel: Channel,
  opening: SocketOpening,
): Promise<boolean | number> {
  if (!door) return false;
  try {
    const tenantId = await tenantMeant(sessions, channel, opening);
    return tenantId === null ? false : await door.lead(tenantId, opening);
  } catch (problem) {
    if (problem instanceof Failure && !isUnavailable(problem)) return false;
    return CloseCode.serverStopping;
  }
}

async function tenantMeant(
  sessions: ChannelsWorld['sessions'],
  { proof, path, ticketPurpose }: Channel,
  { request, seen }: SocketOpening,
): Promise<number | null> {
  const query = URL.parse(request.url ?? '/', 'http://localhost')?.searchParams ?? new URLSearchParams();
  if (proof === 'ticket') return sessions.ticketTenant(query.get('token') ?? '', ticketPurpose?.(query) ?? path);
  if (proof === 'guest') return null;
  const token = request.headers['sec-websocket-protocol']?.split(',')[0]?.trim() ?? '';
  return (await sessions.identify(token, { renew: false, address: seen.address }))?.tenantId ?? null;
}
