import type { Route } from './routes.ts';

/** Routes that share an address, told apart by the field `path` of what they are asked; most stand alone. */
export type SharedAddress = readonly [Route, ...Route[]];

/** Every route once, those of one address together and in their order. */
export function byAddress(routes: readonly Route[]): SharedAddress[] {
  const found = new Map<string, [Route, ...Route[]]>();
  for (const route of routes) {
    const { method, path, operation } = route.endpoint;
    const place = operation === undefined ? `${route.module}.${route.name}` : `${method} ${path}`;
    const others = found.get(place);
    if (others) others.push(route);
    else found.set(place, [route]);
  }
  return [...found.values()];
}

/** The route that is meant. One that nobody knows is answered by the first, whose contract refuses it. */
export function routeMeant(routes: SharedAddress, body: unknown): Route {
  if (routes.length === 1) return routes[0];
  const path = (body as { path?: unknown } | null | undefined)?.path;
  return routes.find(({ endpoint }) => endpoint.operation === path) ?? routes[0];
}
