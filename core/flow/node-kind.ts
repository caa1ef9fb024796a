import type { z } from 'zod';
import type { AiCallResult } from '#shared/codes/ai-call-result.ts';
import type { CustomerLanguage } from '#shared/codes/customer-language.ts';
import type { MessageType } from '#shared/codes/message-type.ts';
import type { Ask, FlowEvent } from './flow-events.ts';
import type { Flow, Spoken, Value } from './flow.ts';
import type { FlowRun } from './run.ts';

/** A way out of a node. Without `label` its name is the text `flows.branch.<key>`. */
export interface Branch {
  key: string;
  label?: string;
}

/** Something a designer has to put right before it is published. `text` is a key, `flows.problem.<text>`; `field` names the setting. */
export interface Problem {
  text: string;
  field?: string;
  values?: Readonly<Record<string, string | number>>;
}

/**
 * Everything that is known of a kind of node, in one object: what can be set, where it leads, what it does. Names and help are texts
 * (`flows.kind.<kind>`, `flows.kind.<kind>.help`, `flows.field.<name>`).
 */
export interface NodeKind<Settings = Record<string, unknown>> {
  readonly kind: string;
  /** How entering it is told in tests (200 to 221). */
  readonly trigger: MessageType;
  /** Where it stands in the palette. */
  readonly group: 'talk' | 'decide' | 'act' | 'leave';
  readonly icon: string;
  readonly settings: z.ZodType<Settings>;
  /** As it is when it is put on the canvas; valid but perhaps incomplete. */
  fresh(): Settings;
  /** It stays until the caller does something, or for a time: a circle through it is no endless one. */
  readonly waits?: true;
  /** Values it reads or writes by name; those between `{{` and `}}` are found without it. */
  names?(settings: Settings): readonly string[];
  /** Names that mean something within this node only. */
  ownNames?(settings: Settings): readonly string[];
  branches(settings: Settings): readonly Branch[];
  problems?(settings: Settings, flow: Flow): readonly Problem[];
  enter(turn: NodeTurn<Settings>): void;
  /** What happens while the conversation is here. `callerGone` and `stopped` never come here. */
  on?(turn: NodeTurn<Settings>, event: FlowEvent): void;
}

/** What a kind may do while it decides. After `leave` or `end` nothing more. */
export interface NodeTurn<Settings = Record<string, unknown>> {
  readonly settings: Settings;
  readonly run: FlowRun;
  readonly nowMs: number;
  /** Of this visit; null at first. */
  memory<M>(): M | null;
  remember(memory: unknown): void;
  /** Says it in the language of the conversation with its values filled in; false when there is nothing to say. */
  say(spoken: Spoken, options?: { mayInterrupt?: boolean }): boolean;
  /** Words as they are, from somebody who does not know our values. */
  sayText(text: string, options?: { mayInterrupt?: boolean }): boolean;
  hush(): void;
  listen(options: { phrases?: readonly string[]; silenceMs: number }): void;
  deaf(): void;
  /** Takes keys that were pressed before; at most `count`. */
  takeKeys(count: number): string;
  ask(ask: Ask): void;
  forget(): void;
  /** `timeUp` comes here after that, unless it was woken otherwise or left before. */
  wake(afterMs: number): void;
  /** Wakes no more. */
  sleep(): void;
  set(attrKey: string, value: Value): void;
  /** Values put in place of `{{name}}`; `as` writes each, such as for an address. */
  fill(text: string, as?: (value: Value) => string): string;
  /** The same for people to read: each value by its type and format. */
  write(text: string): string;
  /** What became known of the caller. */
  learn(part: Partial<Pick<FlowRun['caller'], 'fields' | 'tagIds'>>): void;
  detected(person: NonNullable<FlowRun['detected']>): void;
  /** What it ends as if nothing weightier happens. */
  lean(result: AiCallResult): void;
  speak(language: CustomerLanguage): void;
  addMessage(type: MessageType, info?: Readonly<Record<string, unknown>>): void;
  leave(branch: string): void;
  /** Goes on in another flow; with `comesBack` this node is asked to leave by `done` when that one ends. */
  enterFlow(flow: Flow, name: string, comesBack: boolean): void;
  /** Without a result: what the conversation came to. */
  end(result?: AiCallResult | null, afterwards?: 'hangUp' | 'handedOver'): void;
}
