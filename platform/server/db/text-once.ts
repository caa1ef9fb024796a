import type { CompiledQuery, QueryResult, RawBuilder } from 'kysely';

/** What can be asked: its text, and its values. */
export type Asking<Row> = Pick<RawBuilder<Row>, 'compile' | 'execute'>;

/** Stands for a value while the text is made. */
class Place {
  readonly at: number;
  constructor(at: number) {
    this.at = at;
  }
}

/**
 * A statement that is asked all the time, and whose text is made once: `make` gets places instead of values then, so that it may
 * put them nowhere but into the statement.
 */
export function textOnce<Values extends readonly unknown[], Row>(
  make: (...values: Values) => RawBuilder<Row>,
): (...values: Values) => Asking<Row> {
  let made: CompiledQuery<Row> | undefined;
  return (...values) => {
    const compile: Asking<Row>['compile'] = (provider) => {
      made ??= make(...(values.map((_, at) => new Place(at)) as unknown as Values)).compile(provider) as never;
      const parameters = made!.parameters.map((value) => (value instanceof Place ? values[value.at] : value));
      return { ...made!, parameters };
    };
    return {
      compile,
      execute: (provider) => provider.getExecutor().executeQuery(compile(provider)) as Promise<QueryResult<Row>>,
    };
  };
}
