import { NAME_MAX, NAME_MIN } from '#contract/account/user-fields.ts'
import { formatCount } from '#contract/format.ts'
import { notAnAddress } from './invitation-messages.ts'

export const IMPORT_MAX_BYTES = 1024 * 1024
export const IMPORT_LINES_MAX = 5000
export const IMPORT_TOO_LARGE = 'A file can have 1 MiB.'
export const IMPORT_TOO_LONG = `A file can have ${formatCount(IMPORT_LINES_MAX)} lines.`
export const IMPORT_REQUIRED = 'Choose a CSV file.'
export const IMPORT_EMPTY = 'There is nobody in this file. Add a line for each person.'
export const IMPORT_WITHOUT_HEADER = 'The first line must name the columns: name, email, role, groups.'
export const IMPORT_NOT_UTF8 = 'Save the file as UTF-8.'
export const IMPORT_STARTED = 'These people are being invited already.'
export const NOBODY_TO_INVITE = 'No line of this file can be invited.'

export const COLUMNS = ['name', 'email', 'role', 'groups'] as const

/** How much of a cell a sentence quotes. */
const QUOTED_MAX = 60

function quoted(cell: string): string {
  return cell.length <= QUOTED_MAX ? cell : `${cell.slice(0, QUOTED_MAX)}…`
}

/** What is wrong with a line, after `Line 4: `. */
export const LINE_FAULTS = {
  email: (cell: string) => notAnAddress(quoted(cell)),
  name: `name must be ${NAME_MIN} to ${NAME_MAX} characters.`,
  role: 'role must be Student, Teacher or Other.',
  group: (name: string) => `there is no group "${quoted(name)}".`,
  groupName: (name: string) => `"${quoted(name)}" cannot be the name of a group.`,
  groups: 'a person can be in at most 100 groups.',
  repeated: (line: number) => `this address is also in line ${line}.`,
  quotes: 'a quotation mark is missing.',
} as const

export function lineMessage(line: number, fault: string): string {
  return `Line ${line}: ${fault}`
}
