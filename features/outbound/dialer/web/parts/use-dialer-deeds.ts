import { useNavigate } from 'react-router';
import type { CampaignDeed } from '#features/outbound/campaigns/web/index.ts';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { dialerApi, type DialerTask } from '../../contract.ts';

/** A task that was paused goes on by being started again. */
type DialerMove = 'launch' | 'start' | 'pause' | 'complete' | 'reopen';

/** What can be done with a task in its state; the first is what one wants most. */
const movesIn: Record<DialerTask['state'], readonly CampaignDeed[]> = {
  draft: ['launch'],
  ready: ['start', 'pause'],
  running: ['pause', 'complete'],
  paused: ['resume', 'complete'],
  expired: [],
  completed: ['reopen'],
  failed: [],
};

const seen = [dialerApi.page, dialerApi.detail, dialerApi.board];

/** Moves a task on, copies and removes it. */
export function useDialerDeeds({ id, name, state }: Pick<DialerTask, 'id' | 'name' | 'state'>) {
  const navigate = useNavigate();
  const update = useCommand(dialerApi.updateStatus, { invalidates: seen });
  const remove = useCommand(dialerApi.remove, { invalidates: seen, done: 'dialer.removed' });
  return {
    name,
    moves: movesIn[state],
    isBusy: update.isPending || remove.isPending,
    isRemovable: state !== 'running',
    onMove: (move: CampaignDeed) => update.mutate({ id, move: move === 'resume' ? 'start' : (move as DialerMove) }),
    onClone: () => void navigate(`/task/dialer/new?from=${id}`),
    onRemove: () => remove.mutate({ id }, { onSuccess: () => void navigate('/task/dialer') }),
  };
}
