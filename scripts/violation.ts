/** One broken rule, with its place. */
export interface Violation {
  file: string
  line: number
  rule: string
  what: string
}
