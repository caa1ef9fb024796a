import { createContext, use } from 'react';
import { useViewer, type Viewer } from './viewer.ts';

/**
 * The windows that pages of other features may open, and how. Who brings one says so in its `web/index.ts`, here and in
 * its field `windows`; who opens one need not know whose it is:
 *
 *   declare module '#platform/web/windows.ts' { interface Windows { smsSender: (target: SmsTarget) => void } }
 */
export interface Windows {}

/** A window as its feature brings it. */
interface BroughtWindow<Open> {
  open: Open;
  /** Not for anybody else; asked again when the viewer changes. */
  when?: (viewer: Viewer) => boolean;
}

export type BroughtWindows = { readonly [Name in keyof Windows]?: BroughtWindow<Windows[Name]> };

/** What all features brought; the shell gives it to everything it draws. */
export const WindowsContext = createContext<BroughtWindows>({});

/** Collects the windows of a feature list. */
export const windowsOf = (features: readonly { windows?: BroughtWindows }[]): BroughtWindows =>
  Object.assign({}, ...features.map(({ windows }) => windows));

/** Opens a window; null where nobody brought it, and for those it is not meant for. */
export function useWindow<Name extends keyof Windows>(name: Name): Windows[Name] | null {
  const brought = use(WindowsContext)[name];
  const who = useViewer();
  return brought && who && (brought.when?.(who) ?? true) ? brought.open : null;
}
