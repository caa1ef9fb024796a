import { publishedFlow } from '#features/flows/flows/server/index.ts';
import { exampleFile } from '#features/outbound/campaigns/server/index.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import type { aiTasksApi } from '../contract.ts';
import { attributesOf } from '../core/flow-attributes.ts';

/** An example of a file with a column for each attribute of the flow, by the name it has in the design. */
export const templateHandlers = (
  world: Pick<World, 'db' | 'texts' | 'clock'>,
): Handlers<Pick<typeof aiTasksApi, 'template'>> => ({
  async template(caller, { flowId, kind }) {
    const found = flowId === undefined ? null : await world.db.tenant(caller, (tx) => publishedFlow(tx, flowId));
    if (flowId !== undefined && !found) throw new Failure('notFound');
    const wanted = found ? attributesOf(found.flow) : [];
    return exampleFile(
      world,
      caller,
      kind,
      wanted.map(({ name }) => ({ title: name, values: [`${name} 1`, `${name} 2`] })),
    );
  },
});
