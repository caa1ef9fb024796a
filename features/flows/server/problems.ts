import type { Flow } from '#core/flow/flow.ts';
import { kindOf } from '#core/flow/kinds/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { FlowProblem } from '../contract.ts';
import { namesOf } from './names.repo.ts';
import { referencesOf } from './references.ts';

/** What keeps a flow from being published: what is wrong in itself, and what it names that is not there. */
export async function flowProblems(tx: TenantTx, flow: Flow): Promise<FlowProblem[]> {
  const references = referencesOf(flow);
  const known = new Set((await namesOf(tx, references)).map(({ kind, id }) => `${kind} ${id}`));
  const gone = references.filter(({ kind, id }) => !known.has(`${kind} ${id}`));
  return [...inItself(flow), ...gone.map(({ kind, nodeId }): FlowProblem => ({ nodeId, text: 'goneReference', values: { kind } }))];
}

function inItself(flow: Flow): FlowProblem[] {
  const found: FlowProblem[] = [];
  if (flow.nodes.filter(({ kind }) => kind === 'start').length !== 1) found.push({ nodeId: null, text: 'oneStart' });
  for (const { id, kind: name, settings } of flow.nodes) {
    const kind = kindOf(name);
    if (!kind) found.push({ nodeId: id, text: 'unknownKind' });
    else if (!kind.settings.safeParse(settings).success) found.push({ nodeId: id, text: 'settings' });
    else for (const problem of kind.problems?.(settings, flow) ?? []) found.push({ nodeId: id, ...problem });
  }
  return found;
}
