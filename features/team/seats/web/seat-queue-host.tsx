import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { seatQueue } from './seat-queue.ts';

/** Tells the queue for seats which page is on show, and has it read what the server knows. Draws nothing: the shell draws the dialog. */
export default function SeatQueueHost() {
  const { pathname } = useLocation();
  useEffect(() => seatQueue.moved(pathname), [pathname]);
  useEffect(() => void seatQueue.read(), []);
  return null;
}
