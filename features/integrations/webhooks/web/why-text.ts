import { text } from '#platform/web/i18n.ts';
import type { Delivery } from '../contract.ts';

/** Why a delivery did not arrive, in plain words; empty when nothing went wrong. */
export const whyText = ({ why, answerStatus }: Pick<Delivery, 'why' | 'answerStatus'>): string =>
  why === null ? '' : text(`webhooks.why.${why}`, { status: answerStatus ?? 0 });
