/** Where the logo and every dead end lead. */
export const HOME = '/home';

/** The first page of the operator's console. */
export const CONSOLE = '/operator';

/** The entry of the console's menu that stands for the page on show: the longest address the path begins with. */
export const consoleEntry = (entries: readonly string[], path: string): string | null =>
  entries
    .filter((entry) => path === entry || (entry !== CONSOLE && path.startsWith(`${entry}/`)))
    .sort((a, b) => b.length - a.length)[0] ?? null;

/** Where a back button leads when there is no page to go back to (specification P2). */
export const BACK = '/';

/** Whether a path is an address of this pattern: `/customers/:id` is that of each customer. Case and a slash at the end do not count, as for the router. */
export function isAddressOf(pattern: string, path: string): boolean {
  const [wanted, given] = [pattern, path].map((one) => one.toLowerCase().replace(/\/+$/, '').split('/')) as [
    string[],
    string[],
  ];
  return wanted.length === given.length && wanted.every((part, at) => part.startsWith(':') || part === given[at]);
}

/** True on the routes where the personal menu stands in for the main one. */
export const isPersonal = (path: string): boolean =>
  path === '/personalSetting' || path.startsWith('/personalSetting/');

/** True when only the routed page is wanted: it is shown inside another program. */
export const isBare = (search: string): boolean =>
  new Map(
    search
      .replace(/^\?/, '')
      .split('&')
      .map((pair) => pair.split('=', 2) as [string, string | undefined]),
  ).get('sso') === '1';

/** The document title: the page, then the system title; what waits for the reader comes first. */
export const pageTitle = (systemTitle: string, page: string | null, waiting = 0): string =>
  `${waiting > 0 ? `(${waiting}) ` : ''}${page ? `${page} · ` : ''}${systemTitle}`;
