import type { Speech } from '#core/speech/speech.port.ts';
import { speechChannels } from '#features/flows/speech/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import type { flowsApi, SimulatedTalk, Simulation } from '../contract.ts';
import { heldFlow } from './flow-handlers.ts';
import { flowsRepo, type StoredFlow } from './flows.repo.ts';
import { SIMULATE_TASK, pushSimulation } from './simulate.ts';
import { simulationsRepo } from './simulations.repo.ts';

type Calls = 'simulations' | 'simulation' | 'simulate' | 'cancelSimulation' | 'speechChannels';

/** Made-up callers: sent, watched and stopped. */
export function simulationHandlers({ db }: Pick<World, 'db'>, speech: Speech): Handlers<Pick<typeof flowsApi, Calls>> {
  async function flowOf(tx: TenantTx, id: number): Promise<StoredFlow> {
    const flow = await flowsRepo(tx).find(id);
    if (!flow) throw new Failure('notFound');
    return flow;
  }
  async function found(tx: TenantTx, simulationId: number): Promise<Simulation & { results: SimulatedTalk[] }> {
    const simulation = await simulationsRepo(tx).find(simulationId);
    if (!simulation) throw new Failure('notFound');
    return simulation;
  }
  const hasModel = async (tenantId: number): Promise<boolean> => (await speech.of(tenantId)).model() !== null;
  return {
    async simulations(caller, { id }) {
      const list = await db.tenant(caller, async (tx) => {
        await flowOf(tx, id);
        return simulationsRepo(tx).list(id);
      });
      return { hasModel: await hasModel(caller.tenantId), list };
    },
    simulation: (caller, { simulationId }) => db.tenant(caller, (tx) => found(tx, simulationId)),
    async simulate(caller, { id, version, ...wish }) {
      const isAbsent = wish.by === 'model' && !(await hasModel(caller.tenantId));
      return db.tenant(caller, async (tx) => {
        const { name, draftVersion } = await heldFlow(tx, id);
        if (isAbsent) throw new Failure('simulationNoModel');
        if (version !== 'draft' && !(await flowsRepo(tx).version(id, version))) throw new Failure('notFound');
        const repo = simulationsRepo(tx);
        if (await repo.isRunning(id)) throw new Failure('simulationRunning');
        const simulationId = await repo.begin(
          id,
          version === 'draft' ? { version: null, draftVersion } : { version, draftVersion: null },
          wish,
          caller.userId,
        );
        await tx.enqueue(SIMULATE_TASK, { tenantId: tx.tenantId, simulationId });
        caller.operation.note(name, { after: { version, by: wish.by, runs: wish.runs } });
        return { simulationId };
      });
    },
    cancelSimulation: (caller, { simulationId }) =>
      db.tenant(caller, async (tx) => {
        const { flowId, total } = await found(tx, simulationId);
        await simulationsRepo(tx).end(simulationId, 'cancelled');
        await pushSimulation(tx, { flowId, simulationId, done: total, total });
        caller.operation.note((await flowOf(tx, flowId)).name);
        return null;
      }),
    speechChannels: (caller) => db.tenant(caller, (tx) => speechChannels(tx)),
  };
}
