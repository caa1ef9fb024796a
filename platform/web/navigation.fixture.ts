import { UNSAFE_createMemoryHistory as createMemoryHistory } from 'react-router';
import { navigationOver, type Navigation } from './navigation.tsx';

/** A navigation without a browser, for tests. */
export const testNavigation = (at = '/'): Navigation & { back: () => void } => {
  const history = createMemoryHistory({ initialEntries: ['/home', at], v5Compat: true });
  return { ...navigationOver(history), back: () => history.go(-1) };
};
