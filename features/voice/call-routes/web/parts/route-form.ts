import type { FormState } from '#platform/web/ui/form/use-contract-form.ts';
import type { RouteFields } from '../../contract.ts';

/** A route being filled in. */
export type RouteForm = FormState<RouteFields>;
