import { Email, ROLES, type Role, Username } from '#contract/account/user-fields.ts'
import { countOf } from '#contract/format.ts'
import { GROUPS_OF_PERSON_MAX } from '#contract/people/group-messages.ts'
import { GroupName } from '#contract/people/groups.ts'
import { type COLUMNS, LINE_FAULTS, lineMessage } from '#contract/people/import-messages.ts'
import type { ImportLine } from '#contract/people/imports.ts'
import type { Db } from '#server/data/database.ts'
import { sortKey } from '#server/data/sort-key.ts'
import { emailKey } from '#server/features/account/users/users.ts'
import { type AddressState, accountsByAddress, groupsByName, invitedAddresses } from './imports.queries.ts'
import type { CsvLine } from './read-csv.ts'

/** The role of a line: Student where it says none. */
export function roleOf(cell: string): Role | undefined {
  if (cell === '') return 'Student'
  return ROLES.find((role) => role.toLowerCase() === cell.toLowerCase())
}

/** The names of the groups of a line, each once. */
function groupNames(cell: string): string[] {
  const names = cell.split('|').flatMap((name) => name.trim() || [])
  return [...new Map(names.map((name) => [sortKey(name), name])).values()]
}

interface Known {
  accounts: ReadonlyMap<string, AddressState>
  /** When the addresses with a waiting invitation were invited. */
  invited: ReadonlyMap<string, string>
  groups: ReadonlyMap<string, string>
}

export interface CheckedLines {
  lines: ImportLine[]
  missingGroups: string[]
}

/** Says for each line what will happen, or what is wrong with it. Nothing is created. */
export async function checkLines(db: Db, csv: readonly CsvLine[]): Promise<CheckedLines> {
  const keys = [...new Set(csv.map(({ email }) => emailKey(email)))]
  const names = new Map(csv.flatMap(({ groups }) => groupNames(groups)).map((name) => [sortKey(name), name]))
  const [accounts, invited, groups] = await Promise.all([
    accountsByAddress(db, keys),
    invitedAddresses(db, keys),
    groupsByName(db, [...names.keys()]),
  ])
  const known = { accounts, invited, groups }
  const firstLines = new Map<string, number>()
  const lines = csv.map((cells) => {
    const key = emailKey(cells.email)
    const first = firstLines.get(key)
    if (first === undefined) firstLines.set(key, cells.line)
    return checkedLine(cells, known, first)
  })
  const missing = lines
    .filter(({ withGroups }) => withGroups)
    .flatMap((line) => line.groups)
    .filter((name) => !groups.has(sortKey(name)))
  return { lines, missingGroups: [...new Map(missing.map((name) => [sortKey(name), name])).values()] }
}

function checkedLine({ line, ...cells }: CsvLine, known: Known, first: number | undefined): ImportLine {
  const groups = groupNames(cells.groups)
  const shown = { line, name: cells.name, email: cells.email, role: cells.role, groups }
  const bad = (wrong: Column, fault: string) => ({
    ...shown,
    state: 'bad' as const,
    message: lineMessage(line, fault),
    wrong,
  })
  const fault = faultOf(cells, first)
  if (fault) return bad(...fault)
  const address = emailKey(cells.email)
  const missing = groups.filter((name) => !known.groups.has(sortKey(name)))
  const added = groupsToAdd(known.accounts.get(address), groups, known)
  const before = known.accounts.get(address)?.groupIds.size ?? 0
  if (before + added > GROUPS_OF_PERSON_MAX) return bad('groups', LINE_FAULTS.groups)
  const outcome = outcomeOf(known, address, added)
  const [absent] = missing
  if (absent === undefined) return { ...shown, ...outcome }
  const unusable = missing.find((name) => !GroupName.safeParse(name).success)
  if (unusable !== undefined) return bad('groups', LINE_FAULTS.groupName(unusable))
  return { ...bad('groups', LINE_FAULTS.group(absent)), withGroups: outcome }
}

type Column = (typeof COLUMNS)[number]

/** Which cell is wrong, and why. */
function faultOf(
  { name, email, role }: Omit<CsvLine, 'line'>,
  first: number | undefined,
): [Column, string] | undefined {
  if (!Email.safeParse(email).success) return ['email', LINE_FAULTS.email(email)]
  if (!Username.safeParse(name).success) return ['name', LINE_FAULTS.name]
  if (roleOf(role) === undefined) return ['role', LINE_FAULTS.role]
  return first === undefined ? undefined : ['email', LINE_FAULTS.repeated(first)]
}

/** How many of the groups are new for the account. A missing group will be. */
function groupsToAdd(account: AddressState | undefined, names: string[], { groups }: Known): number {
  return names.filter((name) => {
    const id = groups.get(sortKey(name))
    return id === undefined || !account?.groupIds.has(id)
  }).length
}

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })

function outcomeOf({ accounts, invited }: Known, address: string, added: number) {
  if (accounts.has(address)) {
    const what = added === 0 ? 'nothing changes' : `will be added to ${countOf(added, 'group')}`
    return { state: 'exists' as const, message: `Account exists: ${what}.` }
  }
  const since = invited.get(address)
  if (since === undefined) return { state: 'new' as const, message: '' }
  const day = DAY.format(new Date(since))
  return { state: 'invited' as const, message: `Already invited on ${day}: will be sent again.` }
}
