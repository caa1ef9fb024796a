/*
 * What everybody who works in a team may see and do with what a colleague made, call by call, each with its reason. A call
 * that is not here must keep to the caller's own things.
 */
type Reasons = Record<string, string>;

/** Calls that answer with words of a colleague's rows. */
export const sharedReads: Reasons = {
  'call-labels.ofCalls':
    'one’s customer’s history shows the labels of colleagues’ calls; a label is one of the team’s list',
  'customer-files.myExport': 'the customers the caller added on the way, with names of the team’s tags',
  'customers.insert': 'the customer just added, with names of the team’s tags',
  'customers.myList': 'the customers the caller added on the way, with names of the team’s tags',
  'routes.displayNumbers': 'numbers of the team one may call with',
  'routes.groupNumbers': 'numbers of the team a group calls with',
};

/** Calls that change a row of a colleague's: `call table`. */
export const sharedChanges: Reasons = {};
