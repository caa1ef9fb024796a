import type { Tabs } from '#core/phone/tabs-machine.ts';

export interface PhoneTabs<Phone, Command> {
  current(): Tabs<Phone>;
  watch(watcher: (tabs: Tabs<Phone>) => void): () => void;
  /** Our phone changed; the other tabs show it. */
  show(phone: Phone): void;
  /** Done here or in the tab that carries the phone. */
  command(command: Command): void;
  close(): void;
}
