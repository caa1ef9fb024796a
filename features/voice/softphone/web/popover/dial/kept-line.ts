import type { DisplayNumber } from '#features/voice/call-routes/contract.ts';
import { kept } from '../kept-choices.ts';

/** Lines and numbers change seldom. */
export const SELDOM_MS = 300_000;
export const DEFAULT_ROUTER = 0;

/** The line chosen last; the default lines when none was. */
export const keptRouterId = (): number => Number(kept.get('routerNumberId')) || DEFAULT_ROUTER;

/** Display numbers are told apart by their number: ids of our own and of external ones may meet. */
export const numberKey = ({ kind, number }: DisplayNumber): string => (kind === 'default' ? '' : number);

/** The number to show of those a line has: the one chosen last, else the first. */
export const shownNumber = (
  numbers: readonly DisplayNumber[],
  chosen = kept.get('externalNumber') ?? '',
): DisplayNumber | null => numbers.find((one) => numberKey(one) === chosen) ?? numbers[0] ?? null;
