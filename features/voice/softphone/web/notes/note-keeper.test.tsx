import { expect, test } from 'vitest';
import { noteKeeper } from './note-keeper.ts';

test('of notes that are saved and nobody looks at, the newest are kept; one that is shown stays', () => {
  const left = noteKeeper('left');
  const shown = noteKeeper('shown');
  const leave = shown.watch(() => {});
  for (let call = 1; call <= 200; call += 1) noteKeeper(`call ${call}`);
  expect(noteKeeper('left')).not.toBe(left);
  expect(noteKeeper('shown')).toBe(shown);
  leave();
});
