import type { PcmStream } from '#core/telephony/telephony.port.ts';
import type { FlowStream } from './flow-stream.ts';

export function openFlowStream(): FlowStream {
  let inner: PcmStream | null = null;
  let listener: (frame: Int16Array) => void = () => {};
  let isClosed = false;
  const detach = (): void => {
    inner?.close();
    inner = null;
  };
  return {
    attach(stream) {
      if (isClosed) return stream.close();
      detach();
      inner = stream;
      stream.onFrame((frame) => void (inner === stream && listener(frame)));
    },
    detach,
    isAttached: () => inner !== null,
    onFrame: (next) => void (listener = next),
    write: (samples) => inner?.write(samples),
    clear: () => inner?.clear() ?? 0,
    bufferedMs: () => inner?.bufferedMs() ?? 0,
    close() {
      isClosed = true;
      detach();
    },
  };
}
