import { useCan } from '#platform/web/viewer.ts';

/** Who may see only their own calls would find others than were counted. */
export function useMayOpenCalls(): boolean {
  const can = useCan();
  return can('call-records.view') && can('call-records.use');
}
