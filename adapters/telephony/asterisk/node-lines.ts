import type { AriEvent } from './ari-client.ts';
import type { ExchangeNode } from './exchange-node.ts';

interface NodeLinesOptions {
  nodes: readonly ExchangeNode[];
  onEvent(application: string, node: ExchangeNode, event: AriEvent): void;
  /** The line stands, for the first time or again: what lives there is to be compared. */
  stands(application: string, node: ExchangeNode): Promise<void>;
  /** The node is gone, and every call of it. */
  lost(application: string, node: ExchangeNode): void;
  nodeMs: number;
  report(problem: unknown): void;
}

const AGAIN_MS = 500;
/** Nobody listens at its port: no program is there any more. */
const REFUSED = new Set(['ECONNREFUSED']);

interface Line {
  application: string;
  node: ExchangeNode;
  socket: { close(): void } | null;
  lostAtMs: number | null;
  isLossReported: boolean;
  again: NodeJS.Timeout | undefined;
  isLeft: boolean;
  /** It was asked, or cannot be for now. */
  asked: Promise<void>;
  isAsked(): void;
}

/** The websockets of the applications this process leads, one at each node, opened again when they are lost. */
export class NodeLines {
  readonly #options: NodeLinesOptions;
  readonly #lines = new Map<string, Line[]>();

  constructor(options: NodeLinesOptions) {
    this.#options = options;
  }

  /**
   * Resolves when every node has been asked, or nobody listens there. One that says nothing is waited for a moment: whoever talks there would
   * belong to no call when it is back.
   */
  async lead(application: string): Promise<void> {
    if (this.#lines.has(application)) return;
    const lines = this.#options.nodes.map((node): Line => {
      const { promise: asked, resolve: isAsked } = Promise.withResolvers<void>();
      return {
        application,
        node,
        socket: null,
        lostAtMs: performance.now(),
        isLossReported: true,
        again: undefined,
        isLeft: false,
        asked,
        isAsked,
      };
    });
    this.#lines.set(application, lines);
    for (const line of lines) void this.#open(line);
    await Promise.all(lines.map(({ asked }) => asked));
  }

  leave(application: string): void {
    for (const line of this.#lines.get(application) ?? []) {
      line.isLeft = true;
      line.isAsked();
      clearTimeout(line.again);
      line.socket?.close();
    }
    this.#lines.delete(application);
  }

  applications = (): string[] => [...this.#lines.keys()];
  isLed = (application: string): boolean => this.#lines.has(application);

  isUp = (node: ExchangeNode, application?: string): boolean =>
    [...this.#lines].some(
      ([name, lines]) =>
        (application === undefined || name === application) &&
        lines.some((line) => line.node === node && line.socket !== null),
    );

  async #open(line: Line): Promise<void> {
    const { application, node } = line;
    const { onEvent, stands, report } = this.#options;
    try {
      const socket = await node.ari.listen(
        application,
        (event) => {
          if (!line.isLeft) onEvent(application, node, event);
        },
        () => this.#closed(line),
      );
      if (line.isLeft) return socket.close();
      line.socket = socket;
    } catch (problem) {
      return this.#failed(line, problem);
    }
    line.lostAtMs = null;
    line.isLossReported = false;
    await stands(application, node).catch(report);
    line.isAsked();
  }

  #closed(line: Line): void {
    line.socket = null;
    line.lostAtMs ??= performance.now();
    if (!line.isLeft) void this.#open(line);
  }

  #failed(line: Line, problem: unknown): void {
    if (line.isLeft) return;
    const code = (problem as { code?: string }).code ?? '';
    const isOver = line.lostAtMs !== null && performance.now() - line.lostAtMs >= this.#options.nodeMs;
    if (REFUSED.has(code) || isOver) {
      if (!line.isLossReported) this.#options.lost(line.application, line.node);
      line.isLossReported = true;
      line.isAsked();
    }
    line.again = setTimeout(() => void this.#open(line), AGAIN_MS);
    line.again.unref();
  }
}
