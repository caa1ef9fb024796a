import { sql } from 'kysely';
import { expect, onTestFinished } from 'vitest';
import { agentSocket } from '#features/team/agent-status/contract.ts';
import { makeAgent } from '#features/team/agents/server/index.ts';
import type { House } from '#features/voice/calls/server/calls.fixture.ts';
import type { Db } from '#platform/server/db/db.ts';
import { Page } from '#platform/server/realtime/realtime-process.fixture.ts';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import { WebPresence } from '#shared/codes/web-presence.ts';
import { aMember, type Member } from './builders.ts';
import type { TestServer } from './test-server.ts';

/* People and records for tests in which several processes of the product work on one database. */

const STATUS = '/cc/api/agentStatus/v1';
/** The product promises eight seconds; the machine that runs the tests may be busy. */
const SOON = { timeout: 20_000, interval: 50 };

export interface DeskAgent extends Member {
  sipNum: string;
}

/** Somebody of the house's group, with a phone. */
export async function aDeskAgent(db: Db, { tenantId, groupId }: House): Promise<DeskAgent> {
  const member = await aMember(db, tenantId, {
    voiceSeat: true,
    functions: ['calls.use', 'agent-status.view', 'agent-status.edit', 'agent-groups.view'],
  });
  const sipNum = await db.everyTenant('a phone', async (tx) => {
    await makeAgent(tx, member);
    await sql`insert into agent_group_member (tenant_id, group_id, user_id) values (${tenantId}, ${groupId}, ${member.userId})`.execute(
      tx.as(),
    );
    const { rows } = await sql<{ sip_num: string }>`select sip_num from agent where user_id = ${member.userId}`.execute(
      tx.as(),
    );
    return rows[0]!.sip_num;
  });
  return { ...member, sipNum };
}

/** What a page asks; it may be told to come again while a desk moves. */
export async function askAs(
  process: Pick<TestServer, 'ask'>,
  { token }: Pick<DeskAgent, 'token'>,
  path: string,
  body: object = {},
): Promise<{ code: number; data: any }> {
  const { code, data } = await process.ask('POST', path, { token, body });
  return { code, data };
}

/** Signed in and available. Throws where it is refused. */
export async function signIn(
  process: Pick<TestServer, 'ask'>,
  agent: Pick<DeskAgent, 'token' | 'sipNum'>,
): Promise<void> {
  const { sipNum } = agent;
  const came = { status: WebPresence.signedIn, sipNum, deviceUniqueIdentification: 'desk' };
  const chosen = { sipNumber: sipNum, status: AgentStatus.available, timeStamp: '', eventType: 1 };
  for (const [path, body] of [
    [`${STATUS}/web`, came],
    [`${STATUS}/event`, chosen],
  ] as const) {
    const { code } = await askAs(process, agent, path, body);
    if (code !== 0) throw new Error(`${path} answered ${code}`);
  }
}

/** The agent's socket, as a page opens it at this process. */
export async function socketAt(process: Pick<TestServer, 'ask' | 'address'>, agent: DeskAgent): Promise<Page> {
  const { sipNum: sipNumber } = agent;
  const { data: node } = await askAs(process, agent, '/cc/api/asm/v1/lookup', { sipNumber });
  const { data } = await askAs(process, agent, '/cc/api/asm/v1/ticket', { sipNumber });
  const query = new URLSearchParams({ token: data.ticket, sipNumber, asmIp: node.asmIp });
  const page = new Page(`${process.address.replace('http', 'ws')}${agentSocket.path}?${query}`);
  onTestFinished(() => void page.socket.terminate());
  await expect.poll(() => page.received.length, SOON).toBeGreaterThan(0);
  return page;
}
