import type { AccessTable, Outcome, Permission } from '#contract/access.ts'
import { SECOND_STEP_NEEDED } from '#contract/account/second-step-messages.ts'
import type { CallName, OtherName } from '#contract/calls.ts'
import { LOGIN_REQUIRED, SESSION_EXPIRED } from '#contract/messages.ts'
import { NOT_FOUND } from '#contract/not-found.ts'
import { OPEN_PATHS } from '#contract/open-paths.ts'
import type { SiteAccess } from '#contract/settings/setting-values.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Viewer } from './viewer.ts'

/** The owner of a resource, and whether the caller sees it. A resource without an owner that is open to all has no keys. */
export interface ResourceAccess {
  ownerId?: string
  /** The teacher, who sees it even when it is shown to nobody. */
  teacherId?: string
  /** Whether it is shown to the caller as to others. Absent for a resource that is never hidden. */
  isShown?: boolean
}

export interface Resource {
  access: ResourceAccess
}

/** An admin sees everything; a teacher sees everything of their own. */
export function isHidden({ isShown, teacherId }: ResourceAccess, viewer: Viewer | undefined): boolean {
  return isShown === false && !(viewer && (viewer.isAdmin || viewer.id === teacherId))
}

function deniesCaller(outcome: Outcome): boolean {
  return typeof outcome === 'object' && outcome.at === 'caller'
}

/** Ranks outcomes, best first: allowed, denied with a reason, not found, denied before the lookup. */
function rankOf(outcome: Outcome): number {
  if (outcome === 'yes') return 0
  if (outcome === 'missing') return 2
  return outcome.at === 'resource' ? 1 : 3
}

function bestOf([first = 'missing', ...others]: Outcome[]): Outcome {
  return others.reduce((best, each) => (rankOf(each) < rankOf(best) ? each : best), first)
}

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

interface Visit {
  viewer?: Viewer | undefined
  /** Also one that is not valid any more. */
  hasToken?: boolean
}

/** Throws an AppError if the site is for members only, and the caller is none. */
export async function rejectVisitor(
  settings: { get: (key: 'siteAccess') => Promise<SiteAccess> },
  { open }: Permission,
  { viewer, hasToken }: Visit,
): Promise<void> {
  if (viewer || open || (await settings.get('siteAccess')) === 'open') return
  if (hasToken) throw new AppError('invalid_token', SESSION_EXPIRED)
  throw new AppError('login_required', LOGIN_REQUIRED)
}

/** Runs before the lookup. Throws an AppError when none of the caller's columns can allow the call. */
export function authorizeCaller(permission: Permission, viewer: Viewer | undefined): void {
  const outcomes = roleOutcomes(permission, viewer)
  const best = bestOf(outcomes)
  if (!deniesCaller(best)) return
  requireSecondStep(viewer, (admin) => authorizeCaller(permission, admin))
  reject(permission, best)
}

/** Throws an AppError unless the table allows the caller to use this resource. */
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
  if (best === 'yes') return
  requireSecondStep(viewer, (admin) => authorizeResource(permission, admin, resource))
  reject(permission, best)
}

/** Throws `second_step_needed` if `authorize` would allow the call to this admin with a second step. */
function requireSecondStep(viewer: Viewer | undefined, authorize: (admin: Viewer) => void): void {
  if (!viewer?.lacksSecondStep) return
  const { lacksSecondStep: _lacks, ...admin } = viewer
  try {
    authorize({ ...admin, isAdmin: true })
  } catch {
    return
  }
  throw new AppError('second_step_needed', SECOND_STEP_NEEDED)
}

function reject({ of }: Permission, outcome: Outcome): never {
  if (typeof outcome === 'object') throw new AppError(outcome.code, outcome.message)
  throw new AppError('not_found', of ? NOT_FOUND[of] : 'Not found.')
}

export function audienceOf({ seen: [visitor, member, teacher, admin] }: Permission) {
  if (!deniesCaller(visitor)) return 'anyone'
  if (!deniesCaller(member)) return 'user'
  if (deniesCaller(teacher)) return 'admin'
  return deniesCaller(admin) ? 'teacher' : 'teacher or admin'
}

/** The access table while routes are mounted. Each route uses its row, and no row may stay unused. */
export interface Permissions {
  /** Throws an Error when the table has no row for the call. */
  rowOf(name: CallName | OtherName, finds: boolean): Permission
  allows(path: string, call: string | undefined): boolean
  checkComplete(): void
}

export function createPermissions(table: AccessTable): Permissions {
  const rows = new Map<string, Permission>(Object.entries(table))
  const used = new Set<string>()
  return {
    rowOf(name, finds) {
      const row = rows.get(name)
      if (!row) throw new Error(`${name} needs a row in contract/access.ts.`)
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
