import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { seatsApi } from '../contract.ts';
import { seatQueue } from './seat-queue.ts';

/** Tells the queue for seats which page is on show, and what the server knows of it. Draws nothing: the shell draws the dialog. */
export default function SeatQueueHost() {
  const { pathname } = useLocation();
  const { data } = useEndpoint(seatsApi.seatPlaces, {}, { handlesFailures: true });
  useEffect(() => seatQueue.moved(pathname), [pathname]);
  useEffect(() => {
    if (data) seatQueue.learn(data);
  }, [data]);
  return null;
}
