import type { Flow } from '#core/flow/flow.ts';
import { problemsOf } from '#core/flow/problems.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { FlowProblem } from '../contract.ts';
import { namesOf } from './names.repo.ts';
import { referencesOf } from './references.ts';

/** What keeps a flow from being published: what is wrong in itself, and what it names that is not there. */
export async function flowProblems(tx: TenantTx, flow: Flow): Promise<FlowProblem[]> {
  const references = referencesOf(flow);
  const known = new Set((await namesOf(tx, references)).map(({ kind, id }) => `${kind} ${id}`));
  const gone = references.filter(({ kind, id }) => !known.has(`${kind} ${id}`));
  return [
    ...problemsOf(flow).map(({ nodeId, problem: { text, field, values } }): FlowProblem => ({ nodeId, text, ...(field === undefined ? {} : { field }), ...(values === undefined ? {} : { values }) })),
    ...gone.map(({ kind, nodeId }): FlowProblem => ({ nodeId, text: 'goneReference', values: { kind } })),
  ];
}
