/** One broken law, with its place. */
export interface Fault {
  file: string
  line: number
  law: string
  what: string
}
