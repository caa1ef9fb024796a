import ndc from 'node-datachannel';

/**
 * Holds the one UDP port of all sound. The library opens it with the first phone and lets it go with the last; whatever takes it in
 * between ends the process with the next call, because the library's own thread throws. Held here from the start, a port that is
 * taken is an error that can be read. Once a phone has used it, the library keeps it until the process ends.
 */
export function holdMediaPort(port: number, address: string | undefined): { release(): void } {
  try {
    const listener = new ndc.IceUdpMuxListener(port, address);
    return { release: () => listener.stop() };
  } catch (cause) {
    throw new Error(
      `UDP port ${port} for sound cannot be opened: something else has it, or the address is not of this machine (MEDIA_PORT, MEDIA_BIND).`,
      { cause },
    );
  }
}
