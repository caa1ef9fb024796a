import { sql } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';
import { Failure } from '#shared/errors.ts';
import type { ChatAgent } from './agent-desk.ts';

/** A conversation as somebody who works with it finds it. */
export interface Held {
  id: number;
  state: 'waiting' | 'open' | 'closed';
  agent_id: number | null;
  visitor_id: number;
  visible: boolean;
  /** To work with, not only to read. */
  theirs: boolean;
}

/** The conversation, held until the transaction ends. */
export async function held(tx: TenantTx, id: number, { userId, supervises }: ChatAgent): Promise<Held> {
  const { rows } =
    await sql<Held>`select c.id, c.state, c.agent_id, c.visitor_id, ${supervises} or chat_visible(c, ${userId}) visible, ${supervises} or chat_theirs(c, ${userId}) theirs from chat_conversation c where c.id = ${id} for update of c`.execute(
      tx.as(),
    );
  if (!rows[0]?.visible) throw new Failure('notFound');
  return rows[0];
}

/** Theirs to work with. Who was only called into it reads it and writes notes. */
export async function heldTheirs(tx: TenantTx, id: number, agent: ChatAgent): Promise<Held> {
  const one = await held(tx, id, agent);
  if (!one.theirs) throw new Failure('chatNotYours');
  return one;
}

/** Theirs to decide over: their own, one that waits, and for supervisors every one alive. */
export async function heldAlive(tx: TenantTx, id: number, agent: ChatAgent): Promise<Held> {
  const one = await heldTheirs(tx, id, agent);
  if (one.state === 'closed') throw new Failure('chatClosed');
  return one;
}
