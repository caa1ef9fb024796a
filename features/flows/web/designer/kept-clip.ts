import { noClip, readClip, writeClip, type Clip } from '#core/flow/clip.ts';
import { viewer } from '#platform/web/viewer.ts';
import '#platform/web/zod-now.ts';

/** Of one team: what a step names belongs to it. */
const key = (): string => `openseat.steps.${viewer.get()?.tenantId ?? 0}`;

let kept: { key: string; clip: Clip } = { key: '', clip: noClip };

/** Keeps what was copied, for other flows and other tabs of this browser. */
export function keepClip(clip: Clip): void {
  kept = { key: key(), clip };
  try {
    localStorage.setItem(kept.key, writeClip(clip));
  } catch {
    // The store is full: this tab still has it.
    localStorage.removeItem(kept.key);
  }
}

/** What was copied last, in whichever tab. */
export function keptClip(): Clip {
  const written = localStorage.getItem(key());
  return (written === null ? null : readClip(written)) ?? (kept.key === key() ? kept.clip : noClip);
}
