import { RETURN_TO } from '#shared/company-sign-in.ts';
import { createEmitter } from './emitter.ts';

/**
 * Who is signed in, for every tab of this browser. Rules:
 * 1. The token is in localStorage, so a reload and a second tab keep the session.
 * 2. What belongs to the person at this machine (language, theme) is kept apart and survives signing out.
 * 3. A tab learns from the others: a sign-out in one ends the session in all.
 * 4. What tabs hand to one another ends with the session.
 */
const TOKEN = 'openseat.token';
const CHOICE = 'openseat.choice.';
const HANDED = 'openseat.handed.';

const changes = createEmitter<string | null>();
const emitToken = () => changes.emit(session.token());

/** The session of this browser. */
export const session = {
  token: (): string | null => localStorage.getItem(TOKEN),

  start(token: string): void {
    localStorage.setItem(TOKEN, token);
    emitToken();
  },

  end(): void {
    localStorage.removeItem(TOKEN);
    handed.drop();
    ownSession.drop();
    emitToken();
  },

  /** Tells every change of the token, made here or in another tab; the answer stops it. */
  watch: changes.subscribe,
};

// `key` is null when another tab cleared everything.
window.addEventListener('storage', (event) => {
  if (event.key === TOKEN || event.key === null) emitToken();
});

/** Where to go after the next sign-in: the page this tab had to leave. */
export const returnTo = {
  remember: (address: string): void => sessionStorage.setItem(RETURN_TO, address),
  /** The remembered address, once. Only an address of ours: it must not lead to another site. */
  take(): string {
    const address = sessionStorage.getItem(RETURN_TO) ?? '';
    sessionStorage.removeItem(RETURN_TO);
    return /^\/(?![/\\])/.test(address) && !address.startsWith('/login') ? address : '/home';
  },
};

const OWN = 'openseat.own';

const HELPED = 'openseat.helped';

/** Help that is over for this browser: where it was, and whether the helper left by themselves or was put out. */
export interface HelpOver {
  team: string;
  isLeft: boolean;
}

/** Where somebody who helps inside another team comes from: their own session, and the page they left. One at a time, for every tab. */
export const ownSession = {
  keep: (token: string, address: string, team: string): void =>
    localStorage.setItem(OWN, JSON.stringify({ token, address, team })),
  /** Goes on as oneself; answers with the page to go to, or null where nothing was kept. */
  resume({ isLeft }: { isLeft: boolean }): string | null {
    const kept = localStorage.getItem(OWN);
    if (kept === null) return null;
    localStorage.removeItem(OWN);
    const { token, address, team = '' } = JSON.parse(kept) as { token: string; address: string; team?: string };
    sessionStorage.setItem(HELPED, JSON.stringify({ team, isLeft } satisfies HelpOver));
    session.start(token);
    return address;
  },
  /** What the page one comes back to says, once: nobody is to wonder who they are now. */
  takeOver(): HelpOver | null {
    const over = sessionStorage.getItem(HELPED);
    sessionStorage.removeItem(HELPED);
    return over === null ? null : (JSON.parse(over) as HelpOver);
  },
  /** Whoever comes next to this machine must not go on as who helped here. */
  drop: (): void => localStorage.removeItem(OWN),
};

const ARRIVED = 'openseat.arrived';

/** Somebody just signed in with a second factor and asked for no page: the next document may choose a better first one. */
export const arrival = {
  begin: (): void => sessionStorage.setItem(ARRIVED, '1'),
  take(): boolean {
    const isFresh = sessionStorage.getItem(ARRIVED) !== null;
    sessionStorage.removeItem(ARRIVED);
    return isFresh;
  },
};

const SUSPENSION = 'openseat.suspension';

/** What the page about a suspended team says was given as the reason; for this tab, also after a reload. */
export const suspension = {
  remember: (why: string): void => sessionStorage.setItem(SUSPENSION, why),
  why: (): string => sessionStorage.getItem(SUSPENSION) ?? '',
};

/** What the person at this machine chose; kept when the session ends. */
export const choice = {
  get: (name: string): string | null => localStorage.getItem(CHOICE + name),
  set(name: string, value: string | null): void {
    if (value === null) localStorage.removeItem(CHOICE + name);
    else localStorage.setItem(CHOICE + name, value);
  },
};

/** What one tab hands to the others of this browser, e.g. what was copied; gone when the session ends. */
export const handed = {
  get: (name: string): string | null => localStorage.getItem(HANDED + name),
  /** False when there is no room for it. */
  set(name: string, value: string): boolean {
    try {
      localStorage.setItem(HANDED + name, value);
      return true;
    } catch {
      localStorage.removeItem(HANDED + name);
      return false;
    }
  },
  drop(): void {
    const keys = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at)!);
    for (const key of keys) if (key.startsWith(HANDED)) localStorage.removeItem(key);
  },
};
