import { navigationOver, type Navigation } from './navigation.tsx';
import { memoryPlaces } from './router.fixture.tsx';

/** A navigation without a browser, for tests. */
export const testNavigation = (at = '/'): Navigation & { back: () => void } => {
  const history = memoryPlaces(['/home', at]);
  return { ...navigationOver(history), back: () => history.go(-1) };
};
