import type { EmbeddedSpeech } from '#core/speech/speech.port.ts';
import type { World } from '#platform/server/world.ts';
import { SPEECH_EMBEDDED, type EmbeddedState } from '../contract.ts';

const LOOK_MS = 1_000;

/** Tells pages how far this machine's own speech is, while that changes. */
export interface EmbeddedWatch {
  state(): EmbeddedState;
  /** Somebody of this tenant looks. */
  tell(tenantId: number): void;
  prepare(): void;
  stop(): void;
}

export function openEmbeddedWatch(
  { db, log }: Pick<World, 'db' | 'log'>,
  embedded: EmbeddedSpeech,
  lookMs = LOOK_MS,
): EmbeddedWatch {
  const tenants = new Set<number>();
  let timer: NodeJS.Timeout | null = null;
  let isPreparing = false;
  let told = '';

  async function look(): Promise<void> {
    timer = null;
    const state = embedded.state();
    const words = JSON.stringify(state);
    if (words !== told) {
      told = words;
      for (const tenantId of tenants)
        await db.tenant({ tenantId }, (tx) =>
          tx.push({ kind: SPEECH_EMBEDDED, body: state, access: 'speech.settings' }),
        );
    }
    goOn();
  }
  function goOn(): void {
    const isChanging = isPreparing || embedded.state().at === 'fetching' || JSON.stringify(embedded.state()) !== told;
    if (timer || !isChanging || tenants.size === 0) return;
    timer = setTimeout(
      () => void look().catch((problem: unknown) => log.warn({ err: problem }, 'speech: state not told')),
      lookMs,
    ).unref();
  }

  return {
    state: () => embedded.state(),
    tell(tenantId) {
      // Whoever asks has just been told.
      if (tenants.size === 0) told = JSON.stringify(embedded.state());
      tenants.add(tenantId);
      goOn();
    },
    prepare() {
      if (isPreparing || embedded.state().at === 'ready') return;
      isPreparing = true;
      // What went wrong is in the state.
      embedded
        .prepare()
        .catch((problem: unknown) => log.warn({ err: problem }, 'speech: not prepared'))
        .finally(() => {
          isPreparing = false;
          goOn();
        });
      goOn();
    },
    stop() {
      tenants.clear();
      if (timer) clearTimeout(timer);
    },
  };
}
