import { useEffect, useState } from 'react';
import { call, type DataOf } from '#platform/web/call.ts';
import { setupState } from './api.ts';

/** What strangers may know of this installation; null until it is told, and where it is not. */
export function useSetupState(): DataOf<typeof setupState> | null {
  const [state, setState] = useState<DataOf<typeof setupState> | null>(null);
  useEffect(() => {
    void call(setupState, {}).then(setState, () => {});
  }, []);
  return state;
}
