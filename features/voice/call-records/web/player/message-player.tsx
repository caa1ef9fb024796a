import { useState } from 'react';
import type { Recording } from '../../contract.ts';
import { keyHolder } from './player-keys.ts';
import { RecordingPlayer } from './recording-player.tsx';

/** Plays a message somebody left, for pages of other capabilities; `onPlay` is told when it sounds. */
export default function MessagePlayer({ recording, onPlay }: { recording: Recording; onPlay: () => void }) {
  const [keys] = useState(keyHolder);
  return <RecordingPlayer recording={recording} keys={keys} onPlay={onPlay} />;
}
