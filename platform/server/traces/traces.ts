/** What somebody who looks for where time went is told, where the installation asks for it (`OTEL_EXPORTER_OTLP_ENDPOINT`). */
export interface Traces {
  /** Something that has ended. Names routes by pattern, never by address; no number, name or text goes with it. */
  span(span: TracedSpan): void;
  /** Sends what is left. */
  stop(): Promise<void>;
}

export interface TracedSpan {
  name: string;
  /** By the wall. */
  startMs: number;
  endMs: number;
  /** Everything of one call is one trace: its id is made of the call's. */
  callId?: string | null;
  /** W3C: what a proxy or a caller began (`traceparent`). */
  parent?: string | null;
  attributes?: Readonly<Record<string, string | number | boolean>>;
  failed?: boolean;
}

/** Where spans go, as the settings of OpenTelemetry say it. */
export interface TraceSettings {
  /** `http://host:4318` */
  endpoint: string;
  headers: Record<string, string>;
  service: string;
  node: string;
  version: string;
}
