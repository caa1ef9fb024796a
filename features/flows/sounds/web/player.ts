import { useSyncExternalStore } from 'react';

/** What plays, by a word of whoever asked; one sound at a time. */
export interface Player {
  toggle(what: string, fetch: () => Promise<Blob>): Promise<void>;
  stop(): void;
  playing(): string | null;
  watch(watcher: () => void): () => void;
}

/** Plays one sound at a time; `failed` hears of trouble. */
export function openPlayer(failed: (error: unknown) => void): Player {
  let now: { what: string; audio: HTMLAudioElement | null } | null = null;
  const watchers = new Set<() => void>();
  const set = (next: typeof now): void => {
    now = next;
    watchers.forEach((watcher) => watcher());
  };
  function stop(): void {
    const audio = now?.audio;
    audio?.pause();
    if (audio?.src) URL.revokeObjectURL(audio.src);
    set(null);
  }
  return {
    stop,
    async toggle(what, fetch) {
      const wasPlaying = now?.what === what;
      stop();
      if (wasPlaying) return;
      const mine = { what, audio: null as HTMLAudioElement | null };
      set(mine);
      try {
        const bytes = await fetch();
        // Somebody chose another one, or left, while it came.
        if (now !== mine) return;
        mine.audio = new Audio(URL.createObjectURL(bytes));
        mine.audio.onended = () => now === mine && stop();
        await mine.audio.play();
      } catch (error) {
        if (now !== mine) return;
        stop();
        failed(error);
      }
    },
    playing: () => now?.what ?? null,
    watch(watcher) {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
  };
}

/** The word of what plays now. */
export const usePlaying = (player: Player): string | null => useSyncExternalStore(player.watch, player.playing);
