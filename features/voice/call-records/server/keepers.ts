import type { KeepsMessage } from '#platform/server/contributions.ts';

/** Whether any capability knows this person as the keeper of a message. */
export const keepsMessage = async (
  keepers: readonly KeepsMessage[],
  ...asked: Parameters<KeepsMessage>
): Promise<boolean> => {
  for (const keeps of keepers) if (await keeps(...asked)) return true;
  return false;
};
