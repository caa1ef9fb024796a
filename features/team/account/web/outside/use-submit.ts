import { useState, type FormEvent } from 'react';
import type { FailureName } from '#shared/errors.ts';
import { Failure } from '#shared/failure.ts';
import { failureText } from '#platform/web/failure-handler.ts';

export interface Submit {
  pending: boolean;
  /** What went wrong, in words; empty while nothing did. */
  problem: string;
  onSubmit: (event: FormEvent) => void;
  /** Sends something else than the form, under the same rule. */
  begin: (send: () => Promise<void>) => void;
}

/** A form that sends itself once at a time and says what went wrong. `onRefused` may react to a refusal besides. */
export function useSubmit(send: () => Promise<void>, onRefused?: (name: FailureName) => void): Submit {
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState('');
  async function run(how: () => Promise<void>): Promise<void> {
    setPending(true);
    setProblem('');
    try {
      await how();
    } catch (error) {
      setProblem(failureText(error));
      if (error instanceof Failure) onRefused?.(error.name);
    } finally {
      setPending(false);
    }
  }
  const begin = (how: () => Promise<void>): void => {
    if (!pending) void run(how);
  };
  return {
    pending,
    problem,
    begin,
    onSubmit(event) {
      event.preventDefault();
      begin(send);
    },
  };
}
