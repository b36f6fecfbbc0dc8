/**
 * SQLite plans a statement anew at each execution when the plan may depend on the value of a parameter, and as every
 * execution ends by clearing all parameters, it does so even where the value stays the same. `limit ?`, and since 3.54
 * `= ?` in a join, are such parameters: planning took two thirds to nine tenths of a read. The hint changes no result and
 * forbids no index; it only keeps the planner from asking what the value is.
 */
export function plannedOnce(sql: string): string {
  return sql.replace(/(?<=[=<>] |\bin \(|\blimit )\?/gi, 'likely(?)')
}
