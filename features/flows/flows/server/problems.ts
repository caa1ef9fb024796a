import type { Flow } from '#core/flow/flow.ts';
import { problemsOf } from '../core/problems.ts';
import { speechUses } from '#core/speech/protocols.ts';
import { speechChannels } from '#features/flows/speech/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { PublishProblem } from '../contract.ts';
import { namesOf } from './names.repo.ts';
import { referencesOf } from './references.ts';

/** What keeps a flow from being published: what is wrong in itself, and what it names that is not there. */
export async function flowProblems(tx: TenantTx, flow: Flow): Promise<PublishProblem[]> {
  const references = referencesOf(flow);
  const known = new Set((await namesOf(tx, references)).map(({ kind, id }) => `${kind} ${id}`));
  const gone = references.filter(({ kind, id }) => !known.has(`${kind} ${id}`));
  return [
    ...problemsOf(flow).map(({ nodeId, problem: { text, field, values } }): PublishProblem => ({
      nodeId,
      text,
      ...(field === undefined ? {} : { field }),
      ...(values === undefined ? {} : { values }),
    })),
    ...(await goneSpeech(tx, flow)),
    ...gone.map(({ kind, nodeId }): PublishProblem => ({ nodeId, text: 'goneReference', values: { kind } })),
  ];
}

/** Callers hear the team's instead; whoever publishes should know. */
async function goneSpeech(tx: TenantTx, { speech }: Flow): Promise<PublishProblem[]> {
  if (!speech) return [];
  const channels = await speechChannels(tx);
  return speechUses.flatMap((use) => {
    const chosen = speech[use];
    return chosen === null || channels[use].some(({ channel }) => channel === chosen)
      ? []
      : [{ nodeId: null, text: 'goneSpeech', field: `speech.${use}`, values: { use } }];
  });
}
