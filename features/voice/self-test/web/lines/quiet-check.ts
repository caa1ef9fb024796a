import { isWorthSaying, lineToOffer } from '../../core/line-check.ts';
import { phoneDesk, type PhoneView } from '#features/voice/softphone/web/index.ts';
import { call } from '#platform/web/call.ts';
import { text } from '#platform/web/i18n.ts';
import { toast } from '#platform/web/toast.ts';
import { lineCheckApi } from '../../contract.ts';
import { checkSource, type CheckParts } from '../check-parts.ts';
import { isLineCheckOpen, openLineCheck } from './check-window.ts';
import type { RunningCheck } from './run-check.ts';

/** Nobody is kept waiting for it: the phone must have been idle this long. */
export const IDLE_MS = 60_000;
/** Once a shift. */
export const EVERY_MS = 8 * 3_600_000;
const LOOK_MS = 5_000;
const KEPT = 'openseat.linesCheckedAt';

/** The phone is here, ready, and nobody uses it. */
const isIdle = (view: PhoneView | null): boolean =>
  view !== null &&
  view.isOwner &&
  view.phone.link.at === 'ready' &&
  view.phone.call === null &&
  view.phone.next === null &&
  !view.agent?.call &&
  !view.agent?.wrapUp &&
  !view.sound.needsGesture;

/** Looks once a shift, while the phone is idle, how the lines sound, and speaks up only when another is clearly better. The answer stops it. */
export function startQuietChecks(
  storage: Pick<Storage, 'getItem' | 'setItem'> = localStorage,
  parts: () => Promise<CheckParts> = checkSource.parts,
): () => void {
  let idleSinceMs: number | null = null;
  let running: RunningCheck | null = null;
  let isStopped = false;
  let unwatch: (() => void) | undefined;

  async function check(): Promise<void> {
    storage.setItem(KEPT, String(Date.now()));
    const [begun, given, { resultsOf, runCheck }] = await Promise.all([
      call(lineCheckApi.begin, {}),
      parts(),
      // Once a shift: no page begins with it.
      import('./run-check.ts'),
    ]);
    const desk = phoneDesk.get();
    if (isStopped || !desk || !isIdle(desk.view())) return;
    const started = runCheck(given, begun);
    running = started;
    // The agent's work comes first.
    unwatch = desk.watch(() => !isIdle(desk.view()) && started.stop());
    const over = await started.over;
    unwatch();
    running = null;
    const results = resultsOf(over);
    if (results.length > 0) await call(lineCheckApi.report, { kind: 'quiet', results });
    if (isStopped || !isWorthSaying(over)) return;
    toast({
      tone: 'info',
      id: 'line-check',
      text: text('line-check.quiet', { name: lineToOffer(over)!.name }),
      action: { text: text('line-check.title'), run: () => openLineCheck({ begins: true }) },
    });
  }

  const timer = setInterval(() => {
    if (running || isLineCheckOpen() || !isIdle(phoneDesk.get()?.view() ?? null)) return void (idleSinceMs = null);
    idleSinceMs ??= Date.now();
    const lastMs = Number(storage.getItem(KEPT) ?? 0);
    if (Date.now() - idleSinceMs < IDLE_MS || Date.now() - lastMs < EVERY_MS) return;
    idleSinceMs = null;
    // It comes again with the next shift.
    check().catch(() => {});
  }, LOOK_MS);

  return () => {
    isStopped = true;
    clearInterval(timer);
    unwatch?.();
    running?.stop();
  };
}
