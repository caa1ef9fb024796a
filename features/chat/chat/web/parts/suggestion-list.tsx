import { fillQuickText } from '../../core/quick-text.ts';
import type { Suggestion } from './use-suggestions.ts';

interface SuggestionListProps {
  label: string;
  suggestions: readonly Suggestion[];
  /** The place of the one the keys chose. */
  chosen: number;
  /** What quick replies are filled with. */
  facts: Parameters<typeof fillQuickText>[1];
  onChoose: (place: number) => void;
}

/** What fits to what is being typed. The keys are those of the text field. */
export function SuggestionList({ label, suggestions, chosen, facts, onChoose }: SuggestionListProps) {
  return (
    <div className="chat-suggestions" role="listbox" tabIndex={-1} id="chat-suggestions" aria-label={label}>
      {suggestions.map((one, index) => (
        // Pressing, not clicking: the text keeps the focus.
        <div
          key={`${one.kind} ${one.id}`}
          role="option"
          tabIndex={-1}
          id={`chat-suggestion-${index}`}
          aria-selected={index === chosen}
          onMouseDown={(event) => {
            event.preventDefault();
            onChoose(index);
          }}
        >
          {one.kind === 'quick' ? (
            <>
              <b>/{one.shortcut}</b>
              <span>{fillQuickText(one.text, facts)}</span>
            </>
          ) : (
            <span>{one.name}</span>
          )}
        </div>
      ))}
    </div>
  );
}
