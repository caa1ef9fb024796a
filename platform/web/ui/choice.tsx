import { useId, type ReactNode } from 'react';
import './choice.css';

interface ChoiceProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly { value: Value; label: ReactNode }[];
  onChange: (value: Value) => void;
}

/** One of a few, side by side. Plain radio buttons: the kit's own would bring fifty kilobytes along. */
export function Choice<Value extends string>({ label, value, options, onChange }: ChoiceProps<Value>) {
  const name = useId();
  return (
    <div className="choice" role="radiogroup" aria-label={label}>
      {options.map((one) => (
        <label key={one.value}>
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            value={one.value}
            checked={one.value === value}
            onChange={() => onChange(one.value)}
          />
          <span>{one.label}</span>
        </label>
      ))}
    </div>
  );
}
