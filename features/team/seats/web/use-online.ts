import type { SeatOnline } from '#shared/codes/seat-online.ts';
import { Failure } from '#shared/failure.ts';
import { text } from '#platform/web/i18n.ts';
import { toast } from '#platform/web/toast.ts';
import { setAnswer, useCommand } from '#platform/web/use-endpoint.ts';
import { seatsApi, type SeatState } from '../contract.ts';

/** Makes what is shown of the seat equal to what the server said. */
export const showSeat = (state: SeatState): void => setAnswer(seatsApi.onlineStatus, {}, () => state);

/** [STATUS-12] Lets the text seat take conversations, or not; said when it is so. Where seats are shared, one is asked for. */
export function useSwitchOnline(): (to: SeatOnline) => void {
  const { mutate } = useCommand(seatsApi.switchOnlineStatus, {
    onDone(state) {
      showSeat(state);
      toast({
        tone: 'success',
        text: text(state.online_status ? 'notice.online' : 'notice.offline'),
        id: 'seats.online',
      });
    },
    onFailed(error) {
      if (error instanceof Failure && error.name === 'seatNotGranted')
        void import('./seat-queue.ts').then(({ seatQueue }) => seatQueue.want('text'));
    },
  });
  return (to) => mutate({ online_status: to });
}
