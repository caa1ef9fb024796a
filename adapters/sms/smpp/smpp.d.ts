declare module 'smpp' {
  import type { EventEmitter } from 'node:events';
  import type { Server as NetServer } from 'node:net';

  /** Fields of a packet; which there are depends on the command. */
  export interface Pdu {
    command: string;
    command_status: number;
    sequence_number: number;
    esm_class?: number;
    data_coding?: number;
    source_addr?: string;
    destination_addr?: string;
    short_message?: { message: string | Buffer; udh?: Buffer[] };
    message_payload?: { message: string | Buffer } | Buffer | string;
    message_id?: string;
    receipted_message_id?: string;
    message_state?: number;
    registered_delivery?: number;
    system_id?: string;
    password?: string;
    response(fields?: object): Pdu;
  }

  export interface Session extends EventEmitter {
    bind_transceiver(fields: object, answered: (pdu: Pdu) => void): boolean;
    submit_sm(fields: object, answered: (pdu: Pdu) => void): boolean;
    deliver_sm(fields: object, answered?: (pdu: Pdu) => void): boolean;
    enquire_link(fields: object, answered?: (pdu: Pdu) => void): boolean;
    unbind(fields: object, answered?: (pdu: Pdu) => void): boolean;
    send(pdu: Pdu): boolean;
    close(closed?: () => void): void;
    destroy(destroyed?: () => void): void;
  }

  const smpp: {
    connect(options: object): Session;
    createServer(listener: (session: Session) => void): NetServer & { sessions: Session[] };
    encodings: { ASCII: { encode(text: string): Buffer; decode(bytes: Buffer): string } };
  };
  export default smpp;
}
