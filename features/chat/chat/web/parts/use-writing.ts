import { useState, type KeyboardEvent } from 'react';
import { fillQuickText, typedCommand } from '../../core/quick-text.ts';
import { accountApi } from '#features/team/account/contract.ts';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { useViewer } from '#platform/web/viewer.ts';
import type { Conversation } from '../../contract.ts';
import type { ChatSession } from '../desk/chat-session.ts';
import type { ComposerPanel } from './composer-tools.tsx';
import type { Attachments } from './use-attachments.ts';
import { useDraftText } from './use-draft-text.ts';
import { useSuggestions } from './use-suggestions.ts';

/** A message as it is written: its text, what is suggested on the way, whom a note calls, and sending it with its files. */
export function useWriting(
  session: ChatSession,
  conversation: Conversation,
  isNote: boolean,
  attachments: Attachments,
) {
  const me = useViewer();
  const [mentions, setMentions] = useState<{ id: number; name: string }[]>([]);
  const [panel, setPanel] = useState<ComposerPanel | null>(null);
  const [chosen, setChosen] = useState(0);
  const draft = useDraftText(conversation.id, () => setChosen(0));
  const { text, caret } = draft;
  const typed = panel === 'quick' ? { sign: '/' as const, words: '', from: 0 } : typedCommand(text, caret);
  const command = typed?.sign === '@' && !isNote ? null : typed;
  const suggestions = useSuggestions(command);
  const facts = { name: conversation.name, agent: me?.name ?? '', company: useCompany() };

  function choose(index: number): void {
    const one = suggestions[index];
    if (!one) return;
    setPanel(null);
    if (one.kind === 'quick')
      return draft.insert(
        fillQuickText(one.text, facts),
        command?.from ?? 0,
        panel === 'quick' ? (command?.from ?? 0) : caret,
      );
    setMentions((before) => [...before.filter((other) => other.id !== one.id), { id: one.id, name: one.name }]);
    draft.insert(`@${one.name} `, command?.from ?? caret, caret);
  }
  function send(): void {
    const words = text.trim();
    if (!isNote) for (const file of attachments.take()) session.sendFile(file);
    if (words === '') return;
    session.write(words, {
      note: isNote,
      mentions: isNote ? mentions.filter(({ name }) => words.includes(`@${name}`)).map((one) => one.id) : [],
    });
    draft.write('');
    setMentions([]);
    setPanel(null);
  }
  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (event.nativeEvent.isComposing) return;
    if (suggestions.length > 0) {
      const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
      if (by !== 0) {
        event.preventDefault();
        return setChosen((chosen + by + suggestions.length) % suggestions.length);
      }
      if (event.key === 'Enter' || event.key === 'Tab') {
        event.preventDefault();
        return choose(chosen);
      }
    }
    if (event.key === 'Escape') {
      event.preventDefault();
      if (panel) setPanel(null);
      else event.currentTarget.blur();
    } else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      send();
    }
  }

  return { draft, command, suggestions, facts, chosen, panel, setPanel, choose, send, onKeyDown };
}

/** What the team is called; in the answer the shell has already. */
function useCompany(): string {
  const { data } = useEndpoint(accountApi.info, {}, { staleMs: Number.POSITIVE_INFINITY, handlesFailures: true });
  return data?.company || data?.tenantName || '';
}
