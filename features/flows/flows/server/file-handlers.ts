import { Readable } from 'node:stream';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import type { FlowFile, flowsApi, MissingName } from '../contract.ts';
import { beginFlow } from './flow-handlers.ts';
import { flowsRepo } from './flows.repo.ts';
import { namesOf, thingsNamed } from './names.repo.ts';
import { referencesOf, withReferences } from './references.ts';

type Calls = 'exportFile' | 'importFile';

/** Flows that leave as files and come back, perhaps into another tenant. */
export function fileHandlers({ db }: Pick<World, 'db'>): Handlers<Pick<typeof flowsApi, Calls>> {
  return {
    async exportFile(caller, { id, version }) {
      const file = await db.tenant(caller, async (tx): Promise<FlowFile> => {
        const found = await flowsRepo(tx).find(id);
        const flow = version === undefined ? found?.flow : await flowsRepo(tx).version(id, version);
        if (!found || !flow) throw new Failure('notFound');
        caller.operation.note(found.name, { after: { version: version ?? null } });
        return { openseat: 'flow', name: found.name, flow, names: await namesOf(tx, referencesOf(flow)) };
      });
      const bytes = Buffer.from(JSON.stringify(file, null, 2));
      return {
        name: `${file.name.replace(/[^\p{L}\p{N} _-]/gu, '_')}.json`,
        mediaType: 'application/json',
        bytes: bytes.length,
        body: Readable.from([bytes]),
      };
    },

    importFile: (caller, { name, file }) =>
      db.tenant(caller, async (tx) => {
        const nameOf = new Map(file.names.map((one) => [`${one.kind} ${one.id}`, one.name]));
        const here = new Map((await thingsNamed(tx, file.names)).map((one) => [`${one.kind} ${one.name}`, one.id]));
        const missing = new Map<string, MissingName>();
        const flow = withReferences(file.flow, (kind, id, nodeId) => {
          const called = nameOf.get(`${kind} ${id}`) ?? '';
          const known = called === '' ? undefined : here.get(`${kind} ${called}`);
          if (known !== undefined) return known;
          const gone = missing.get(`${kind} ${called}`) ?? { kind, name: called, nodeIds: [] };
          missing.set(`${kind} ${called}`, gone);
          if (!gone.nodeIds.includes(nodeId)) gone.nodeIds.push(nodeId);
          return null;
        });
        caller.operation.note(name ?? file.name, { after: { nodes: flow.nodes.length, missing: missing.size } });
        return { id: await beginFlow(tx, caller, { name: name ?? file.name, flow }), missing: [...missing.values()] };
      }),
  };
}
