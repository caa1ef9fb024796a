import { bare } from '#platform/web/call.ts';
import type { chatChannelsApi, visitorSocket } from '../../contract.ts';

/* The calls of visitors. Written without schemas, so that their page stays small. */
type Api = typeof chatChannelsApi;
const at = <P extends string>(path: P) => `/home/api/chat/${path}` as const;

export const openPage = bare<Api['open']>('GET', at('page/{key}'), true);
export const enter = bare<Api['enter']>('POST', at('visitor'), true);
export const history = bare<Api['history']>('POST', at('visitor/messages'), true);
export const end = bare<Api['end']>('POST', at('visitor/end'), true);
export const rate = bare<Api['rate']>('POST', at('visitor/rate'), true);
export const transcript = bare<Api['transcript']>('POST', at('visitor/transcript'), true);
export const callPass = bare<Api['callPass']>('POST', at('visitor/call'), true);
export const leaveWord = bare<Api['leaveWord']>('POST', at('visitor/offline'), true);

const FILE_MOST = 10 * 1024 * 1024;
export const uploadFile = {
  kind: 'upload',
  method: 'POST',
  path: at('visitor/upload'),
  maxBytes: FILE_MOST,
} as unknown as Api['upload'];
export const file = {
  kind: 'download',
  method: 'POST',
  path: at('visitor/file/{file_id}'),
  reads: true,
} as unknown as Api['file'];

const SOCKET_PATH = at('visitor/socket');
export const SOCKET = {
  path: SOCKET_PATH,
  access: 'public',
  summary: '',
  proof: 'guest',
  ping: { message: { type: 'ping' }, everyMs: 30_000, silenceMs: 70_000 },
  reconnect: { everyMs: 5_000, attempts: Number.POSITIVE_INFINITY },
} as unknown as typeof visitorSocket;
