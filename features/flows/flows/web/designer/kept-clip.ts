import { noClip, readClip, writeClip, type Clip } from '../../core/clip.ts';
import { handed } from '#platform/web/session.ts';
import { viewer } from '#platform/web/viewer.ts';
import '#platform/web/load-zod.ts';

/** Of one team: what a step names belongs to it. */
const nameNow = (): string => `steps.${viewer.get()?.tenantId ?? 0}`;

let kept: { name: string; clip: Clip } = { name: '', clip: noClip };

/** Keeps what was copied, for other flows and other tabs of this browser; what is too much for them this tab still has. */
export function keepClip(clip: Clip): void {
  kept = { name: nameNow(), clip };
  handed.set(kept.name, writeClip(clip));
}

/** What was copied last, in whichever tab. */
export function keptClip(): Clip {
  const written = handed.get(nameNow());
  return (written === null ? null : readClip(written)) ?? (kept.name === nameNow() ? kept.clip : noClip);
}
