import { journeyPort } from './port.ts';

/** Where the product under test answers. */
export const ORIGIN = `http://127.0.0.1:${journeyPort()}`;
export const PASSWORD = 'openseat-demo';

/** The demo's people. */
export const people = {
  valeria: { email: 'owner@aurora.example', name: 'Valeria Ortiz', zone: 'America/Mexico_City' },
  sofia: { email: 'sofia@aurora.example', name: 'Sofía Ramírez', zone: 'America/Mexico_City' },
  ana: { email: 'ana@aurora.example', name: 'Ana Castillo', zone: 'America/Mexico_City' },
  budi: { email: 'budi@aurora.example', name: 'Budi Santoso', zone: 'America/Mexico_City' },
  chen: { email: 'chen@aurora.example', name: 'Chen Jia', zone: 'America/Mexico_City' },
  ingrid: { email: 'owner@borealis.example', name: 'Ingrid de Vries', zone: 'Europe/Amsterdam' },
  noor: { email: 'noor@borealis.example', name: 'Noor Haddad', zone: 'Europe/Amsterdam' },
} as const;

export interface DemoPerson {
  email: string;
  name: string;
  /** The zone of the machine they sit at. */
  zone: string;
}

const CALL_IN = '/cc/api/rehearsal/v1/callIn';
let mayBeCalled = false;

/** Calls the product as a page would; for what a journey needs but is not about. */
export async function api<Data = unknown>(
  token: string | null,
  method: string,
  path: string,
  body?: unknown,
): Promise<Data> {
  if (path === CALL_IN) mayBeCalled = true;
  const response = await fetch(`${ORIGIN}${path}`, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as { code: number; data: Data; msg: string };
  if (answer.code !== 0) throw new Error(`${method} ${path}: ${answer.code} ${answer.msg}`);
  return answer.data;
}

/** A session of a person. */
export const tokenOf = async ({ email }: Pick<DemoPerson, 'email'>): Promise<string> =>
  (await api<{ token: string }>(null, 'PUT', '/admin/saas_plat/user/login', { email, password: PASSWORD })).token;

/** Some calls want somebody who signed in ten minutes ago at most. */
const FRESH_MS = 8 * 60_000;
let kept: { token: Promise<string>; sinceMs: number } | null = null;

/** A session of the owner, for what journeys arrange and look up; no page has it, so nobody signs it out. */
export function ownerToken(): Promise<string> {
  if (!kept || performance.now() - kept.sinceMs > FRESH_MS)
    kept = { token: tokenOf(people.valeria), sinceMs: performance.now() };
  kept.token.catch(() => (kept = null));
  return kept.token;
}

/** Nobody calls from an earlier journey any more. */
export async function quiet(token: string): Promise<void> {
  mayBeCalled = false;
  const { customers } = await api<{ customers: { customerId: string; state: string }[] }>(
    token,
    'POST',
    '/cc/api/rehearsal/v1/stage',
    {},
  );
  for (const { customerId, state } of customers)
    if (state !== 'ended') await api(token, 'POST', '/cc/api/rehearsal/v1/hangUp', { customerId });
}

/** Whoever a journey had call, and left waiting, does not ring in the next one. */
export async function leaveNobodyCalling(): Promise<void> {
  if (mayBeCalled) await quiet(await ownerToken());
}

interface Message {
  to: string;
  text: string;
}

/** What a mail to an address says at the brackets of `wanted`; it is sent by a job, so it may take a moment. */
async function mailed(email: string, wanted: RegExp): Promise<string> {
  for (const deadline = Date.now() + 7_000; Date.now() < deadline;) {
    const mails = (await api<Message[]>(null, 'GET', '/admin/saas_plat/demo/messages')).filter(
      ({ to }) => to === email,
    );
    const found = mails.map(({ text }) => wanted.exec(text)?.[1]).find(Boolean);
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`No mail to ${email} says ${wanted.source}`);
}

/** The code in the mail to an address. */
export const mailedCode = (email: string): Promise<string> => mailed(email, /code is (\d{6})/);

/** The path of the invitation in the mail to an address. */
export const mailedInvitation = (email: string): Promise<string> => mailed(email, /(\/invitation\/[\w-]+)/);

let newcomers = 0;

/** Somebody new at Aurora Travel with these roles, so that a journey changes nobody else's account. */
export async function newcomer(name: string, roleNames: readonly string[] = ['Agent']): Promise<DemoPerson> {
  const email = `${name.toLowerCase().replaceAll(/\W/g, '')}.${process.pid}.${++newcomers}@aurora.example`;
  const owner = await ownerToken();
  const roles = await api<{ id: number; name: string }[]>(owner, 'GET', '/admin/saas_plat/role/list');
  const roleIds = roleNames.map((wanted) => roles.find((role) => role.name === wanted)!.id);
  await api(owner, 'POST', '/admin/saas_plat/member/invite', { email, roleIds, textSeat: false, voiceSeat: false });
  const token = await api<{ token: string }>(null, 'POST', `/admin/saas_plat${await mailedInvitation(email)}/accept`, {
    name,
    password: PASSWORD,
  });
  await api(token.token, 'PUT', '/admin/saas_plat/user/logout', {});
  return { email, name, zone: people.valeria.zone };
}
