import { api, ownerToken, type DemoPerson } from './api.ts';

/** The demo's channel for visitors. */
export const CHANNEL = 'aurora';
/** The support group's number. */
export const SUPPORT = '525550000102';

/** A virtual customer, as the stage shows it. */
export interface Customer {
  customerId: string;
  state: string;
  heardMs: number;
}

/** A virtual customer calls; asks what became of them. */
export async function callIn(did = SUPPORT, script = 'long'): Promise<() => Promise<Customer>> {
  const token = await ownerToken();
  const { customerId } = await api<{ customerId: string }>(token, 'POST', '/cc/api/rehearsal/v1/callIn', {
    did,
    script,
  });
  return async () =>
    (await api<{ customers: Customer[] }>(token, 'POST', '/cc/api/rehearsal/v1/stage', {})).customers.find(
      (one) => one.customerId === customerId,
    )!;
}

/** The browser of an earlier journey is gone, but not yet for the exchange. */
export async function freePhone(person: DemoPerson): Promise<void> {
  const owner = await ownerToken();
  const { list } = await api<{ list: { userId: number; name: string }[] }>(
    owner,
    'POST',
    '/cc/api/agentStatus/v1/list',
    { size: 100 },
  );
  const agent = list.find(({ name }) => name === person.name);
  if (agent) await api(owner, 'POST', '/cc/api/agentStatus/v1/forceSignOut', { userId: agent.userId });
}

/** What is announced already would stand in the way. */
export async function readAnnouncements(token: string): Promise<void> {
  for (const { id } of await api<{ id: number }[]>(token, 'GET', '/admin/saas_plat/announcements/effect')) {
    await api(token, 'PUT', '/admin/saas_plat/announcements/read', { announcements_id: id });
  }
}

/** What the demo left waiting comes first; nobody is switched off for not opening it. */
export async function makeRoom(): Promise<void> {
  const owner = await ownerToken();
  for (const [name, value] of [
    ['ChatCapacity', '50'],
    ['ChatGreetAtOnce', '50'],
    ['ChatReactSeconds', '9000'],
  ])
    await api(owner, 'PUT', '/admin/saas_plat/config/value', { name, value });
}
