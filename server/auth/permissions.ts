import { type AccessTable, NOT_FOUND, OPEN_PATHS, type Outcome, type Permission } from '#contract/access.ts'
import type { CallName } from '#contract/calls.ts'
import { AppError } from '../http/app-error.ts'
import type { Viewer } from './viewer.ts'

/** Where a resource stands: whose it is, and from whom it may be hidden. What nobody owns and nothing hides has neither. */
export interface ResourceAccess {
  /** Its teacher, its author, the person themself. */
  ownerId?: string
  /** Sees it even when it is not public. */
  teacherId?: string
  /** Absent for what is never hidden. */
  isPublic?: boolean
}

/** What the object check of a call finds. */
export interface Resource {
  access: ResourceAccess
}

/** Nothing is hidden from an admin, and a teacher sees all of their own (api.md, "Who sees what"). */
export function isHidden({ isPublic, teacherId }: ResourceAccess, viewer: Viewer | undefined): boolean {
  return isPublic === false && !(viewer && (viewer.isAdmin || viewer.id === teacherId))
}

function deniesCaller(outcome: Outcome): boolean {
  return typeof outcome === 'object' && outcome.at === 'caller'
}

/** Best first: allowed, told why not, told nothing, not let in. */
function rankOf(outcome: Outcome): number {
  if (outcome === 'yes') return 0
  if (outcome === 'missing') return 2
  return outcome.at === 'resource' ? 1 : 3
}

function bestOf([first = 'missing', ...others]: Outcome[]): Outcome {
  return others.reduce((best, each) => (rankOf(each) < rankOf(best) ? each : best), first)
}

/** The columns that fit a caller, `owner` aside. */
function roleOutcomes(
  { seen: [visitor, member, teacher, admin] }: Permission,
  viewer: Viewer | undefined,
): Outcome[] {
  if (!viewer) return [visitor]
  return [viewer.role === 'Teacher' ? teacher : member, ...(viewer.isAdmin ? [admin] : [])]
}

function hiddenOutcomes(permission: Permission, viewer: Viewer | undefined, isOwner: boolean): Outcome[] {
  const [visitor, member, teacher, owner] =
    permission.hidden ?? (['missing', 'missing', 'missing', 'missing'] as const)
  if (!viewer) return [visitor]
  return [viewer.role === 'Teacher' ? teacher : member, ...(isOwner ? [owner] : [])]
}

/** Before anything is looked at: throws the AppError when no column of the caller's could ever say yes. */
export function authorizeCaller(permission: Permission, viewer: Viewer | undefined): void {
  const outcomes = roleOutcomes(permission, viewer)
  const best = bestOf(outcomes)
  if (deniesCaller(best)) reject(permission, best)
}

/** What the table says of this caller and this resource; throws the AppError when that is not yes. */
export function authorizeResource<Row extends Resource>(
  permission: Permission,
  viewer: Viewer | undefined,
  resource: Row | undefined,
): asserts resource is Row {
  if (!resource) return reject(permission, 'missing')
  const { access } = resource
  const isOwner = viewer !== undefined && viewer.id === access.ownerId
  const owner = isOwner && permission.seen[4] !== undefined ? [permission.seen[4]] : []
  const outcomes = isHidden(access, viewer)
    ? hiddenOutcomes(permission, viewer, isOwner)
    : [...roleOutcomes(permission, viewer), ...owner]
  const best = bestOf(outcomes)
  if (best !== 'yes') reject(permission, best)
}

function reject({ of }: Permission, outcome: Outcome): never {
  if (typeof outcome === 'object') throw new AppError(outcome.code, outcome.message)
  throw new AppError('not_found', of ? NOT_FOUND[of] : 'Not found.')
}

/** The widest circle whom the door lets in. */
export function audienceOf({ seen: [visitor, member, teacher, admin] }: Permission) {
  if (!deniesCaller(visitor)) return 'anyone'
  if (!deniesCaller(member)) return 'user'
  if (deniesCaller(teacher)) return 'admin'
  return deniesCaller(admin) ? 'teacher' : 'teacher or admin'
}

/** The table while a server is put together: who mounts a call takes its row, and no row may be left over. */
export interface Permissions {
  /** Throws an Error for a call of which nobody has said who may make it. */
  rowOf(name: CallName | 'live', finds: boolean): Permission
  /** Whether this address may be served at all. */
  allows(path: string, call: string | undefined): boolean
  /** Throws an Error when a row has no route. */
  checkComplete(): void
}

export function createPermissions(table: AccessTable): Permissions {
  const rows = new Map<string, Permission>(Object.entries(table))
  const used = new Set<string>()
  return {
    rowOf(name, finds) {
      const row = rows.get(name)
      if (!row) throw new Error(`Nobody has said who may call ${name}: it needs a row in contract/access.ts.`)
      if (finds !== (row.of !== undefined)) {
        throw new Error(
          `${name} ${row.of ? `must find its ${row.of}` : 'finds a resource'} and its row says otherwise.`,
        )
      }
      used.add(name)
      return row
    },
    allows: (path, call) => (call === undefined ? OPEN_PATHS.includes(path) : used.has(call)),
    checkComplete() {
      const unused = [...rows.keys()].filter((name) => !used.has(name))
      if (unused.length > 0)
        throw new Error(`contract/access.ts has rows that no route answers: ${unused.join(', ')}.`)
    },
  }
}
