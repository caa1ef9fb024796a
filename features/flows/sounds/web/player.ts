import { useSyncExternalStore } from 'react';
import { createStore } from '#platform/web/store.ts';

/** What plays, by a word of whoever asked; one sound at a time. */
export interface Player {
  toggle(what: string, fetch: () => Promise<Blob>): Promise<void>;
  stop(): void;
  playing(): string | null;
  watch(watcher: () => void): () => void;
}

/** Plays one sound at a time; `failed` hears of trouble. */
export function openPlayer(failed: (error: unknown) => void): Player {
  const now = createStore<{ what: string; audio: HTMLAudioElement | null } | null>(null);
  function stop(): void {
    const audio = now.get()?.audio;
    audio?.pause();
    if (audio?.src) URL.revokeObjectURL(audio.src);
    now.set(null);
  }
  return {
    stop,
    async toggle(what, fetch) {
      const wasPlaying = now.get()?.what === what;
      stop();
      if (wasPlaying) return;
      const mine = { what, audio: null as HTMLAudioElement | null };
      now.set(mine);
      try {
        const bytes = await fetch();
        // Somebody chose another one, or left, while it came.
        if (now.get() !== mine) return;
        mine.audio = new Audio(URL.createObjectURL(bytes));
        mine.audio.onended = () => now.get() === mine && stop();
        await mine.audio.play();
      } catch (error) {
        if (now.get() !== mine) return;
        stop();
        failed(error);
      }
    },
    playing: () => now.get()?.what ?? null,
    watch: now.subscribe,
  };
}

/** The word of what plays now. */
export const usePlaying = (player: Player): string | null => useSyncExternalStore(player.watch, player.playing);
