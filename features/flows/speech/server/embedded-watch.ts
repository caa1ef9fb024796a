import type { EmbeddedSpeech } from '#core/speech/speech.port.ts';
import type { World } from '#platform/server/world.ts';
import { SPEECH_EMBEDDED, type EmbeddedState } from '../contract.ts';

const LOOK_MS = 1_000;
/** What could not be fetched is tried again when somebody needs it, not oftener than this. */
const RETRY_MS = 60_000;

/** Has this machine's own speech fetched when it is first needed, and tells pages how far it is while that changes. */
export interface EmbeddedWatch {
  state(): EmbeddedState;
  /** Somebody of this tenant needs it now. Resolves when it is there, or will not be for now. */
  want(tenantId: number): Promise<void>;
  /** Somebody of this tenant looks. */
  addTenant(tenantId: number): void;
  prepare(): void;
  stop(): void;
}

export function openEmbeddedWatch(
  { db, log, clock }: Pick<World, 'db' | 'log' | 'clock'>,
  embedded: EmbeddedSpeech,
  lookMs = LOOK_MS,
): EmbeddedWatch {
  const tenants = new Set<number>();
  let timer: NodeJS.Timeout | null = null;
  let preparing: Promise<void> | null = null;
  let pushedState = '';
  let triedMs = -RETRY_MS;

  async function look(): Promise<void> {
    timer = null;
    const state = embedded.state();
    const words = JSON.stringify(state);
    if (words !== pushedState) {
      pushedState = words;
      for (const tenantId of tenants)
        await db.tenant({ tenantId }, (tx) => tx.push({ kind: SPEECH_EMBEDDED, body: state }));
    }
    goOn();
  }
  function goOn(): void {
    const isChanging =
      preparing !== null || embedded.state().at === 'fetching' || JSON.stringify(embedded.state()) !== pushedState;
    if (timer || !isChanging || tenants.size === 0) return;
    timer = setTimeout(
      () => void look().catch((problem: unknown) => log.warn({ err: problem }, 'speech: state not told')),
      lookMs,
    ).unref();
  }

  async function prepare(): Promise<void> {
    if (embedded.state().at === 'ready') return;
    if (!preparing) {
      triedMs = clock.monotonicMs();
      // What went wrong is in the state.
      preparing = embedded
        .prepare()
        .catch((problem: unknown) => log.warn({ err: problem }, 'speech: not prepared'))
        .finally(() => {
          preparing = null;
          goOn();
        });
      goOn();
    }
    await preparing;
  }

  return {
    state: () => embedded.state(),
    async want(tenantId) {
      tenants.add(tenantId);
      if (embedded.state().at === 'unavailable' && clock.monotonicMs() - triedMs < RETRY_MS) return;
      await prepare();
    },
    addTenant(tenantId) {
      // Whoever asks has just been told.
      if (tenants.size === 0) pushedState = JSON.stringify(embedded.state());
      tenants.add(tenantId);
      goOn();
    },
    prepare: () => void prepare(),
    stop() {
      tenants.clear();
      if (timer) clearTimeout(timer);
    },
  };
}
