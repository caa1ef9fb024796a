import { createContext, use } from 'react';
import type { Access } from '#shared/endpoint.ts';
import { createStore } from './store.ts';
import { useStore } from './use-store.ts';

/** Who looks at the page, as far as every page needs to know. The shell fills it after sign-in. */
export interface Viewer {
  userId: number;
  tenantId: number;
  name: string;
  email: string;
  /** Saved zone, an IANA name. */
  timeZone: string;
  voiceSeat: boolean;
  textSeat: boolean;
  /** The function keys of the viewer's roles. */
  functions: ReadonlySet<string>;
  /** Runs the installation. */
  isOperator?: boolean;
  /** Until when I help inside this team as an operator; null for people of its own. */
  helpUntil?: string | null;
}

/** The viewer for objects that are no components; null while nobody is signed in. */
export const viewer = createStore<Viewer | null>(null);

/** Stands in for the viewer below it; tests use it to show a page to somebody. */
export const ViewerContext = createContext<Viewer | null>(null);

/** The viewer, or null on pages outside a session. */
export function useViewer(): Viewer | null {
  const stored = useStore(viewer);
  return use(ViewerContext) ?? stored;
}

/** Whether a viewer holds a function key. It hides what the server would refuse; the server decides. */
export function can(who: Viewer | null, access: Access): boolean {
  if (access === 'public') return true;
  if (who === null) return false;
  if (access === 'operator') return who.isOperator === true;
  return access === 'signedIn' || who.functions.has(access);
}

/** `can('blacklist.edit')` for a component. */
export function useCan(): (access: Access) => boolean {
  const who = useViewer();
  return (access) => can(who, access);
}
