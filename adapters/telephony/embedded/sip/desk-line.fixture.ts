import { createSocket } from 'node:dgram';
import { connect } from 'node:net';
import { StreamReader } from '../../sip-wires/stream-reader.ts';
import type { OpenedSipEdge } from './sip-edge.ts';

/** The network between a phone a test writes and a port of SIP's own. */
export type DeskLine = Pick<OpenedSipEdge, 'connect'> & { readonly port: number; close(): void };

/** Datagrams from one port of one address. */
export async function openUdpLine(to: number, from = '127.0.0.1'): Promise<DeskLine> {
  const socket = createSocket('udp4');
  await new Promise<void>((done) => socket.bind(0, from, done));
  return {
    port: socket.address().port,
    close: () => socket.close(),
    connect(wire) {
      socket.on('message', (bytes) => wire.send(bytes.toString()));
      return {
        receive: (text) => socket.send(text, to, '127.0.0.1', () => {}),
        touch: () => {},
        closed: () => {},
        isSignedIn: () => false,
      };
    },
  };
}

/** A connection; the phone is told when we close it. */
export async function openTcpLine(to: number): Promise<DeskLine> {
  const socket = connect(to, '127.0.0.1');
  const reader = new StreamReader();
  socket.on('error', () => {});
  await new Promise<void>((done) => socket.once('connect', () => done()));
  return {
    port: socket.localPort ?? 0,
    close: () => socket.destroy(),
    connect(wire) {
      socket.on('data', (chunk) => reader.push(chunk)?.messages.forEach((message) => wire.send(message)));
      socket.once('close', () => wire.close(0));
      return {
        receive: (text) => void socket.write(text),
        touch: () => {},
        closed: () => socket.destroy(),
        isSignedIn: () => false,
      };
    },
  };
}
