/** A short notice. `id` replaces the one shown under the same id, so that repeats do not pile up. */
export interface Toast {
  tone: 'success' | 'error' | 'warning' | 'info';
  text: string;
  id?: string;
  /** What can be done about it, while it is shown: taking something back, for instance. Not for notices that go to other tabs. */
  action?: { text: string; run: () => void };
  /** Longer than others of its tone, for what somebody waits to be acted on. */
  stayMs?: number;
}

type Presenter = (toast: Toast) => void;

let present: Presenter | null = null;
const early: Toast[] = [];

/** Whoever can draw notices says so here; those told before are shown now. The answer withdraws it. */
export function presentToasts(presenter: Presenter): () => void {
  present = presenter;
  for (const one of early.splice(0)) presenter(one);
  return () => {
    if (present === presenter) present = null;
  };
}

/** Shows a short notice; safe to call from anywhere, also before anything is drawn. */
export function toast(notice: Toast): void {
  if (present) present(notice);
  else early.push(notice);
}
