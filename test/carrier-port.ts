import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { connect as connectTls, createServer as createTlsServer } from 'node:tls';
import { StreamReader } from '#adapters/telephony/sip-wires/stream-reader.ts';
import type { DeskWay } from './desk-transport.ts';

export type Send = (text: string) => void;

/** Where a carrier of a test is spoken to, by UDP, TCP or TLS, and from where it speaks. */
export interface CarrierPort {
  /** To where it was told to call, over a connection of its own. */
  sendFirst(text: string): void;
  /** Connections end; new ones are taken. */
  cut(): void;
  close(): void;
}

/** `receive` gets each message with the way back to whoever sent it. */
export function openCarrierPort(way: DeskWay, receive: (text: string, answer: Send) => void): Promise<CarrierPort> {
  return way.transport === 'udp' ? openUdp(way, receive) : openStreams(way, receive);
}

async function openUdp(way: DeskWay, receive: (text: string, answer: Send) => void): Promise<CarrierPort> {
  const socket = createSocket('udp4');
  const to =
    (address: string, port: number): Send =>
    (text) =>
      socket.send(text, port, address, () => {});
  socket.on('message', (bytes, from) => receive(bytes.toString(), to(from.address, from.port)));
  await new Promise<void>((done) => socket.bind(way.fromPort, way.from, done));
  return { sendFirst: (text) => to(way.address, way.port)(text), cut: () => {}, close: () => socket.close() };
}

async function openStreams(way: DeskWay, receive: (text: string, answer: Send) => void): Promise<CarrierPort> {
  const sockets = new Set<Socket>();
  function read(socket: Socket): Send {
    const reader = new StreamReader();
    const send: Send = (text) => void socket.write(text);
    sockets.add(socket);
    socket.on('data', (chunk: Buffer) => {
      for (const message of reader.push(chunk)?.messages ?? []) receive(message, send);
    });
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    return send;
  }
  const server: Server =
    way.transport === 'tls' ? createTlsServer(way.certificate!, read) : createServer((socket) => void read(socket));
  server.on('tlsClientError', () => {});
  await once(server.listen(way.fromPort, way.from), 'listening');
  let own: Send | null = null;
  const openOwn = (): Send => {
    const there = { host: way.address, port: way.port, localAddress: way.from! };
    return read(way.transport === 'tls' ? connectTls({ ...there, rejectUnauthorized: false }) : connect(there));
  };
  function cut(): void {
    own = null;
    for (const socket of sockets) socket.destroy();
  }
  return {
    sendFirst: (text) => (own ??= openOwn())(text),
    cut,
    close() {
      server.close();
      cut();
    },
  };
}
