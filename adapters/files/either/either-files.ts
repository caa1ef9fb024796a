import type { Files } from '#core/files/files.port.ts';

/**
 * Two places as one, while files move from one to the other. New files go to the first; what is in either is found, and what is
 * removed is removed from both.
 */
export function eitherFiles(first: Files, second: Files): Files {
  return {
    put: (key, content) => first.put(key, content),
    async get(key, range) {
      let away: unknown = null;
      const found = await first.get(key, range).catch((thrown: unknown) => {
        away = thrown;
        return null;
      });
      if (found) return found;
      const other = await second.get(key, range);
      if (other) return other;
      if (away !== null) throw away;
      // It may have moved between the two looks.
      return first.get(key, range);
    },
    async remove(key) {
      // The second first: whoever breaks off in between leaves it where files are swept again.
      await second.remove(key);
      await first.remove(key);
    },
    freeBytes: () => first.freeBytes(),
    async forgetUnfinished(olderThanMs) {
      return (await first.forgetUnfinished(olderThanMs)) + (await second.forgetUnfinished(olderThanMs));
    },
  };
}
