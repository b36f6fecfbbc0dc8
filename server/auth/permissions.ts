import { type AccessTable, NOT_FOUND, OPEN_PATHS, type Outcome, type Permission } from '#contract/access.ts'
import type { CallName } from '#contract/calls.ts'
import { AppError } from '../http/app-error.ts'
import type { Viewer } from './viewer.ts'

/** Where a thing stands: whose it is, and from whom it may be hidden. What nobody owns and nothing hides has neither. */
export interface Place {
  /** Its teacher, its author, the person themself. */
  ownerId?: string
  /** Sees it even when it is not public. */
  teacherId?: string
  /** Absent for what is never hidden. */
  isPublic?: boolean
}

/** What the object check of a call finds. */
export interface Resource {
  place: Place
}

/** Nothing is hidden from an admin, and a teacher sees all of their own (api.md, "Who sees what"). */
export function isHidden({ isPublic, teacherId }: Place, viewer: Viewer | undefined): boolean {
  return isPublic === false && !(viewer && (viewer.isAdmin || viewer.id === teacherId))
}

function isAtDoor(outcome: Outcome): boolean {
  return typeof outcome === 'object' && outcome.at === 'door'
}

/** Best first: allowed, told why not, told nothing, not let in. */
function rankOf(outcome: Outcome): number {
  if (outcome === 'yes') return 0
  if (outcome === 'missing') return 2
  return outcome.at === 'thing' ? 1 : 3
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

function hiddenOutcomes(right: Permission, viewer: Viewer | undefined, isOwner: boolean): Outcome[] {
  const [visitor, member, teacher, owner] =
    right.hidden ?? (['missing', 'missing', 'missing', 'missing'] as const)
  if (!viewer) return [visitor]
  return [viewer.role === 'Teacher' ? teacher : member, ...(isOwner ? [owner] : [])]
}

/** Before anything is looked at: throws the AppError when no column of the caller's could ever say yes. */
export function authorizeCaller(right: Permission, viewer: Viewer | undefined): void {
  const outcomes = roleOutcomes(right, viewer)
  const best = bestOf(outcomes)
  if (isAtDoor(best)) refuse(right, best)
}

/** What the table says of this caller and this thing; throws the AppError when that is not yes. */
export function authorizeResource<Found extends Resource>(
  right: Permission,
  viewer: Viewer | undefined,
  thing: Found | undefined,
): asserts thing is Found {
  if (!thing) return refuse(right, 'missing')
  const { place } = thing
  const isOwner = viewer !== undefined && viewer.id === place.ownerId
  const owner = isOwner && right.seen[4] !== undefined ? [right.seen[4]] : []
  const outcomes = isHidden(place, viewer)
    ? hiddenOutcomes(right, viewer, isOwner)
    : [...roleOutcomes(right, viewer), ...owner]
  const best = bestOf(outcomes)
  if (best !== 'yes') refuse(right, best)
}

function refuse({ of }: Permission, outcome: Outcome): never {
  if (typeof outcome === 'object') throw new AppError(outcome.code, outcome.message)
  throw new AppError('not_found', of ? NOT_FOUND[of] : 'Not found.')
}

/** The widest circle whom the door lets in. */
export function audienceOf({ seen: [visitor, member, teacher, admin] }: Permission) {
  if (!isAtDoor(visitor)) return 'anyone'
  if (!isAtDoor(member)) return 'user'
  if (isAtDoor(teacher)) return 'admin'
  return isAtDoor(admin) ? 'teacher' : 'teacher or admin'
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
  const taken = new Set<string>()
  return {
    rowOf(name, finds) {
      const row = rows.get(name)
      if (!row) throw new Error(`Nobody has said who may call ${name}: it needs a row in contract/access.ts.`)
      if (finds !== (row.of !== undefined)) {
        throw new Error(
          `${name} ${row.of ? `must find its ${row.of}` : 'finds a thing'} and its row says otherwise.`,
        )
      }
      taken.add(name)
      return row
    },
    allows: (path, call) => (call === undefined ? OPEN_PATHS.includes(path) : taken.has(call)),
    checkComplete() {
      const idle = [...rows.keys()].filter((name) => !taken.has(name))
      if (idle.length > 0)
        throw new Error(`contract/access.ts has rows that no route answers: ${idle.join(', ')}.`)
    },
  }
}
